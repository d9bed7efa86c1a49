package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.runtime.server.EmbeddedServer;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An application with {@code cardea-dev} on its class path, in several environments of Micronaut. */
class DevelopmentTest {
    @Factory
    @Requires(property = "test", value = "development")
    static class Beans {
        @Singleton
        Auth auth(Environment environment) {
            return Auth.of(AuthConfig.builder()
                    .env(name -> environment.get(name, String.class).orElse(null))
                    .provider(Google.provider()));
        }
    }

    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = "development")
    static class Pages {
        @Get("/")
        String home(Optional<Session> session) {
            return session.map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
        }
    }

    private static EmbeddedServer start(String environment, Map<String, Object> more) {
        var settings = new HashMap<String, Object>(more);
        settings.put("test", "development");
        settings.put("micronaut.server.host", "127.0.0.1");
        settings.put("micronaut.server.port", -1);
        settings.put("micronaut.security.enabled", false);
        return ApplicationContext.run(EmbeddedServer.class, settings, environment);
    }

    private static final Map<String, Object> CREDENTIALS = Map.of(
            "AUTH_SECRET", "5f0c2e9b71d84a36b8e1f7c09d2a4e63",
            "AUTH_GOOGLE_ID", "g",
            "AUTH_GOOGLE_SECRET", "gs");

    @Test
    void the_environment_dev_needs_no_credentials_and_a_click_signs_in() {
        try (var server = start("dev", Map.of())) {
            var site = "http://localhost:" + server.getPort();
            var browser = Browser.of(request -> Network.INSTANCE.handle(
                    request.headers().has("origin") ? request : request.header("Origin", site)));
            var home = browser.post(site + "/_cardea/sign-in", Map.of("provider", "google", "person", "1001"));
            assertThat(home.text()).isEqualTo("Hello Ada Admin");
        }
    }

    @Test
    void another_environment_is_not_in_development_mode() {
        try (var server = start("staging", CREDENTIALS)) {
            assertThat(status(server)).isEqualTo(404);
        }
    }

    @Test
    void a_setting_of_the_application_switches_it_off() {
        var settings = new HashMap<>(CREDENTIALS);
        settings.put("CARDEA_DEV", "false");
        try (var server = start("dev", settings)) {
            assertThat(status(server)).isEqualTo(404);
        }
    }

    @Test
    void production_fails_the_start() {
        assertThatThrownBy(
                        () -> start("dev", Map.of("CARDEA_ENV", "production")).close())
                .hasStackTraceContaining("development mode doesn't start in production");
    }

    private static int status(EmbeddedServer server) {
        return Network.INSTANCE
                .handle(Request.get("http://localhost:" + server.getPort() + "/_cardea")
                        .header("Sec-Fetch-Site", "same-origin"))
                .status();
    }
}
