package dev.cardea.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where proxies send a visitor without a session. */
class EnterTest {
    private static final String BACK = "https%3A%2F%2Fapp.example%2Forders%3Fa%3D1";

    private final ForwardSite site = new ForwardSite();
    private final Auth auth = site.auth();

    private static Request enter(String query) {
        return Request.get("https://app.example/auth/enter" + query);
    }

    private static String location(Response answer) {
        assertThat(answer.status()).isEqualTo(302);
        return answer.header("Location").orElseThrow();
    }

    @Test
    void a_visitor_whose_browser_keeps_cookies_comes_to_the_sign_in_page() {
        var first = auth.handle(enter("?callbackUrl=" + BACK));
        assertThat(location(first)).isEqualTo("https://app.example/auth/enter?cookies=set&callbackUrl=" + BACK);
        var second = auth.handle(Request.get(location(first))
                .header(
                        "Cookie",
                        jar(first).entrySet().stream()
                                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                .collect(Collectors.joining("; "))));
        assertThat(location(second)).isEqualTo("https://app.example/auth/signin?callbackUrl=" + BACK);
    }

    @Test
    void a_browser_that_sends_any_cookie_is_not_checked() {
        var answer = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", "theme=dark"));
        assertThat(location(answer)).isEqualTo("https://app.example/auth/signin?callbackUrl=" + BACK);
    }

    @Test
    void blocked_cookies_end_at_an_error_page_and_not_in_a_loop() {
        var first = auth.handle(enter("?callbackUrl=" + BACK));
        var second = auth.handle(Request.get(location(first)));
        assertThat(location(second)).isEqualTo("https://app.example/auth/error?error=CookiesBlocked");
        var page = auth.handle(Request.get(location(second)).header("Accept-Language", "de"));
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("Cookies sind blockiert");
        assertThat(site.log).extracting(AuthException::type).containsExactly(ErrorType.COOKIES_BLOCKED);
    }

    @Test
    void a_session_that_is_due_is_prolonged_on_the_way_back() {
        var user = site.rows.createUser(User.of(null, "Ada", "ada@example.com"));
        var cookie = site.session(user, site.clock.instant().plus(Duration.ofDays(2)));
        var answer = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie));
        assertThat(location(answer)).isEqualTo("https://app.example/orders?a=1");
        assertThat(jar(answer)).containsKey(ForwardSite.COOKIE);
        assertThat(site.storeCalls).contains("updateSession");
    }

    @Test
    void a_session_that_is_not_due_leads_back_without_a_new_cookie() {
        var cookie = site.signIn(Claims.of("email", "ada@example.com"));
        var answer = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie));
        assertThat(location(answer)).isEqualTo("https://app.example/orders?a=1");
        assertThat(jar(answer)).doesNotContainKey(ForwardSite.COOKIE);
        assertThat(site.storeCalls).containsOnly("getSessionAndUser");
    }

    @Test
    void a_proxy_that_does_not_pass_the_session_on_ends_at_an_error_page() {
        var cookie = site.signIn(Claims.of("email", "ada@example.com"));
        var count = "";
        for (int i = 0; i < 3; i++) {
            var answer = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie + count));
            assertThat(location(answer)).isEqualTo("https://app.example/orders?a=1");
            count = "; cardea.enter=" + jar(answer).get("cardea.enter");
            assertThat(answer.headers().all("Set-Cookie"))
                    .anyMatch(line -> line.startsWith("cardea.enter=") && line.contains("Max-Age=10;"));
        }
        var fourth = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie + count));
        assertThat(location(fourth)).isEqualTo("https://app.example/auth/error?error=CookiesBlocked");
        assertThat(site.log.get(0).getMessage()).contains("doesn't pass the session cookie");
        assertThat(jar(fourth)).doesNotContainKey(ForwardSite.COOKIE);
        var forged = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie + "; cardea.enter=x"));
        assertThat(location(forged)).isEqualTo("https://app.example/orders?a=1");
    }

    @Test
    void it_leads_nowhere_that_the_redirect_callback_does_not_allow() {
        var cookie = site.signIn(Claims.of("email", "ada@example.com"));
        for (var evil : new String[] {"https://evil.example/", "//evil.example", "javascript:alert(1)", ""}) {
            var answer = auth.handle(enter("?callbackUrl=" + evil).header("Cookie", cookie));
            assertThat(location(answer)).startsWith("https://app.example").doesNotContain("evil.example/\n");
            assertThat(location(answer).substring("https://app.example".length()))
                    .matches("(//evil.example)?");
        }
    }

    @Test
    void while_the_store_does_not_answer_no_visitor_is_sent_on() {
        var cookie = site.signIn(Claims.of("email", "ada@example.com"));
        site.isStoreDown = true;
        var answer = auth.handle(enter("?callbackUrl=" + BACK).header("Cookie", cookie));
        assertThat(location(answer)).isEqualTo("https://app.example/auth/error?error=Configuration");
        assertThat(jar(answer)).doesNotContainKey(ForwardSite.COOKIE);
    }

    @Test
    void other_methods_are_rejected() {
        assertThat(auth.handle(Request.of("POST", "https://app.example/auth/enter"))
                        .status())
                .isEqualTo(400);
    }

    private static Map<String, String> jar(Response answer) {
        var jar = new LinkedHashMap<String, String>();
        for (var line : answer.headers().all("Set-Cookie")) {
            int name = line.indexOf('=');
            jar.put(line.substring(0, name), line.substring(name + 1, line.indexOf(';')));
        }
        return jar;
    }
}
