package com.example.guides;

// sample
import dev.cardea.provider.Theme;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class ThemeConfiguration {
    @Bean
    Theme theme() {
        return Theme.DEFAULT.logo("/static/acme.svg").brandColor("#0f5132").buttonText("#ffffff");
    }
}
// end
