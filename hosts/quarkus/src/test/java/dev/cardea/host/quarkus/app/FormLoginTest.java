package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.host.testkit.FrameworkLoginContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.testing.Browser;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.TrustedAuthenticationRequest;
import io.quarkus.security.identity.request.UsernamePasswordAuthenticationRequest;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Beside the form login of Quarkus, which keeps its user in an encrypted cookie. */
class FormLoginTest extends FrameworkLoginContract {
    @Singleton
    public static class Beans {
        @Produces
        @Singleton
        Auth auth() {
            return SharedSettings.auth;
        }
    }

    @Singleton
    public static class Passwords implements IdentityProvider<UsernamePasswordAuthenticationRequest> {
        @Override
        public Class<UsernamePasswordAuthenticationRequest> getRequestType() {
            return UsernamePasswordAuthenticationRequest.class;
        }

        @Override
        public Uni<SecurityIdentity> authenticate(
                UsernamePasswordAuthenticationRequest request, AuthenticationRequestContext context) {
            boolean known = request.getUsername().equals(GRACE)
                    && PASSWORD.equals(new String(request.getPassword().getPassword()));
            return known ? grace() : Uni.createFrom().failure(new AuthenticationFailedException());
        }
    }

    /** Asked for the user of the cookie. */
    @Singleton
    public static class Cookies implements IdentityProvider<TrustedAuthenticationRequest> {
        @Override
        public Class<TrustedAuthenticationRequest> getRequestType() {
            return TrustedAuthenticationRequest.class;
        }

        @Override
        public Uni<SecurityIdentity> authenticate(
                TrustedAuthenticationRequest request, AuthenticationRequestContext context) {
            return request.getPrincipal().equals(GRACE)
                    ? grace()
                    : Uni.createFrom().failure(new AuthenticationFailedException());
        }
    }

    private static Uni<SecurityIdentity> grace() {
        return Uni.createFrom()
                .item(QuarkusSecurityIdentity.builder()
                        .setPrincipal(new QuarkusPrincipal(GRACE))
                        .addRoles(Set.of(CLERK))
                        .build());
    }

    @Path("/")
    public static class Pages {
        @Inject
        Cardea cardea;

        @Inject
        SecurityIdentity identity;

        /** Both ways to ask for the user have to agree. */
        @GET
        @Path("who")
        public String who(@Context SecurityContext context) {
            var name = identity.isAnonymous() ? null : identity.getPrincipal().getName();
            var other = context.getUserPrincipal();
            assertThat(other == null || other.getName().isEmpty() ? null : other.getName())
                    .isEqualTo(name);
            return FrameworkLoginContract.who(name, identity::hasRole, cardea.session());
        }

        @GET
        @Path("account")
        public String account() {
            return INSIDE;
        }

        @GET
        @Path("office")
        @RolesAllowed(CLERK)
        public String office() {
            return INSIDE;
        }

        @GET
        @Path("login")
        public String login() {
            return "the login page";
        }
    }

    @Override
    protected ServedSite start(Auth auth) throws Exception {
        SharedSettings.auth = auth;
        return RunningApplication.start(
                Map.of(
                        "cardea.protect", "/account",
                        "quarkus.http.auth.form.enabled", "true",
                        "quarkus.http.auth.form.login-page", "/login",
                        "quarkus.http.auth.form.error-page", "/login?failed",
                        "quarkus.http.auth.form.landing-page", "/who",
                        "quarkus.http.auth.session.encryption-key", "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09"),
                FormLoginTest.class);
    }

    @Override
    protected void signInToFramework(Browser browser) {
        browser.post(at("/j_security_check"), Map.of("j_username", GRACE, "j_password", PASSWORD));
        assertThat(browser.cookies(at("/"))).containsKey("quarkus-credential");
    }

    @Test
    void a_visitor_whom_Quarkus_rejects_is_sent_to_sign_in_of_Cardea() {
        browser().clearCookies();
        var answer = browser().send(dev.cardea.http.Request.get(at("/office")).header("Accept", PAGE));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).get().asString().contains("/auth/signin?");
    }
}
