package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.LocalServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole sign-ins through Keycloak; with the Maven profile {@code keycloak}, which brings it. */
@ResourceLock(Keycloak.LOCK)
@Tag("keycloak")
@Tag("nightly")
@Tag("process")
class KeycloakTest {
    private static final String APP = "https://app.example";
    private static Keycloak keycloak;

    private final List<AuthException> log = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        keycloak = Keycloak.start();
    }

    @AfterAll
    static void stop() {
        if (keycloak != null) keycloak.close();
    }

    private Auth auth(UnaryOperator<OAuthProvider> change) {
        return Auth.of(config(change));
    }

    private AuthConfig.Builder config(UnaryOperator<OAuthProvider> change) {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .provider(change.apply(OAuthProvider.oidc("keycloak", "Keycloak", keycloak.issuer())
                        .clientId(Keycloak.CLIENT)
                        .clientSecret(Keycloak.CLIENT_SECRET)
                        .checks(Check.PKCE, Check.STATE, Check.NONCE)))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                });
    }

    private static KeycloakVisitor visitor(Auth auth) {
        return KeycloakVisitor.of(
                APP, request -> auth.handles(request) ? auth.handle(request) : Response.of(200), keycloak);
    }

    @Test
    void a_visitor_signs_in_with_PKCE_state_and_nonce() {
        var visitor = visitor(auth(p -> p));
        var end = visitor.signsIn("ada");
        assertThat(log).isEmpty();
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(visitor.session()).contains("\"name\":\"Ada Lovelace\"", "\"email\":\"ada@example.com\"");
    }

    @Test
    void the_answer_may_come_as_a_form_post() {
        var visitor = visitor(auth(p -> p.authorizationParam("response_mode", "form_post")));
        var end = visitor.signsIn("ada").form().submit();
        assertThat(log).isEmpty();
        assertThat(end.url()).startsWith(APP);
        assertThat(visitor.session()).contains("Ada Lovelace");
    }

    @Test
    void the_profile_may_come_from_the_userinfo_endpoint() {
        var visitor = visitor(auth(p -> p.idToken(false)));
        visitor.signsIn("ada");
        assertThat(log).isEmpty();
        assertThat(visitor.session()).contains("Ada Lovelace");
    }

    @Test
    void keys_may_change_between_two_sign_ins() {
        var auth = auth(p -> p);
        var first = visitor(auth);
        first.signsIn("ada");
        keycloak.rotateKeys();
        var second = visitor(auth);
        second.signsIn("ada");
        assertThat(log).isEmpty();
        assertThat(first.session()).contains("Ada Lovelace");
        assertThat(second.session()).contains("Ada Lovelace");
    }

    @Test
    void a_provider_that_names_another_issuer_signs_no_user_in() {
        var named = keycloak.issuer() + "/.well-known/openid-configuration";
        var visitor =
                visitor(auth(p -> p.issuer(keycloak.url() + "/realms/master").wellKnown(named)));
        assertThat(visitor.begins().url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(visitor.session()).isEqualTo("null");
    }

    @Test
    void a_wrong_client_secret_signs_no_user_in_and_is_not_shown() {
        var visitor = visitor(auth(p -> p.clientSecret("a-wrong-secret")));
        var end = visitor.signsIn("ada");
        assertThat(end.url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(visitor.session()).isEqualTo("null");
        assertThat(log).isNotEmpty();
        assertThat(String.valueOf(log.get(0).getMessage())).doesNotContain("a-wrong-secret");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_sign_out_continues_at_the_provider_and_comes_back_without_a_question(boolean hasStore) {
        var config = config(p -> p.logout(ProviderLogout.OFF.rpInitiated(RpInitiated.ALWAYS)));
        if (hasStore) config.adapter(new InMemoryAdapter()).session(SessionOptions.revocable());
        var visitor = visitor(Auth.of(config));
        visitor.signsIn("ada");
        var end = visitor.signsOut();
        assertThat(log).isEmpty();
        visitor.assertSignedOutEverywhere(end);
    }

    @Test
    void a_session_that_an_administrator_ends_at_the_provider_ends_in_each_process() {
        var store = new InMemoryAdapter();
        var clock = FakeClock.at(Instant.now());
        var first = Auth.of(endedByProvider(store));
        var second = Auth.of(endedByProvider(store).clock(clock));
        try (var server = LocalServer.start(0, first::handle)) {
            keycloak.tellsOfLogouts(server.url() + "/auth/backchannel-logout/keycloak");
            var visitor = visitor(first);
            visitor.signsIn("ada");
            var request = Request.get(APP + "/").header("cookie", visitor.cookie());
            assertThat(second.session(request)).isPresent();

            keycloak.signOut("ada");
            Eventually.isTrue(
                    "the session has ended here", () -> first.session(request).isEmpty());
            clock.advance(Duration.ofSeconds(5));
            assertThat(second.session(request)).isEmpty();
            assertThat(log).isEmpty();
        } finally {
            // Other tests have the same client.
            keycloak.tellsOfLogouts("");
        }
    }

    private AuthConfig.Builder endedByProvider(InMemoryAdapter store) {
        return config(p -> p.logout(ProviderLogout.OFF.backChannel(true)))
                .adapter(store)
                .session(SessionOptions.revocable());
    }
}
