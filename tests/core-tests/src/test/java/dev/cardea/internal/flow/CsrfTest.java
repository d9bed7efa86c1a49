package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.origin.AllowedOrigins;
import dev.cardea.jose.Hashes;
import dev.cardea.testing.FixedRandomness;
import dev.cardea.token.Secrets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the double-submit token. Who may send a post is a matter of {@link CrossSitePostTest}. */
class CsrfTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String TOKEN = "a".repeat(64);
    private static final AuthCookies COOKIES = new AuthCookies(true, Map.of());
    private static final String NAME = "__Host-authjs.csrf-token";

    private final Csrf csrf = csrf(Secrets.of(SECRET), false);

    @Test
    void a_browser_without_a_token_gets_one_with_its_hash_and_is_not_verified() {
        var verdict = check(csrf, "GET", null, null);

        assertThat(verdict.token()).matches("[0-9a-f]{64}");
        assertThat(verdict.verified()).isFalse();
        assertThat(verdict.fresh()).extracting(Cookie::name).containsExactly(NAME);
        assertThat(verdict.fresh().get(0).value()).isEqualTo(value(String.valueOf(verdict.token()), SECRET));
    }

    @Test
    void a_valid_cookie_is_kept_and_its_token_goes_into_forms() {
        var verdict = check(csrf, "GET", value(TOKEN, SECRET), null);

        assertThat(verdict.token()).isEqualTo(TOKEN);
        assertThat(verdict.fresh()).isEmpty();
        assertThat(verdict.verified()).isFalse();
    }

    @Test
    void a_post_that_repeats_the_token_is_verified() {
        assertThat(check(csrf, "POST", value(TOKEN, SECRET), TOKEN).verified()).isTrue();
    }

    @Test
    void the_token_in_the_query_of_a_GET_verifies_nothing() {
        assertThat(check(csrf, "GET", value(TOKEN, SECRET), TOKEN).verified()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "b", "null"})
    void a_post_with_another_token_is_not_verified(String sent) {
        assertThat(check(csrf, "POST", value(TOKEN, SECRET), sent).verified()).isFalse();
    }

    @Test
    void a_post_that_repeats_a_token_without_a_valid_hash_is_not_verified_and_gets_another_token() {
        for (var forged : new String[] {
            TOKEN,
            TOKEN + "|",
            TOKEN + "|" + Hashes.sha256Hex(TOKEN),
            value(TOKEN, "a secret that this site never had, of the attacker"),
            "b".repeat(64) + "|" + Hashes.sha256Hex(TOKEN + SECRET),
            "|" + Hashes.sha256Hex(TOKEN + SECRET)
        }) {
            var verdict = check(csrf, "POST", forged, TOKEN);
            assertThat(verdict.verified()).as(forged).isFalse();
            assertThat(verdict.token()).as(forged).isNotEqualTo(TOKEN);
            assertThat(verdict.fresh()).as(forged).hasSize(1);
        }
    }

    @Test
    void text_behind_a_second_bar_does_not_count() {
        assertThat(check(csrf, "POST", value(TOKEN, SECRET) + "|more", TOKEN).verified())
                .isTrue();
    }

    @Test
    void a_token_from_before_a_secret_was_rotated_still_counts() {
        var rotated = csrf(Secrets.of("the-new-secret-of-this-site-with-32-bytes", SECRET), false);

        assertThat(check(rotated, "POST", value(TOKEN, SECRET), TOKEN).verified())
                .isTrue();
    }

    @Test
    void a_token_of_a_secret_that_was_removed_does_not_count() {
        var replaced = csrf(Secrets.of("the-new-secret-of-this-site-with-32-bytes"), false);

        assertThat(check(replaced, "POST", value(TOKEN, SECRET), TOKEN).verified())
                .isFalse();
    }

    @Test
    void with_the_check_off_every_post_is_verified_and_no_cookie_is_set() {
        var off = csrf(Secrets.of(SECRET), true);

        assertThat(off.isSkipped()).isTrue();
        assertThat(csrf.isSkipped()).isFalse();
        assertThat(check(off, "POST", null, null)).isEqualTo(new Csrf.Verdict(null, true, false, java.util.List.of()));
    }

    private static Csrf csrf(Secrets secrets, boolean skipped) {
        return new Csrf(secrets, FixedRandomness.of("csrf"), skipped, false, AllowedOrigins.of(List.of()));
    }

    private static String value(String token, String secret) {
        return token + "|" + Hashes.sha256Hex(token + secret);
    }

    private static Csrf.Verdict check(Csrf csrf, String method, @Nullable String cookie, @Nullable String token) {
        var url = "https://app.example/auth/signin/op";
        var form = token == null ? "" : Form.encode(Map.of("csrfToken", token));
        var request = method.equals("POST")
                ? Request.post(url, "application/x-www-form-urlencoded", form)
                : Request.get(url + "?" + form);
        if (cookie != null) request = request.header("cookie", NAME + "=" + cookie.replace("|", "%7C"));
        return csrf.check(AuthRequest.parse(request, "https://app.example", "/auth"), COOKIES);
    }
}
