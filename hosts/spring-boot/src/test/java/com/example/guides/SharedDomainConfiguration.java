package com.example.guides;

import dev.cardea.examples.guides.SharedDomain;
// sample
import dev.cardea.host.spring.CardeaCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class SharedDomainConfiguration {
    @Bean
    CardeaCustomizer sharedDomain() {
        return SharedDomain::on;
    }
}
// end
