package dev.cardea.host.helidon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import org.junit.jupiter.api.Test;

/** Serves the samples of the guide and visits them. */
class ExampleTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    static void routing(HttpRouting.Builder routing, Auth auth) {
        // task protect helidon
        // sample
        routing.addFilter(CardeaFilter.of(auth).protect("/account", "/admin/*"));
        // end
        routing.get("/", ExampleTest::hello).get("/account", ExampleTest::hello);
        // sample
        routing.addFilter((chain, req, res) -> {
            boolean isPost = req.prologue().method().equals(Method.POST);
            if (!isPost || CardeaFilter.isSameOrigin(req)) chain.proceed();
            else res.status(Status.FORBIDDEN_403).send();
        });
        routing.post(
                "/in",
                (req, res) ->
                        CardeaFilter.signIn(req, res, SignIn.with("google").redirectTo("/account")));
        routing.post("/out", (req, res) -> CardeaFilter.signOut(req, res, SignOut.to("/")));
        // end
    }

    static void hello(ServerRequest req, ServerResponse res) {
        // task read helidon
        // sample
        var name = CardeaFilter.session(req).map(s -> s.user().displayName()).orElse("stranger");
        // end
        res.send("Hello " + name);
    }

    @Test
    void visitors_are_redirected_and_signed_in_users_are_greeted() {
        var auth = Auth.of(AuthConfig.builder().env(Env.none()).secret(SECRET).build());
        var server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing(routing, auth))
                .build()
                .start();
        try {
            var address = "http://localhost:" + server.port();
            assertThat(Browser.of(Network.INSTANCE).open(address + "/").text()).isEqualTo("Hello stranger");
            assertThat(Browser.of(Network.INSTANCE).open(address + "/account").text())
                    .doesNotContain("Hello");
            var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
            assertThat(ada.get(address + "/account").text()).isEqualTo("Hello Ada");
            var nameless = SignedIn.as(User.of("8", null, "bob@example.com"), SECRET);
            assertThat(nameless.get(address + "/account").text()).isEqualTo("Hello bob@example.com");
            var browser = ada.browser(address);
            var post = Request.post(address + "/out", "application/x-www-form-urlencoded", "");
            assertThat(browser.send(post.header("Origin", "https://evil.example"))
                            .status())
                    .isEqualTo(403);
            assertThat(browser.open(address + "/").text()).isEqualTo("Hello Ada");
            browser.send(post.header("Origin", address));
            assertThat(browser.open(address + "/").text()).isEqualTo("Hello stranger");
        } finally {
            server.stop();
        }
    }
}
