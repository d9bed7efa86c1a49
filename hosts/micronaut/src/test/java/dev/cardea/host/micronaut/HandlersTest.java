package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.http.HttpRequest;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The session as an argument, handlers that need a user, and the functions that they call. */
class HandlersTest {
    private static RunningApplication app;

    @BeforeAll
    static void start() {
        var password =
                CredentialsProvider.of((accepted, request) -> Optional.of(User.of("8", accepted.text("name"), null)));
        app = RunningApplication.by(
                "handlers",
                config -> config.provider(password)
                        .callbacks(Callbacks.DEFAULT
                                .jwt(p -> p.session() instanceof Map<?, ?> data
                                        ? p.token().with("name", data.get("name"))
                                        : p.token())
                                .authorized(p -> Decision.allowIf(p.auth() != null
                                        && !"Eve".equals(p.auth().user().name())))),
                Map.of());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @SessionView
    @Introspected
    record Me(String id, String name) {}

    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = "handlers")
    static class Pages {
        @Get("/session")
        String session(Session session) {
            return "Hello " + session.user().name();
        }

        @Get("/optional-session")
        String optionalSession(Optional<Session> session) {
            return session.map(s -> s.user().name()).orElse("anonymous");
        }

        @Get("/nullable-session")
        String nullableSession(@Nullable Session session) {
            return session == null ? "anonymous" : String.valueOf(session.user().name());
        }

        @Get("/jspecify-session")
        String jspecifySession(@org.jspecify.annotations.Nullable Session session) {
            return session == null ? "anonymous" : String.valueOf(session.user().name());
        }

        @Get("/view")
        String view(Me me) {
            return "Hello " + me.name();
        }

        @Post("/view")
        String posted(Me me) {
            return "Hello " + me.name();
        }

        @Get("/optional-view")
        String optionalView(Optional<Me> me) {
            return me.map(Me::name).orElse("anonymous");
        }

        @Get("/nullable-view")
        String nullableView(@Nullable Me me) {
            return me == null ? "anonymous" : me.name();
        }

        @SignedIn
        @Get("/report")
        String report() {
            return "Hello reader";
        }

        @Get("/principal")
        String principal(io.micronaut.http.HttpRequest<?> request) {
            return request.getUserPrincipal().map(Principal::getName).orElse("anonymous");
        }

        @Get("/broken")
        String broken() {
            throw new dev.cardea.error.AdapterException("getUser", new IllegalStateException("geheim"));
        }

        @Get("/closed")
        String closed() {
            throw new dev.cardea.error.ApplicationUnavailableException("the hook signIn", new IllegalStateException());
        }

        @Post("/in")
        @ExecuteOn(TaskExecutors.BLOCKING)
        String in(io.micronaut.http.HttpRequest<?> request) {
            var claims = Claims.of("name", "Grace");
            return Cardea.signInWithoutRedirect(request, new SignIn("credentials", "/view", claims, Map.of()))
                    .to();
        }

        @Post("/out")
        @ExecuteOn(TaskExecutors.BLOCKING)
        HttpResponse<?> out(io.micronaut.http.HttpRequest<?> request) {
            var redirect = Cardea.signOutWithoutRedirect(request, SignOut.to("/session"));
            return HttpResponse.status(io.micronaut.http.HttpStatus.ACCEPTED).body(redirect.to());
        }

        @Post("/rename")
        @ExecuteOn(TaskExecutors.BLOCKING)
        String rename(io.micronaut.http.HttpRequest<?> request) {
            return Cardea.unstableUpdate(request, Session.of(Claims.of("name", "Countess")))
                    .map(session -> session.user().name())
                    .orElse("anonymous");
        }
    }

