package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Serves the samples of the guide and visits them. */
class ExampleTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static ServedSite served;

    public static class App {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder().env(env).provider(Google.provider()));
        }
        // end
    }

    // sample
    @Path("/")
    public static class Home {
        @Inject
        Cardea cardea;

        @GET
        public String hello() {
            return cardea.session().map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
        }
    }
    // end

    @Path("/")
    public static class Pages {
        @Inject
        Cardea cardea;

        @Inject
        SecurityIdentity identity;

        @GET
        @Path("account")
        public String account() {
            // task read quarkus
            // sample
            var name = cardea.session().map(s -> s.user().displayName()).orElse("stranger");
            // end
            return "Hello " + name;
        }

        // task protect quarkus = 1, the annotation
        // sample
        @Authenticated
        @GET
        @Path("reports")
        public String reports() {
            return "for every signed-in user";
        }
        // end

        @GET
        @Path("principal")
        public String principal() {
            // sample
            var session = identity.getPrincipal(SessionPrincipal.class).session();
            // end
            return identity.getPrincipal().getName() + " " + session.user().name();
        }

        // sample
        @POST
        @Path("in")
        public Response in() {
            if (!cardea.isSameOrigin()) return Response.status(403).build();
            return cardea.signIn(SignIn.with("google").redirectTo("/account"));
        }

        @POST
        @Path("out")
        public Response out() {
            if (!cardea.isSameOrigin()) return Response.status(403).build();
            return cardea.signOut(SignOut.to("/"));
        }
        // end
    }

    @BeforeAll
    static void start() throws Exception {
        served = RunningApplication.start(
                Map.of(
                        "AUTH_SECRET", SECRET,
                        "AUTH_GOOGLE_ID", "g",
                        "AUTH_GOOGLE_SECRET", "gs",
                        "cardea.protect", "/account,/admin/*",
                        "quarkus.http.auth.proactive", "false"),
                ExampleTest.class);
    }

    @AfterAll
    static void stop() throws Exception {
        served.stop().close();
    }

    @Test
    void visitors_who_are_not_signed_in_are_redirected() {
        var stranger = Browser.of(Network.INSTANCE);
        assertThat(stranger.open(address() + "/").text()).isEqualTo("Who are you?");
        for (var page : new String[] {"/account", "/reports", "/admin/x"}) {
            assertThat(stranger.open(address() + page).status()).isEqualTo(401);
        }
        assertThat(stranger.open(address() + "/auth/providers").text()).contains("\"google\"");
    }

    @Test
    void a_signed_in_user_is_greeted_and_has_access() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
        assertThat(ada.get(address() + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address() + "/account").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address() + "/reports").text()).startsWith("for every signed-in user");
        assertThat(ada.get(address() + "/principal").text()).isEqualTo("7 Ada");
    }

    @Test
    void a_user_without_a_name_is_greeted_by_address() {
        var nameless = SignedIn.as(User.of("8", null, "bob@example.com"), SECRET);
        assertThat(nameless.get(address() + "/").text()).isEqualTo("Hello bob@example.com");
        assertThat(nameless.get(address() + "/account").text()).isEqualTo("Hello bob@example.com");
    }

    @Test
    void a_button_signs_the_user_out() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET).browser(address());
        var post = Request.post(address() + "/out", "application/x-www-form-urlencoded", "");
        assertThat(ada.send(post.header("Origin", "https://evil.example")).status())
                .isEqualTo(403);
        assertThat(ada.open(address() + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.send(post.header("Origin", address())).status()).isEqualTo(302);
        assertThat(ada.open(address() + "/").text()).isEqualTo("Who are you?");
    }

    private static String address() {
        return "http://localhost:" + served.port();
    }
}
