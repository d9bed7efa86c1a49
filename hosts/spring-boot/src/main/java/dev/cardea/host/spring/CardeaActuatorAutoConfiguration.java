package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds to Actuator an endpoint about sign-ins, which is not exposed by default, and an info section. */
@AutoConfiguration(after = CardeaAutoConfiguration.class)
@ConditionalOnClass(
        name = {
            "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint",
            "org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor"
        })
public class CardeaActuatorAutoConfiguration {
    @Bean
    @ConditionalOnBean(Auth.class)
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    CardeaEndpoint cardeaEndpoint(Auth auth, ObjectProvider<AuthConfig> config) {
        return new CardeaEndpoint(auth, config);
    }

    @Bean
    @ConditionalOnBean(Auth.class)
    @ConditionalOnMissingBean(name = "cardeaInfoContributor")
    @ConditionalOnEnabledInfoContributor("cardea")
    SignInInfo cardeaInfoContributor(ObjectProvider<AuthConfig> config) {
        return new SignInInfo(config);
    }
}
