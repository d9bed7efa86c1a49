package dev.cardea.host.javalin;

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
import io.javalin.Javalin;
import io.javalin.http.Context;
import org.junit.jupiter.api.Test;

/** The samples of the guide, served and visited. */
class ExampleTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    record Me(String id, String name) {}

    static Javalin app(Auth auth) {
        return Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            // task protect javalin
            // sample
            config.registerPlugin(CardeaPlugin.of(auth).protect("/account", "/admin/*"));
            // end
            config.routes.get("/", ExampleTest::hello);
            config.routes.get("/account", ExampleTest::hello);
            // sample
            config.routes.post(
                    "/in", ctx -> CardeaPlugin.signIn(ctx, SignIn.with("google").redirectTo("/account")));
            config.routes.post("/out", ctx -> CardeaPlugin.signOut(ctx, SignOut.to("/")));
            // end
        });
    }

    static void hello(Context ctx) {
        // task read javalin
        // sample
        var name = CardeaPlugin.session(ctx).map(s -> s.as(Me.class).name()).orElse("stranger");
        // end
        ctx.result("Hello " + name);
    }

    @Test
    void strangers_are_kept_out_and_who_is_signed_in_is_greeted() {
        var server = app(Auth.of(
                        AuthConfig.builder().env(Env.none()).secret(SECRET).build()))
                .start("127.0.0.1", 0);
        try {
            var address = "http://localhost:" + server.port();
            assertThat(Browser.of(Network.INSTANCE).open(address + "/").text()).isEqualTo("Hello stranger");
            assertThat(Browser.of(Network.INSTANCE).open(address + "/account").text())
                    .doesNotContain("Hello");
            var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
            assertThat(ada.get(address + "/account").text()).isEqualTo("Hello Ada");
        } finally {
            server.stop();
        }
    }
}
