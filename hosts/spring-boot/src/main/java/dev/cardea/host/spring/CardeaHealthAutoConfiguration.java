package dev.cardea.host.spring;

import dev.cardea.Auth;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds the health of the store to the application's. From Boot 4 on: in Boot 3 the types are in another package. */
@AutoConfiguration(after = CardeaAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
public class CardeaHealthAutoConfiguration {
    @Bean
    @ConditionalOnBean(Auth.class)
    @ConditionalOnMissingBean(name = "cardeaHealthIndicator")
    StoreHealth cardeaHealthIndicator(Auth auth) {
        return new StoreHealth(auth);
    }
}
