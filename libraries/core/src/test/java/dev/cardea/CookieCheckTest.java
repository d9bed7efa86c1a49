package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers would drop, and ids that would be mixed up, are refused before a request is served. */
class CookieCheckTest {
    private static final String TEXT_OF_64 = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String LONG_ID = TEXT_OF_64 + TEXT_OF_64 + TEXT_OF_64 + TEXT_OF_64 + "a";

    private final AuthConfig.Builder config =
            AuthConfig.builder().env(Env.none()).secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63");

    static Stream<Arguments> dropped() {
        return Stream.of(
                dropped(AuthCookie.CSRF_TOKEN, o -> o.domain("app.example"), "no domain"),
                dropped(AuthCookie.CSRF_TOKEN, o -> o.path("/auth"), "the path /"),
                dropped(AuthCookie.CSRF_TOKEN, o -> o.path(null), "the path /"),
                dropped(AuthCookie.CSRF_TOKEN, o -> o.secure(false), "unless it's secure"),
                dropped(AuthCookie.SESSION_TOKEN, o -> o.secure(false), "unless it's secure"),
                dropped(
                        AuthCookie.SESSION_TOKEN,
                        o -> o.domain("other.example"),
                        "which is not app.example or above it"),
                dropped(
                        AuthCookie.SESSION_TOKEN,
                        o -> o.domain("x.app.example"),
                        "which is not app.example or above it"),
                dropped(AuthCookie.SESSION_TOKEN, o -> o.domain("example"), "top-level domain"),
                dropped(AuthCookie.SESSION_TOKEN, o -> o.domain("a b"), "must be a host name"),
                dropped(AuthCookie.SESSION_TOKEN, o -> o.path("/;x"), "may not contain ';'"));
    }

    private static Arguments dropped(AuthCookie cookie, UnaryOperator<CookieOptions> change, String why) {
        return Arguments.of(cookie, change, why);
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("dropped")
    void a_cookie_that_browsers_would_drop_is_refused(
            AuthCookie cookie, UnaryOperator<CookieOptions> change, String why) {
        config.url("https://app.example").cookie(cookie, CookieOverride.options(change));
        assertThat(refused().findings()).extracting(Finding::setting).containsOnly("cookies." + cookie.key());
        assertThat(refused()).hasMessageContaining(why);
    }

    @Test
    void without_secure_neither_other_sites_nor_partitions_nor_prefixes_are_possible() {
        config.url("http://localhost:3000");
        config.cookie(AuthCookie.STATE, CookieOverride.options(o -> o.sameSite(SameSite.NONE)));
        config.cookie(AuthCookie.NONCE, CookieOverride.options(o -> o.partitioned(true)));
        config.cookie(AuthCookie.CALLBACK_URL, CookieOverride.name("__SECURE-back"));
        assertThat(refused().findings())
                .extracting(Finding::setting)
                .containsExactly("cookies.callbackUrl", "cookies.state", "cookies.nonce");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;b", "a=b", "a,b", "ä", "a\"b"})
    void a_name_that_is_none_is_refused(String name) {
        config.cookie(AuthCookie.SESSION_TOKEN, CookieOverride.name(name));
        assertThat(refused().findings()).extracting(Finding::setting).containsExactly("cookies.sessionToken");
    }

    @Test
    void two_cookies_need_two_names() {
        config.cookie(AuthCookie.STATE, CookieOverride.name("sid"))
                .cookie(AuthCookie.NONCE, CookieOverride.name("sid"));
        assertThat(refused()).hasMessageContaining("cookies.nonce: has the same name as state, sid");
    }

    @Test
    void a_cookie_that_browsers_keep_is_accepted() {
        config.url("https://app.team.example");
        config.cookie(AuthCookie.SESSION_TOKEN, CookieOverride.options(o -> o.domain(".team.example")));
        config.cookie(
                AuthCookie.STATE,
                CookieOverride.options(o -> o.sameSite(SameSite.NONE).partitioned(true)));
        config.cookie(
                AuthCookie.CSRF_TOKEN, CookieOverride.name("csrf").and(CookieOverride.options(o -> o.path("/auth"))));
        assertThatCode(config::build).doesNotThrowAnyException();
    }

    /** A sibling subdomain can plant a cookie whose name begins with {@code __Secure-}, and none with {@code __Host-}. */
    @Test
    void a_session_cookie_that_is_bound_to_its_host_counts_and_a_planted_one_under_the_usual_name_does_not() {
        var auth = Auth.of(config.url("https://app.example")
                .session(SessionOptions.jwt())
                .cookie(AuthCookie.SESSION_TOKEN, CookieOverride.name("__Host-authjs.session-token"))
                .build());
        assertThat(auth.session(withSession("__Host-authjs.session-token"))).isPresent();
        assertThat(auth.session(withSession("__Secure-authjs.session-token"))).isEmpty();
    }

    private static Request withSession(String name) {
        var claims = Claims.of("sub", "7").with("name", "Ada");
        var token = Jwt.encode(new EncodeParams(claims, Secrets.of("5f0c2e9b71d84a36b8e1f7c09d2a4e63"), name, 3600));
        return Request.get("https://app.example/").header("cookie", name + "=" + token);
    }

    @Test
    void provider_ids_that_differ_only_by_case_are_refused() {
        config.provider(login("Login"), login("login"));
        assertThat(refused()).hasMessageContaining("Login and login differ only by case");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {LONG_ID, "", ".", "..", "undefined", "a b", "a/b", "a%2fb", "ä", "a?b", "a#b", "a;b", "a\\b"})
    void a_provider_id_that_cannot_stand_in_a_path_is_refused(String id) {
        config.provider(login(id));
        assertThat(refused()).hasMessageContaining("is part of URLs");
    }

    private static CredentialsProvider login(String id) {
        return CredentialsProvider.of((credentials, request) -> Optional.empty())
                .id(id);
    }

    private ConfigurationException refused() {
        return catchThrowableOfType(ConfigurationException.class, config::build);
    }
}
