package dev.cardea.host.spring;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Fails the start of a reactive application, because nothing in it would be protected. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
public class CardeaReactiveAutoConfiguration {
    @Bean
    static BeanFactoryPostProcessor cardeaNeedsServlets() {
        return beans -> {
            throw new InvalidSetupException(
                    "This is a reactive web application, and cardea-spring-boot-starter works with Spring MVC only:"
                            + " it would protect nothing.",
                    "Use spring-boot-starter-webmvc, or set spring.main.web-application-type=servlet if both are"
                            + " present. In front of a reactive application run the server of Cardea (docs/server.md).");
        };
    }
}
