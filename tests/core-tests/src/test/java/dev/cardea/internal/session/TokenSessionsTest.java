package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.tests.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a token session holds, and when it ends. When it is renewed is in {@code SessionRenewalTest}. */
class TokenSessionsTest {
    private static final String NAME = "__Secure-authjs.session-token";

    @Test
    void the_token_holds_name_address_picture_and_id_and_the_session_shows_no_more_than_the_first_three() {
        List<JwtParams> calls = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            calls.add(params);
            return params.token();
        })));
        var ada = site.adapter.getUserByEmail("ada@example.com").orElseThrow();

        assertThat(calls).hasSize(1);
        assertThat(calls.get(0).trigger()).isEqualTo(Trigger.SIGN_UP);
        assertThat(calls.get(0).token().text("sub")).isEqualTo(ada.id());
        assertThat(calls.get(0).token().text("email")).isEqualTo("ada@example.com");
        assertThat(site.session()).contains("Ada Lovelace").doesNotContain(String.valueOf(ada.id()));
    }

    @Test
    void a_user_who_returns_has_another_trigger_than_a_new_one() {
        List<Trigger> triggers = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            triggers.add(params.trigger());
            return params.token();
        })));
        site.browser.clearCookies();
        signIn(site);

        assertThat(triggers).containsExactly(Trigger.SIGN_UP, Trigger.SIGN_IN);
    }

    @Test
    void a_session_ends_when_its_age_is_over() {
        var site = signedIn(c -> c.session(SessionOptions.jwt().maxAge(Duration.ofHours(1))));
        var token = site.sessionCookie().orElseThrow();

        site.clock.advance(Duration.ofMinutes(59));
        assertThat(site.auth.session(with(token))).isPresent();
        site.clock.advance(Duration.ofMinutes(2));
        assertThat(site.auth.session(with(token))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "null"})
    void a_token_that_cannot_be_read_signs_no_user_in_and_is_deleted(String token) {
        var site = Site.stored();
        var visitor = site.auth.visitor(with(token));

        assertThat(visitor.session()).isEmpty();
        assertThat(visitor.cookies()).extracting(Cookie::name).containsExactly(NAME);
    }

    @Test
    void a_token_of_another_site_signs_no_user_in() {
        var token = signedIn(c -> c).sessionCookie().orElseThrow();
        var other = Site.with(p -> p, c -> c.secret("another-secret-of-another-site-with-32-bytes"));

        assertThat(other.auth.session(with(token))).isEmpty();
    }

    @Test
    void a_token_under_the_name_of_another_cookie_signs_no_user_in() {
        var site = signedIn(c -> c);
        var token = site.sessionCookie().orElseThrow();
        var insecure = Request.get(APP + "/page").header("cookie", "authjs.session-token=" + token);

        assertThat(site.auth.session(insecure)).isEmpty();
    }

    @Test
    void a_jwt_callback_that_returns_nothing_ends_the_session() {
        var revoked = new boolean[1];
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> revoked[0] ? null : params.token())));
        revoked[0] = true;

        assertThat(site.session()).isEqualTo("null");
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void a_jwt_callback_that_returns_nothing_at_a_sign_in_signs_no_user_in() {
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> null)));

        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void claims_that_the_callback_adds_are_in_the_next_token() {
        List<Claims> read = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            read.add(params.token());
            return params.token().with("role", "admin");
        })));
        site.session();

        assertThat(read.get(0).has("role")).isFalse();
        assertThat(read.get(1).text("role")).isEqualTo("admin");
    }

    private static Site signedIn(UnaryOperator<AuthConfig.Builder> change) {
        var site = Site.with(p -> p, change);
        signIn(site);
        return site;
    }

    private static void signIn(Site site) {
        site.signInPage().press("Sign in with Demo ID");
    }

    private static Request with(String token) {
        return Request.get(APP + "/page").header("cookie", NAME + "=" + token);
    }
}
