package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.context.ServerRequestContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Serves the samples of the guide and visits them. */
class ExampleTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static EmbeddedServer server;

    // sample
    @SessionView
    record Me(String id, @Nullable String name) {}
    // end

    @Factory
    @Requires(property = "test", value = "example")
    static class Beans {
        // sample
        @Singleton
        Auth auth(Environment environment) {
            return Auth.of(AuthConfig.builder()
                    .env(name -> environment.get(name, String.class).orElse(null))
                    .provider(Google.provider()));
        }
        // end
    }

    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = "example")
    static class Pages {
        // sample
        @Get("/")
        String home(Optional<Session> session) {
            return session.map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
        }
        // end

        // sample
        @Get("/account")
        String account(Me me) {
            return "You are user " + me.id();
        }
        // end

        // task protect micronaut = 1, the annotation
        // sample
        @SignedIn
        @Get("/reports")
        String reports() {
            return "for every signed-in user";
        }
        // end

        @Get("/greeting")
        String greeting(Optional<Session> session) {
            // task read micronaut
            // sample
            var name = session.map(s -> s.user().displayName()).orElse("stranger");
            // end
            return "Hello " + name;
        }

        @Get("/served")
        String served() {
            // sample
            var session = ServerRequestContext.currentRequest().flatMap(Cardea::session);
            // end
            return session.map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
        }

        // sample
        @Post("/in")
        @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
        @ExecuteOn(TaskExecutors.BLOCKING)
        HttpResponse<?> in(HttpRequest<?> request) {
            if (!Cardea.isSameOrigin(request)) return HttpResponse.status(HttpStatus.FORBIDDEN);
            return Cardea.signIn(request, SignIn.with("google").redirectTo("/account"));
        }

        @Post("/out")
        @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
        @ExecuteOn(TaskExecutors.BLOCKING)
        HttpResponse<?> out(HttpRequest<?> request) {
            if (!Cardea.isSameOrigin(request)) return HttpResponse.status(HttpStatus.FORBIDDEN);
            return Cardea.signOut(request, SignOut.to("/"));
        }
        // end
    }

    @BeforeAll
    static void start() {
        server = ApplicationContext.run(
                EmbeddedServer.class,
                Map.of(
                        "test", "example",
                        "AUTH_SECRET", SECRET,
                        "AUTH_GOOGLE_ID", "g",
                        "AUTH_GOOGLE_SECRET", "gs",
                        "cardea.protect", "/admin/*",
                        "micronaut.server.host", "127.0.0.1",
                        "micronaut.server.port", -1,
                        "micronaut.security.enabled", false));
    }

    @AfterAll
    static void stop() {
        server.getApplicationContext().close();
    }

    @Test
    void the_sign_in_page_is_served() {
        assertThat(open("/auth/providers")).contains("\"google\"");
    }

    @Test
    void visitors_who_are_not_signed_in_have_no_access() {
        assertThat(open("/")).isEqualTo("Who are you?");
        assertThat(open("/greeting")).isEqualTo("Hello stranger");
        for (var page : new String[] {"/account", "/reports", "/admin"}) {
            assertThat(open(page)).as(page).doesNotContain("Hello", "for every signed-in user");
        }
    }

    @Test
    void signed_in_users_are_greeted() {
        var ada = dev.cardea.testing.SignedIn.as(User.of("7", "Ada", null), SECRET);
        assertThat(ada.get(address() + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address() + "/account").text()).isEqualTo("You are user 7");
        assertThat(ada.get(address() + "/served").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address() + "/greeting").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address() + "/reports").text()).isEqualTo("for every signed-in user");
    }

    @Test
    void a_user_without_a_name_is_greeted_by_address_on_every_page() {
        var nameless = dev.cardea.testing.SignedIn.as(User.of("8", null, "bob@example.com"), SECRET);
        for (var page : new String[] {"/", "/served", "/greeting"}) {
            assertThat(nameless.get(address() + page).text()).as(page).isEqualTo("Hello bob@example.com");
        }
        assertThat(nameless.get(address() + "/account").text()).isEqualTo("You are user 8");
    }

    @Test
    void a_post_of_another_site_signs_no_user_out() {
        var ada = dev.cardea.testing.SignedIn.as(User.of("7", "Ada", null), SECRET)
                .browser(address());
        var post = Request.post(address() + "/out", "application/x-www-form-urlencoded", "");
        assertThat(ada.send(post.header("Origin", "https://evil.example")).status())
                .isEqualTo(403);
        assertThat(ada.open(address() + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.send(post.header("Origin", address())).status()).isEqualTo(302);
        assertThat(ada.open(address() + "/").text()).isEqualTo("Who are you?");
    }

    @Test
    void Micronauts_client_sees_the_same_in_one_line() {
        var ada = dev.cardea.testing.SignedIn.as(User.of("7", "Ada", null), SECRET);
        try (var client = server.getApplicationContext().createBean(HttpClient.class, server.getURL())) {
            // sample
            var page = client.toBlocking().retrieve(HttpRequest.GET("/account").header("Cookie", ada.cookies()));
            // end
            assertThat(page).isEqualTo("You are user 7");
        }
    }

    private static String open(String path) {
        return Browser.of(Network.INSTANCE).open(address() + path).text();
    }

    private static String address() {
        return "http://localhost:" + server.getPort();
    }
}
