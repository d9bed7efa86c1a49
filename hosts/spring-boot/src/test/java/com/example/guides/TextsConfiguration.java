package com.example.guides;

import dev.cardea.examples.guides.FrenchTexts;
// sample
import dev.cardea.text.Texts;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;

@Configuration
public class TextsConfiguration {
    @Bean
    Texts texts(@Value("classpath:texts_fr.properties") Resource file) throws IOException {
        return FrenchTexts.of(new StringReader(file.getContentAsString(StandardCharsets.UTF_8)));
    }
}
// end
