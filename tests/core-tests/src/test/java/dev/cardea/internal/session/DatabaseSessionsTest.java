package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.tests.Site;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the row of a database session says, and when it is written. */
class DatabaseSessionsTest {
    private static final String NAME = "__Secure-authjs.session-token";

    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final AdapterProbe probe = AdapterProbe.on(memory);

    @Test
    void the_cookie_holds_the_token_of_the_row_and_ends_with_it() {
        var site = signedIn();

        assertThat(end(site)).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
        assertThat(memory.getSessionAndUser(token(site)).orElseThrow().user().email())
                .isEqualTo("ada@example.com");
    }

    @Test
    void a_row_is_prolonged_once_it_is_as_old_as_updateAge_and_not_before() {
        var site = signedIn();
        var before = end(site);
        site.clock.advance(Duration.ofDays(1).minusSeconds(1));
        site.session();
        assertThat(end(site)).isEqualTo(before);

        site.clock.advance(Duration.ofSeconds(1));
        site.session();
        assertThat(end(site)).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
    }

    @Test
    void with_an_updateAge_of_zero_each_read_prolongs() {
        var site = Site.onRows(memory, c -> c.session(SessionOptions.database().updateAge(Duration.ZERO)));
        signIn(site);
        site.clock.advance(Duration.ofSeconds(1));
        site.session();

        assertThat(end(site)).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
    }

    @Test
    void an_expired_row_signs_no_user_in_and_is_deleted_with_its_cookie() {
        var site = signedIn();
        var token = token(site);
        site.clock.advance(Duration.ofDays(30));
        assertThat(site.auth.session(with(token))).isPresent();

        site.clock.advance(Duration.ofMillis(1));
        var visitor = site.auth.visitor(with(token));
        assertThat(visitor.session()).isEmpty();
        assertThat(visitor.cookies()).extracting(Cookie::name).containsExactly(NAME);
        assertThat(memory.getSessionAndUser(token)).isEmpty();
    }

    @Test
    void a_token_without_a_row_signs_no_user_in() {
        var site = signedIn();

        assertThat(site.auth.session(with("3f1d6ac4-1d0b-4d7e-9a5b-000000000000")))
                .isEmpty();
        assertThat(site.auth.session(with(token(site)))).isPresent();
    }

    @Test
    void while_the_store_is_down_it_is_unknown_who_is_signed_in_and_the_cookie_stays() {
        var site = signedIn();
        var token = token(site);
        probe.failFrom(1);

        assertThatThrownBy(() -> site.auth.session(with(token))).isInstanceOf(AuthException.class);
        assertThat(site.session()).isEqualTo("null");
        assertThat(site.sessionCookie()).contains(token);
    }

    @Test
    void signing_out_deletes_the_row() {
        var site = signedIn();
        var token = token(site);
        site.browser.open(APP + "/auth/signout").press("Sign out");

        assertThat(memory.getSessionAndUser(token)).isEmpty();
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.events).endsWith("signOut");
    }

    @Test
    void a_session_that_the_callback_hides_signs_no_user_in() {
        var site = Site.onRows(memory, c -> c.callbacks(Callbacks.DEFAULT.session(params -> null)));
        signIn(site);

        assertThat(site.auth.session(with(token(site)))).isEmpty();
        assertThat(site.session()).isEqualTo("null");
    }

    private Site signedIn() {
        var site = Site.onRows(probe.adapter());
        signIn(site);
        return site;
    }

    private static void signIn(Site site) {
        site.signInPage().press("Sign in with Demo ID");
    }

    private static String token(Site site) {
        return site.sessionCookie().orElseThrow();
    }

    private Instant end(Site site) {
        return memory.getSessionAndUser(token(site)).orElseThrow().session().expires();
    }

    private static Request with(String token) {
        return Request.get(APP + "/page").header("cookie", NAME + "=" + token);
    }
}
