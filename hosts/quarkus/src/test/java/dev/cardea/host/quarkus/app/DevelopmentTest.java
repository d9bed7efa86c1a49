package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An application with {@code cardea-dev} on its class path, in two profiles of Quarkus. */
class DevelopmentTest {
    private static final Map<String, String> CREDENTIALS = Map.of(
            "AUTH_SECRET", "5f0c2e9b71d84a36b8e1f7c09d2a4e63",
            "AUTH_GOOGLE_ID", "g",
            "AUTH_GOOGLE_SECRET", "gs");

    public static class App {
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder().env(env).provider(Google.provider()));
        }
    }

    @Path("/")
    public static class Home {
        @Inject
        Cardea cardea;

        @GET
        public String hello() {
            return cardea.session().map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
        }
    }

    @Test
    void the_profile_dev_needs_no_credentials_and_a_click_signs_in() throws Exception {
        var served = RunningApplication.start(Map.of("quarkus.profile", "dev"), DevelopmentTest.class);
        try {
            var site = site(served);
            var browser = Browser.of(request -> Network.INSTANCE.handle(
                    request.headers().has("origin") ? request : request.header("Origin", site)));
            var home = browser.post(site + "/_cardea/sign-in", Map.of("provider", "google", "person", "1001"));
            assertThat(home.text()).isEqualTo("Hello Ada Admin");
        } finally {
            served.stop().close();
        }
    }

    @Test
    void another_profile_is_not_in_development_mode() throws Exception {
        var served = RunningApplication.start(CREDENTIALS, DevelopmentTest.class);
        try {
            var page = Request.get(site(served) + "/_cardea").header("Sec-Fetch-Site", "same-origin");
            assertThat(Network.INSTANCE.handle(page).status()).isEqualTo(404);
        } finally {
            served.stop().close();
        }
    }

    private static String site(ServedSite served) {
        return "http://localhost:" + served.port();
    }
}
