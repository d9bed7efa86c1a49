package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.host.testkit.FrameworkLoginContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.testing.Browser;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.authentication.AuthenticationRequest;
import io.micronaut.security.authentication.AuthenticationResponse;
import io.micronaut.security.authentication.provider.HttpRequestAuthenticationProvider;
import io.micronaut.security.rules.SecurityRule;
import jakarta.inject.Singleton;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Beside the session login of Micronaut Security, which keeps its user in a session of Micronaut. */
class SecuritySessionTest extends FrameworkLoginContract {
    private static final String LOGIN = "login";

    @Singleton
    @Requires(property = "test", value = LOGIN)
    static class Passwords implements HttpRequestAuthenticationProvider<Object> {
        @Override
        public AuthenticationResponse authenticate(
                @Nullable HttpRequest<Object> request, AuthenticationRequest<String, String> login) {
            boolean known =
                    login.getIdentity().equals(GRACE) && login.getSecret().equals(PASSWORD);
            return known ? AuthenticationResponse.success(GRACE, List.of(CLERK)) : AuthenticationResponse.failure();
        }
    }

    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = LOGIN)
    static class Pages {
        /** All three ways to ask for the user have to agree. */
        @Get("/who")
        @Secured(SecurityRule.IS_ANONYMOUS)
        String who(
                HttpRequest<?> request,
                io.micronaut.session.Session own,
                @Nullable Authentication authentication,
                Optional<Session> session) {
            var name = authentication == null ? null : authentication.getName();
            own.put("principal", String.valueOf(name));
            assertThat(request.getUserPrincipal().map(Principal::getName)).isEqualTo(Optional.ofNullable(name));
            assertThat(Cardea.session(request)).isEqualTo(session);
            return FrameworkLoginContract.who(
                    name,
                    role -> authentication != null && authentication.getRoles().contains(role),
                    session);
        }

        @Get("/account")
        @Secured(SecurityRule.IS_ANONYMOUS)
        String account() {
            return INSIDE;
        }

        @Get("/signed-in")
        @SignedIn
        @Secured(SecurityRule.IS_ANONYMOUS)
        String signedIn() {
            return INSIDE;
        }

        @Get("/office")
        @Secured(CLERK)
        String office() {
            return INSIDE;
        }
    }

    @Override
    protected ServedSite start(Auth auth) {
        var app = RunningApplication.by(
                LOGIN,
                auth,
                Map.of(
                        "cardea.protect", "/account",
                        "micronaut.security.enabled", true,
                        "micronaut.security.authentication", "session",
                        "micronaut.security.redirect.login-success", "/who",
                        "micronaut.security.redirect.login-failure", "/who"));
        return new ServedSite(app.port(), app);
    }

    @Override
    protected void signInToFramework(Browser browser) {
        browser.post(at("/login"), Map.of("username", GRACE, "password", PASSWORD));
        assertThat(browser.cookies(at("/"))).containsKey("SESSION");
    }

    @Test
    void a_handler_for_users_of_Cardea_sends_users_of_the_framework_to_sign_in() {
        browser().clearCookies();
        signInToFramework(browser());
        var answer = browser().send(Request.get(at("/signed-in")).header("Accept", PAGE));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).get().asString().contains("/auth/signin?");
    }
}
