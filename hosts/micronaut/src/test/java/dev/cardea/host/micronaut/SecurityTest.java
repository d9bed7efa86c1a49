package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.rules.SecurityRule;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Together with Micronaut Security. */
class SecurityTest {
    private static final Map<String, Object> ON = Map.of("micronaut.security.enabled", true);

    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = "security")
    static class Pages {
        @Get("/")
        @Secured(SecurityRule.IS_ANONYMOUS)
        String home(@io.micronaut.core.annotation.Nullable Authentication authentication) {
            return authentication == null ? "anonymous" : authentication.getName();
        }

        @Get("/account")
        @Secured(SecurityRule.IS_AUTHENTICATED)
        String account(Principal principal) {
            return "inside for " + principal.getName();
        }

        @Get("/edit")
        @SignedIn(roles = "EDITOR")
        @Secured(SecurityRule.IS_ANONYMOUS)
        String edit() {
            return "inside";
        }

        @Get("/drafts")
        @Secured("EDITOR")
        String drafts() {
            return "inside";
        }
    }

    private static RunningApplication app() {
        var roles = Callbacks.DEFAULT.session(p ->
                p.session().with("role", p.token() == null ? null : p.token().value("role")));
        return RunningApplication.by("security", config -> config.callbacks(roles), ON);
    }

    @Test
    void a_signed_in_user_is_authenticated() {
        try (var app = app()) {
            assertThat(app.get("/").body()).isEqualTo("anonymous");
            assertThat(app.getAsAda("/").body()).isEqualTo("7");
            assertThat(app.getAsAda("/account").body()).isEqualTo("inside for 7");
        }
    }

    @Test
    void roles_are_those_of_the_session() {
        try (var app = app()) {
            assertThat(app.getAsAda("/drafts").statusCode()).isEqualTo(403);
            var editor = dev.cardea.testing.SignedIn.as(
                    User.of("8", "Grace", null), Claims.of("role", "EDITOR"), RunningApplication.SECRET);
            assertThat(app.send(app.to("/drafts").header("Cookie", editor.cookies()))
                            .body())
                    .isEqualTo("inside");
        }
    }

    @Test
    void a_handler_may_require_a_role_and_other_users_get_403() {
        try (var app = app()) {
            assertThat(app.get("/edit").statusCode()).isEqualTo(401);
            assertThat(app.getAsAda("/edit").statusCode()).isEqualTo(403);
            var editor = dev.cardea.testing.SignedIn.as(
                    User.of("8", "Grace", null), Claims.of("role", "EDITOR"), RunningApplication.SECRET);
            assertThat(app.send(app.to("/edit").header("Cookie", editor.cookies()))
                            .body())
                    .isEqualTo("inside");
        }
    }

    @Test
    void a_page_redirects_visitors_to_sign_in_and_an_API_answers_401() {
        try (var app = app()) {
            assertThat(app.get("/account").statusCode()).isEqualTo(401);
            var page = page(app, "/account");
            assertThat(page.statusCode()).isEqualTo(302);
            assertThat(page.headers().firstValue("Location"))
                    .get()
                    .asString()
                    .startsWith(app.address() + "/auth/signin?callbackUrl=");
        }
    }

    @Test
    void the_routes_are_answered_before_security() {
        try (var app = app()) {
            assertThat(app.get("/auth/session").body()).isEqualTo("null");
        }
    }

    @Test
    void an_outage_of_the_store_closes_only_secured_pages() {
        var down = (Adapter) Proxy.newProxyInstance(
                SecurityTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class},
                (proxy, method, args) -> {
                    throw new IllegalStateException("geheim");
                });
        var quiet = new AuthLogger() {
            @Override
            public void error(dev.cardea.error.AuthException error) {}
        };
        try (var app = RunningApplication.by(
                "security",
                config ->
                        config.adapter(down).session(SessionOptions.database()).logger(quiet),
                ON)) {
            assertThat(page(app, "/").body()).isEqualTo("anonymous");
            var closed = page(app, "/account");
            assertThat(closed.statusCode()).isEqualTo(503);
            assertThat(closed.body()).doesNotContain("geheim", "inside");
        }
    }

    private static HttpResponse<String> page(RunningApplication app, String path) {
        return app.send(
                app.to(path).header("Accept", "text/html,*/*;q=0.8").header("Cookie", "authjs.session-token=1234"));
    }
}
