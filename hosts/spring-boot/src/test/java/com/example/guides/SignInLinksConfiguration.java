package com.example.guides;

// sample
import dev.cardea.host.spring.CardeaCustomizer;
import dev.cardea.provider.EmailProvider;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sign-in links last a quarter of an hour, and open a page with one button. */
@Configuration
public class SignInLinksConfiguration {
    @Bean
    CardeaCustomizer signInLinks() {
        return config -> config.replaceProviders(provider -> provider instanceof EmailProvider email
                ? email.maxAge(Duration.ofMinutes(15)).confirmLinks(true)
                : provider);
    }
}
// end
