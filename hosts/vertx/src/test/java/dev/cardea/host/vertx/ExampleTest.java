package dev.cardea.host.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Env;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The samples of the guide, served and visited. */
class ExampleTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    record Me(String id, String name) {}

    static Router router(Vertx vertx, Auth auth) {
        var router = Router.router(vertx);
        // task protect vertx
        // sample
        router.route().order(-1).handler(CardeaHandler.of(auth).protect("/account", "/admin/*"));
        // end
        router.get("/").handler(ExampleTest::hello);
        router.get("/account").handler(ExampleTest::hello);
        // sample
        router.post("/out")
                .handler(ctx -> CardeaHandler.signOut(ctx, SignOut.to("/")).onFailure(ctx::fail));
        router.post("/in")
                .handler(ctx -> CardeaHandler.signIn(ctx, SignIn.with("google")).onFailure(ctx::fail));
        // end
        return router;
    }

    static void hello(RoutingContext ctx) {
        // task read vertx
        // sample
        var name = CardeaHandler.session(ctx).map(s -> s.as(Me.class).name()).orElse("stranger");
        // end
        ctx.end("Hello " + name);
    }

    @Test
    void strangers_are_kept_out_and_who_is_signed_in_is_greeted() throws Exception {
        var vertx = Vertx.vertx();
        try {
            var auth =
                    Auth.of(AuthConfig.builder().env(Env.none()).secret(SECRET).build());
            var server = vertx.createHttpServer()
                    .requestHandler(router(vertx, auth))
                    .listen(0, "127.0.0.1")
                    .await(10, TimeUnit.SECONDS);
            var address = "http://localhost:" + server.actualPort();
            assertThat(Browser.of(Network.INSTANCE).open(address + "/").text()).isEqualTo("Hello stranger");
            assertThat(Browser.of(Network.INSTANCE).open(address + "/account").text())
                    .doesNotContain("Hello");
            var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
            assertThat(ada.get(address + "/account").text()).isEqualTo("Hello Ada");
        } finally {
            vertx.close().await(10, TimeUnit.SECONDS);
        }
    }
}
