package com.example.guides;

import dev.cardea.examples.guides.Nicknames;
// sample
import dev.cardea.host.spring.CardeaCustomizer;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class NicknamesConfiguration {
    @Bean
    CardeaCustomizer nicknames() {
        return config -> config.extension(new Nicknames(new ConcurrentHashMap<>()));
    }
}
// end
