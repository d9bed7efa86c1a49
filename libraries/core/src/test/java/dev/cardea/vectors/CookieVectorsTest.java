package dev.cardea.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieHeader;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.Priority;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CookieVectorsTest {
    private static final Claims VECTORS = Vectors.read("cookies");

    /** Those that the reference lacks: there, a form post loses the way back, and a sign-out ends at the site. */
    private static final Set<AuthCookie> OWN =
            EnumSet.of(AuthCookie.FORM_POST_ANSWER, AuthCookie.EMAIL_CODE, AuthCookie.LOGOUT_HINT, AuthCookie.LOGOUT);

    /** Nothing at all, so that only what was recorded is set. */
    private static final CookieOptions PLAIN =
            CookieOptions.DEFAULT.httpOnly(false).sameSite(null).path(null);

    @TestFactory
    Stream<DynamicTest> gives_each_cookie_the_name_and_attributes_of_the_reference() {
        var defaults = Vectors.object(VECTORS, "defaults");
        return Stream.of(true, false).flatMap(secure -> {
            var recorded = Vectors.object(defaults, secure ? "secure" : "insecure");
            var ours = new AuthCookies(secure, Map.of());
            return Arrays.stream(AuthCookie.values())
                    .filter(cookie -> !OWN.contains(cookie))
                    .map(cookie -> dynamicTest(cookie.key() + (secure ? ", secure" : ""), () -> {
                        var expected = Vectors.object(recorded, cookie.key());
                        assertThat(ours.cookie(cookie, "v"))
                                .isEqualTo(new Cookie(
                                        expected.text("name"), "v", options(Vectors.object(expected, "options"))));
                    }));
        });
    }

    @TestFactory
    Stream<DynamicTest> reads_cookie_headers_as_the_reference() {
        return Vectors.objects(VECTORS, "parse")
                .map(c -> dynamicTest(
                        "[" + c.text("header") + "]",
                        () -> assertThat(Claims.of(CookieHeader.parse(c.text("header"))))
                                .isEqualTo(Vectors.object(c, "result"))));
    }

    @TestFactory
    Stream<DynamicTest> writes_cookies_as_the_reference_and_refuses_what_it_refuses() {
        return Vectors.objects(VECTORS, "serialize")
                .map(c -> dynamicTest(c.text("name") + " " + Vectors.object(c, "options"), () -> {
                    if (c.has("error")) {
                        assertThatThrownBy(() -> line(c)).isInstanceOf(IllegalArgumentException.class);
                    } else {
                        assertThat(line(c)).isEqualTo(c.text("result"));
                    }
                }));
    }

    private static String line(Claims vector) {
        var options = options(Vectors.object(vector, "options"));
        return new Cookie(vector.text("name"), vector.text("value"), options).toHeaderValue();
    }

    /** Any text and number becomes a type here, so some mistakes end before there is a cookie. */
    private static CookieOptions options(Claims source) {
        var options = PLAIN.httpOnly(Boolean.TRUE.equals(source.value("httpOnly")))
                .secure(Boolean.TRUE.equals(source.value("secure")))
                .partitioned(Boolean.TRUE.equals(source.value("partitioned")))
                .path(source.text("path"))
                .domain(source.text("domain"))
                .sameSite(sameSite(source.value("sameSite")));
        if (source.value("maxAge") instanceof Double) throw new IllegalArgumentException("seconds are whole");
        options = options.maxAge(source.get(Claim.number("maxAge")).orElse(null));
        if (source.has("expires")) options = options.expires(moment(source.text("expires")));
        var priority = source.text("priority");
        return priority == null ? options : options.priority(Priority.valueOf(priority.toUpperCase(Locale.ROOT)));
    }

    private static Instant moment(String text) {
        if (!text.contains("T")) throw new IllegalArgumentException("no moment");
        return Instant.parse(text);
    }

    private static SameSite sameSite(Object value) {
        if (value == null || value.equals(false)) return null;
        if (value.equals(true)) return SameSite.STRICT;
        return SameSite.parse((String) value).orElseThrow(() -> new IllegalArgumentException("no SameSite"));
    }
}