    @SignedIn
    @Controller("/inner")
    @Requires(property = "test", value = "handlers")
    static class Inner {
        @Get
        String page() {
            return "Hello inner circle";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/session", "/view", "/report", "/inner"})
    void a_handler_that_needs_a_user_is_for_signed_in_users(String page) {
        assertThat(app.getAsAda(page).body()).startsWith("Hello ");
        var stranger = app.get(page);
        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(stranger.body()).doesNotContain("Hello");
        var browser = app.send(app.to(page).header("Accept", "text/html,*/*;q=0.8"));
        assertThat(browser.statusCode()).isEqualTo(302);
        assertThat(browser.headers().firstValue("Location"))
                .get()
                .asString()
                .startsWith(app.address() + "/auth/signin?callbackUrl=")
                .endsWith("%2F" + page.substring(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/session", "/view", "/report", "/inner"})
    void and_for_users_whom_the_callback_allows(String page) {
        var eve = dev.cardea.testing.SignedIn.as(User.of("9", "Eve", null), RunningApplication.SECRET);
        var answer = app.send(app.to(page).header("Cookie", eve.cookies()));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).doesNotContain("Hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/optional-session", "/nullable-session", "/jspecify-session", "/optional-view", "/nullable-view"
            })
    void an_optional_argument_is_open_to_every_visitor(String page) {
        assertThat(app.get(page).body()).isEqualTo("anonymous");
        assertThat(app.getAsAda(page).body()).isEqualTo("Ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?me=%7B%22id%22%3A%221%22%2C%22name%22%3A%22Boss%22%7D",
                "?id=1&name=Boss",
                "?me.id=1&me.name=Boss",
                "?session=Boss"
            })
    void a_query_cannot_set_the_user(String query) {
        assertThat(app.get("/view" + query).statusCode()).isEqualTo(401);
        assertThat(app.get("/optional-view" + query).body()).isEqualTo("anonymous");
        assertThat(app.get("/nullable-view" + query).body()).isEqualTo("anonymous");
        assertThat(app.get("/optional-session" + query).body()).isEqualTo("anonymous");
        assertThat(app.getAsAda("/view" + query).body()).isEqualTo("Hello Ada");
    }

    @Test
    void a_body_cannot_set_the_user() {
        var boss = HttpRequest.BodyPublishers.ofString("{\"id\":\"1\",\"name\":\"Boss\"}");
        var post = app.to("/view").header("Content-Type", "application/json").POST(boss);
        assertThat(app.send(post.copy()).statusCode()).isEqualTo(401);
        assertThat(app.send(post.header("Cookie", RunningApplication.ADA.cookies()))
                        .body())
                .isEqualTo("Hello Ada");
    }

    @Test
    void the_request_has_a_principal() {
        assertThat(app.get("/principal").body()).isEqualTo("anonymous");
        assertThat(app.getAsAda("/principal").body()).isEqualTo("7");
    }

    @Test
    void roles_are_those_of_the_session_and_of_its_user() {
        var user = User.of("7", "Ada", null).with("role", "EDITOR");
        var session = Session.of(Claims.of("user", user.claims()).with("roles", java.util.List.of("READER")));
        assertThat(SessionPrincipal.of(session).roles()).containsExactlyInAnyOrder("EDITOR", "READER");
    }

    @Test
    void the_cause_of_an_error_is_only_logged() {
        var answer = app.get("/broken");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).doesNotContain("getUser", "geheim");
        assertThat(app.get("/closed").statusCode()).isEqualTo(503);
    }

    @Test
    void a_quiet_sign_in_and_out_leave_the_response_to_the_handler_and_set_the_cookies() {
        var in = app.send(app.to("/in").POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(in.statusCode()).isEqualTo(200);
        assertThat(in.body()).isEqualTo(app.address() + "/view");
        var session = in.headers().allValues("Set-Cookie").stream()
                .filter(line -> line.startsWith("authjs.session-token="))
                .map(line -> line.substring(0, line.indexOf(';')))
                .findFirst()
                .orElseThrow();
        assertThat(app.send(app.to("/view").header("Cookie", session)).body()).isEqualTo("Hello Grace");

        var out = app.send(app.to("/out")
                .header("Cookie", RunningApplication.ADA.cookies())
                .POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(out.statusCode()).isEqualTo(202);
        assertThat(out.headers().allValues("Set-Cookie"))
                .singleElement()
                .asString()
                .contains("Max-Age=0");
    }

    @Test
    void an_update_sets_one_cookie_and_returns_the_new_session() {
        var answer = app.send(app.to("/rename")
                .header("Cookie", RunningApplication.ADA.cookies())
                .POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.body()).isEqualTo("Countess");
        assertThat(answer.headers().allValues("Set-Cookie")).hasSize(1);
    }
}
