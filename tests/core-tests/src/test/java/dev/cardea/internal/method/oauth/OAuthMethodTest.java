package dev.cardea.internal.method.oauth;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.SignIn;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.provider.Check;
import dev.cardea.tests.Site;
import java.net.URI;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The authorization request, and which answers to it count. */
class OAuthMethodTest {
    private static final String CALLBACK = APP + "/auth/callback/op";

    private final Site site = Site.stored();

    @Test
    void the_request_names_client_callback_and_scope_and_carries_the_three_checks() {
        var begun = site.auth.signIn(Request.get(APP + "/login"), SignIn.with("op"));
        var sent = query(begun.to());

        assertThat(sent)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "app")
                .containsEntry("redirect_uri", CALLBACK)
                .containsEntry("scope", "openid profile email")
                .containsEntry("code_challenge_method", "S256");
        assertThat(sent.get("code_challenge")).matches("[\\w-]{43}");
        assertThat(sent.get("state")).isNotEmpty();
        assertThat(sent.get("nonce")).isNotEmpty();
        assertThat(begun.cookies())
                .extracting(Cookie::name)
                .contains("__Secure-authjs.state", "__Secure-authjs.nonce", "__Secure-authjs.pkce.code_verifier");
    }

    @Test
    void the_checks_differ_with_each_request() {
        var one = query(
                site.auth.signIn(Request.get(APP + "/login"), SignIn.with("op")).to());
        var two = query(
                site.auth.signIn(Request.get(APP + "/login"), SignIn.with("op")).to());

        for (var check : new String[] {"state", "nonce", "code_challenge"}) {
            assertThat(one.get(check)).as(check).isNotEqualTo(two.get(check));
        }
    }

    @Test
    void a_query_cannot_replace_what_the_checks_depend_on() {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var planted = "redirect_uri=https://evil.example&client_id=evil&state=x&nonce=y&code_challenge=z"
                + "&response_type=token&code_challenge_method=plain";
        var answer = site.browser.send(Request.post(
                APP + "/auth/signin/op?" + planted,
                "application/x-www-form-urlencoded",
                Form.encode(Map.of("csrfToken", csrf))));
        var sent = query(answer.header("Location").orElseThrow());

        assertThat(sent)
                .containsEntry("redirect_uri", CALLBACK)
                .containsEntry("client_id", "app")
                .containsEntry("response_type", "code")
                .containsEntry("code_challenge_method", "S256")
                .doesNotContainEntry("state", "x")
                .doesNotContainEntry("nonce", "y")
                .doesNotContainEntry("code_challenge", "z");
    }

    @Test
    void an_answer_counts_once() {
        var page = site.signInPage().press("Sign in with Demo ID");
        var answer = page.trail().stream()
                .filter(url -> url.startsWith(CALLBACK))
                .findFirst()
                .orElseThrow();
        assertThat(site.session()).contains("ada@example.com");
        site.browser.setCookie(APP + "/", "__Secure-authjs.session-token=; Max-Age=0; Path=/; Secure");

        assertThat(site.browser.open(answer).url()).contains("error=");
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void an_answer_with_the_state_of_another_browser_is_rejected() {
        var attacker = site.anotherBrowser();
        var page = attacker.open(APP + "/auth/signin").press("Sign in with Demo ID");
        var answer = page.trail().stream()
                .filter(url -> url.startsWith(CALLBACK))
                .findFirst()
                .orElseThrow();

        assertThat(site.browser.open(answer).url()).contains("error=");
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void an_answer_that_nothing_began_is_rejected_by_each_check_alone() {
        for (var check : new Check[] {Check.STATE, Check.PKCE, Check.NONCE}) {
            var one = Site.with(p -> p.checks(check), c -> c);
            var other = one.anotherBrowser();
            var page = other.open(APP + "/auth/signin").press("Sign in with Demo ID");
            var answer = page.trail().stream()
                    .filter(url -> url.startsWith(CALLBACK))
                    .findFirst()
                    .orElseThrow();

            assertThat(one.browser.open(answer).url()).as(check.name()).contains("error=");
            assertThat(one.sessionCookie()).as(check.name()).isEmpty();
        }
    }

    @Test
    void a_provider_that_the_user_denied_is_the_visitors_answer_and_no_error_of_the_site() {
        site.op.answersError("access_denied");
        var page = site.signInPage().press("Sign in with Demo ID");

        assertThat(page.url()).contains("error=");
        assertThat(page.status()).isLessThan(500);
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void an_error_code_of_the_provider_is_logged_and_any_other_text_is_not() {
        site.op.answersError("access_denied");
        site.signInPage().press("Sign in with Demo ID");
        site.op.answersError("<script>planted</script>");
        site.signInPage().press("Sign in with Demo ID");

        assertThat(site.log)
                .extracting(error -> String.valueOf(error.getMessage()))
                .anyMatch(message -> message.contains("access_denied"))
                .anyMatch(message -> message.contains("an unknown code"))
                .noneMatch(message -> message.contains("planted"));
    }

    @Test
    void an_error_of_the_provider_is_named_even_if_the_cookies_of_the_sign_in_are_gone() {
        var one = Site.with(p -> p.checks(Check.PKCE), c -> c);
        one.browser.open(CALLBACK + "?error=access_denied");

        assertThat(one.log).extracting(error -> error.type()).containsExactly(ErrorType.OAUTH_CALLBACK_ERROR);
    }

    @Test
    void without_a_store_a_user_has_the_same_id_at_each_sign_in() {
        var ids = new ArrayList<String>();
        var plain = Site.plain(user -> ids.add(String.valueOf(user.id())));
        plain.signInPage().press("Sign in with Demo ID");
        plain.browser.clearCookies();
        plain.signInPage().press("Sign in with Demo ID");

        assertThat(ids).hasSize(2);
        assertThat(ids.get(1)).isEqualTo(ids.get(0));
        var id = UUID.fromString(ids.get(0));
        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
    }

    private static Map<String, String> query(String url) {
        return Stream.of(URI.create(url).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(
                        pair -> pair[0],
                        pair -> java.net.URLDecoder.decode(pair[1], java.nio.charset.StandardCharsets.UTF_8)));
    }
}
