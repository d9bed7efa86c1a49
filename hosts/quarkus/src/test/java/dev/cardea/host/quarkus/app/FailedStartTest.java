package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.providers.Google;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailedStartTest {
    public static class App {
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder().env(env).basePath("auth").provider(Google.provider()));
        }
    }

    /** Of a root cause of this type Quarkus shows the message alone. */
    @Test
    void all_errors_of_the_configuration_are_shown_without_a_stack_trace() {
        assertThatThrownBy(() -> RunningApplication.start(Map.of(), FailedStartTest.class))
                .rootCause()
                .hasToString("""
                        io.quarkus.runtime.configuration.ConfigurationException: \
                        Cardea cannot start with this configuration:
                        - secret isn't set; set it or AUTH_SECRET to 32 random bytes, for example from `openssl rand -base64 33`
                        - basePath must be a path such as /auth""");
    }
}
