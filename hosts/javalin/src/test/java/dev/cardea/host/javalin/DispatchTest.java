package dev.cardea.host.javalin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.javalin.Javalin;
import io.javalin.http.Context;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A protected path is guarded for every type of dispatch. */
class DispatchTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static Javalin server;

    @BeforeAll
    static void start() {
        var auth = Auth.of(AuthConfig.builder().env(Env.none()).secret(SECRET));
        server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.registerPlugin(CardeaPlugin.of(auth).protect("/inside/*"));
                    config.routes.get("/inside/x", ctx -> ctx.result("inside"));
                    config.routes.get("/forward", ctx -> dispatcher(ctx).forward(ctx.req(), ctx.res()));
                    config.routes.get("/include", ctx -> dispatcher(ctx).include(ctx.req(), ctx.res()));
                    config.routes.get("/async", ctx -> {
                        if (ctx.req().getDispatcherType() == DispatcherType.REQUEST) {
                            ctx.req().startAsync().dispatch("/inside/x");
                        }
                    });
                })
                .start("127.0.0.1", 0);
    }

    private static jakarta.servlet.RequestDispatcher dispatcher(Context ctx) {
        return ctx.req().getServletContext().getRequestDispatcher("/inside/x");
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Test
    void a_dispatch_of_any_type_shows_a_protected_page_to_signed_in_users_only() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
        for (var page : List.of("/forward", "/include", "/async")) {
            var address = "http://127.0.0.1:" + server.port() + page;
            assertThat(Browser.of(Network.INSTANCE).open(address).text())
                    .as(page)
                    .doesNotContain("inside");
            // Javalin itself routes an include to the including page, in an endless loop.
            if (!page.equals("/include"))
                assertThat(ada.get(address).text()).as(page).isEqualTo("inside");
        }
    }
}
