package dev.cardea.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.json.Claims;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenedTokensTest {
    private static final Claims PAYLOAD = Claims.of("sub", "1");

    private final OpenedTokens opened = new OpenedTokens();

    @Test
    void a_token_is_known_under_the_name_of_its_cookie_only() {
        opened.keep(cookie(true, "token"), PAYLOAD);
        assertThat(opened.of(cookie(true, "token"))).isEqualTo(PAYLOAD);
        assertThat(opened.of(cookie(false, "token"))).isNull();
        assertThat(opened.of(cookie(true, "tokem"))).isNull();
        assertThat(opened.of(cookie(true, ""))).isNull();
    }

    @Test
    void a_token_that_was_replaced_or_signed_out_is_forgotten() {
        opened.keep(cookie(true, "token"), PAYLOAD);
        opened.forget(cookie(true, "token"));
        assertThat(opened.of(cookie(true, "token"))).isNull();
    }

    @Test
    void a_flood_of_tokens_or_long_ones_do_not_fill_the_memory() {
        for (int i = 0; i < 4_000; i++) opened.keep(cookie(true, "token " + i), PAYLOAD);
        opened.keep(cookie(true, "x".repeat(2_001)), PAYLOAD);
        assertThat(opened.of(cookie(true, "x".repeat(2_001)))).isNull();
        assertThat(opened.of(cookie(true, "token 0"))).isEqualTo(PAYLOAD);
        opened.keep(cookie(true, "one more"), PAYLOAD);
        assertThat(opened.of(cookie(true, "token 0"))).isNull();
        assertThat(opened.of(cookie(true, "one more"))).isEqualTo(PAYLOAD);
    }

    private static SessionCookie cookie(boolean isSecure, String token) {
        var cookies = new AuthCookies(isSecure, Map.of());
        return SessionCookie.read(cookies, Map.of(cookies.name(AuthCookie.SESSION_TOKEN), token));
    }
}
