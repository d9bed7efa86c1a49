package com.example.guides;

import dev.cardea.examples.guides.MailTexts;
// sample
import dev.cardea.text.Texts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class EmailTextsConfiguration {
    @Bean
    Texts texts() {
        return MailTexts.texts();
    }
}
// end
