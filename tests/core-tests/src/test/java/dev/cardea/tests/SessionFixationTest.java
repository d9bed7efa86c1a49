package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import org.junit.jupiter.api.Test;

/** What an attacker plants in a browser is worth nothing once its user has signed in. */
class SessionFixationTest {
    private static final String COOKIE = "__Secure-authjs.session-token";

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Site site = Site.onRows(store);

    @Test
    void a_sign_in_makes_a_new_token_and_ends_the_session_that_was_planted() {
        signIn("mallory@example.com");
        var planted = site.sessionCookie().orElseThrow();
        signIn("bob@example.com");
        assertThat(site.session()).contains("bob@example.com");
        assertThat(site.sessionCookie()).isPresent().get().isNotEqualTo(planted);
        assertThat(store.getSessionAndUser(planted)).isEmpty();
    }

    @Test
    void a_sign_in_never_adopts_a_token_that_came_with_the_request() {
        var invented = "0b6f2c1e-8f1d-4f5b-9d57-1c8e2a7b3d40";
        site.browser.setCookie(APP + "/", COOKIE + "=" + invented + "; Path=/; Secure; HttpOnly");
        signIn("bob@example.com");
        assertThat(site.session()).contains("bob@example.com");
        assertThat(site.sessionCookie()).isPresent().get().isNotEqualTo(invented);
        assertThat(store.getSessionAndUser(invented)).isEmpty();
    }

    private void signIn(String address) {
        site.browser
                .open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", address)
                .submit();
        site.browser.open(site.inbox.last(address).orElseThrow().url());
    }
}
