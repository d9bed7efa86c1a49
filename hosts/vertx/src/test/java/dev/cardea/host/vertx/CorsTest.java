package dev.cardea.host.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.providers.Google;
import dev.cardea.testing.Network;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.CorsHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Cardea's routes below a CORS filter of the application, which covers all paths. */
class CorsTest {
    private static final String PAGE = "https://spa.example";

    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .secret("a secret for the tests of CORS, long enough")
            .provider(Google.provider().clientId("id").clientSecret("secret"))
            .url("https://app.example")
            .allowedOrigins(PAGE));

    @Test
    void a_response_has_each_header_of_cors_once() throws Exception {
        var vertx = Vertx.vertx();
        try {
            var router = Router.router(vertx);
            router.route()
                    .handler(CorsHandler.create()
                            .addOrigin(PAGE)
                            .allowedMethod(HttpMethod.GET)
                            .allowCredentials(true));
            router.route().handler(CardeaHandler.of(auth));
            var server = vertx.createHttpServer()
                    .requestHandler(router)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);

            var session =
                    Network.INSTANCE.handle(Request.get("http://127.0.0.1:" + server.actualPort() + "/auth/session")
                            .header("Origin", PAGE));

            assertThat(session.status()).isEqualTo(200);
            assertThat(session.headers().all("Access-Control-Allow-Origin")).containsExactly(PAGE);
            assertThat(session.headers().all("Access-Control-Allow-Credentials"))
                    .containsExactly("true");
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        }
    }
}
