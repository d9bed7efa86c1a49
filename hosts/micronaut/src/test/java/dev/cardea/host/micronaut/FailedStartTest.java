package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.providers.Google;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.runtime.Micronaut;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an application with a wrong configuration shows when it is started as a process. */
@Tag("process")
class FailedStartTest {
    @Factory
    @Requires(property = "test", value = "failed-start")
    static class Beans {
        @Singleton
        Auth auth(Environment environment) {
            return Auth.of(AuthConfig.builder()
                    .env(name -> environment.get(name, String.class).orElse(null))
                    .basePath("auth")
                    .provider(Google.provider()));
        }
    }

    static final class Main {
        private Main() {}

        public static void main(String[] settings) {
            Micronaut.run(Main.class, settings);
        }
    }

    @Test
    void all_errors_of_the_configuration_are_shown_without_a_stack_trace() throws Exception {
        var process = start("-test=failed-start", "-micronaut.server.port=-1");
        var shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(shown).contains("""
                        Cardea cannot start with this configuration:
                        - secret isn't set; set it or AUTH_SECRET to 32 random bytes, for example from `openssl rand -base64 33`
                        - basePath must be a path such as /auth
                        """).doesNotContain("\tat ");
    }

    private static Process start(String... settings) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It ends before a better compiler would pay off.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(settings));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("AUTH_") || name.startsWith("CARDEA_"));
        return builder.start();
    }
}
