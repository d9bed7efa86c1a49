package dev.cardea.host.vertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.dev.CardeaDev;
import dev.cardea.http.Request;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application in development mode by one line of its main class. */
class DevelopmentTest {
    private static final String FOREIGN = "203.0.113.5";

    @TempDir
    private Path folder;

    private AuthConfig.Builder config() {
        return CardeaDev.in(folder).extend(AuthConfig.builder().env(Env.none()).provider(Google.provider()));
    }

    @Test
    void it_needs_no_credentials_and_a_click_signs_in() throws Exception {
        serve(Auth.of(config()), site -> {
            var browser = Browser.of(request -> Network.INSTANCE.handle(
                    request.headers().has("origin") ? request : request.header("Origin", site)));
            assertThat(browser.open(site + "/").text()).isEqualTo("Who are you?");
            var home = browser.post(site + "/_cardea/sign-in", Map.of("provider", "google", "person", "1001"));
            assertThat(home.text()).isEqualTo("Hello Ada Admin");
        });
    }

    @Test
    void built_in_pages_name_development_mode_and_its_pages_are_served() throws Exception {
        serve(Auth.of(config()), site -> {
            var page = Network.INSTANCE.handle(Request.get(site + "/auth/signin"));
            assertThat(page.header("Cardea-Development")).contains("1");
            assertThat(page.text()).contains("Sign in with one click:", "Ada Admin");
            assertThat(Network.INSTANCE
                            .handle(Request.get(site + "/_cardea").header("Sec-Fetch-Site", "same-origin"))
                            .status())
                    .isEqualTo(200);
        });
    }

    @Test
    void a_request_of_another_site_or_through_a_proxy_is_rejected() throws Exception {
        serve(Auth.of(config()), site -> {
            for (var request : List.of(
                    Request.get(site + "/_cardea").header("Sec-Fetch-Site", "cross-site"),
                    Request.get(site + "/_cardea")
                            .header("Sec-Fetch-Site", "same-origin")
                            .header("X-Forwarded-For", FOREIGN),
                    Request.get(site + "/auth/signin").header("X-Forwarded-For", FOREIGN))) {
                assertThat(Network.INSTANCE.handle(request).status()).isEqualTo(403);
            }
        });
    }

    @Test
    void production_fails_the_start() {
        var production = config().env(Env.of(Map.of("CARDEA_ENV", "production")));
        assertThatThrownBy(() -> Auth.of(production)).hasMessageContaining("production");
    }

    private static void serve(Auth auth, Consumer<String> visit) throws Exception {
        var vertx = Vertx.vertx();
        try {
            var router = Router.router(vertx);
            router.route().handler(CardeaHandler.of(auth));
            router.get("/")
                    .handler(ctx -> ctx.end(CardeaHandler.session(ctx)
                            .map(it -> "Hello " + it.user().displayName())
                            .orElse("Who are you?")));
            var server = vertx.createHttpServer()
                    .requestHandler(router)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            visit.accept("http://localhost:" + server.actualPort());
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        }
    }
}
