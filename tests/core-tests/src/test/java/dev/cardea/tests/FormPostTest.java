package dev.cardea.tests;

import static dev.cardea.tests.Site.ADA;
import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Client;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A provider that posts its answer from its own site, as Apple does ({@code response_mode=form_post}). Browsers withhold
 * the cookies of the visitor from such a post, so it is carried over to a request that has them.
 */
class FormPostTest {
    private static final Person EVE = Person.of("eve", "Eve", "eve@example.com");

    private final Site site = Site.with(
            p -> p,
            c -> c.provider(OAuthProvider.oidc("posting", "Posting ID", Site.OP)
                    .clientId("posting")
                    .clientSecret("posting-secret")
                    .authorizationParam("response_mode", "form_post")
                    .checks(Check.PKCE, Check.STATE, Check.NONCE)));

    FormPostTest() {
        site.op.client(Client.of("posting", "posting-secret").redirectUri(APP + "/auth/callback/posting"));
    }

    @Test
    void the_visitor_ends_where_the_sign_in_was_begun_for() {
        var end = signIn();
        assertThat(site.sessionCookie()).isPresent();
        assertThat(end.url()).isEqualTo(APP + "/dash");
    }

    @Test
    void a_visitor_who_is_signed_in_links_the_account() {
        site.signInPage().press("Sign in with Demo ID");
        var before = site.adapter.getUserByEmail("ada@example.com").orElseThrow();
        site.op.signsIn(EVE);
        signIn();
        assertThat(site.adapter.getUserByAccount("posting", "eve"))
                .hasValueSatisfying(user -> assertThat(user.id()).isEqualTo(before.id()));
    }

    @Test
    void the_code_is_in_no_address_and_the_post_sets_nothing_but_the_answer() {
        var form = answerForm();
        var answer = postFromProvider(form);
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).contains(APP + "/auth/callback/posting");
        assertThat(answer.headers().all("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith("__Secure-authjs.form-post-answer=")
                .contains("HttpOnly", "SameSite=Lax", "Secure", "Max-Age=60")
                .doesNotContain(form.get("code"));
        assertThat(site.op.calls("/token")).isZero();
    }

    @Test
    void an_answer_counts_once() {
        var form = answerForm();
        postFromProvider(form);
        var first = site.browser.open(APP + "/auth/callback/posting");
        assertThat(first.url()).isEqualTo(APP + "/dash");
        assertThat(site.browser.cookies(APP + "/auth/callback/posting").keySet())
                .noneMatch(name -> name.contains("form-post-answer"));
        var calls = site.op.calls("/token");
        site.browser.open(APP + "/auth/callback/posting");
        postFromProvider(form);
        var again = site.browser.open(APP + "/auth/callback/posting");
        assertThat(again.url()).contains("error=");
        assertThat(site.op.calls("/token")).isEqualTo(calls);
    }

    /** Login CSRF and session fixation: an answer belongs to the browser that began the sign-in. */
    @Test
    void an_answer_planted_in_another_browser_signs_no_user_in() {
        var form = answerForm();
        var answer = postFromProvider(form);
        var victim = site.anotherBrowser();
        victim.setCookie(APP + "/", answer.headers().all("Set-Cookie").get(0));
        assertThat(victim.open(APP + "/auth/callback/posting").url()).contains("error=");
        assertThat(victim.cookie(APP + "/auth/session", "__Secure-authjs.session-token"))
                .isEmpty();
        // And posted there from the attacker's page, as it was.
        victim.send(fromProvider(form));
        assertThat(victim.open(APP + "/auth/callback/posting").url()).contains("error=");
        assertThat(site.op.calls("/token")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "eyJhbGciOiJkaXIifQ..a.b.c"})
    void a_forged_answer_is_refused(String forged) {
        answerForm();
        site.browser.setCookie(APP + "/", "__Secure-authjs.form-post-answer=" + forged + "; Path=/; Secure");
        assertThat(site.browser.open(APP + "/auth/callback/posting").url()).contains("error=");
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.op.calls("/token")).isZero();
    }

    @Test
    void an_error_of_the_provider_is_carried_over_too() {
        site.op.answersError("access_denied");
        var end = signIn();
        assertThat(end.url()).startsWith(APP + "/auth/signin").contains("error=OAuthCallbackError");
        assertThat(site.sessionCookie()).isEmpty();
    }

    /** A cookie holds four kilobytes. What is longer is answered where it came, as before, without the visitor's cookies. */
    @Test
    void an_answer_that_fits_into_no_cookie_still_signs_in() {
        var form = answerForm();
        form.put("padding", "x".repeat(5_000));
        var answer = postFromProvider(form);
        assertThat(answer.header("Location")).contains(APP + "/dash");
        assertThat(site.sessionCookie()).isPresent();
    }

    @Test
    void a_post_of_the_site_itself_or_of_no_browser_is_answered_at_once() {
        var form = answerForm();
        var request =
                Request.post(APP + "/auth/callback/posting", "application/x-www-form-urlencoded", Form.encode(form));
        assertThat(site.browser.send(request).header("Location")).contains(APP + "/dash");
        assertThat(site.sessionCookie()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"code", "state", "iss"})
    void a_posted_answer_with_a_repeated_parameter_is_rejected_before_the_provider_is_asked(String name) {
        var form = answerForm();
        var posted = name + "=of-the-attacker&" + Form.encode(form) + "&" + name + "="
                + Form.encode(form.getOrDefault(name, Site.OP));
        var answer = site.browser.send(
                Request.post(APP + "/auth/callback/posting", "application/x-www-form-urlencoded", posted)
                        .header("origin", Site.OP)
                        .header("sec-fetch-site", "cross-site"));
        assertThat(answer.header("Location").orElse("")).contains("error=");
        assertThat(site.browser.open(APP + "/auth/callback/posting").url()).contains("error=");
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.op.calls("/token")).isZero();
    }

    private Page signIn() {
        return site.browser
                .open(APP + "/auth/signin?callbackUrl=%2Fdash")
                .press("Sign in with Posting ID")
                .press("Continue");
    }

    /** A sign-in up to the form that the provider's page posts. */
    private Map<String, String> answerForm() {
        site.op.signsIn(ADA);
        var page = site.browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Posting ID");
        var fields = new LinkedHashMap<String, String>();
        var hidden = java.util.regex.Pattern.compile("name=\"(\\w+)\" value=\"([^\"]*)\"")
                .matcher(page.text());
        while (hidden.find()) fields.put(hidden.group(1), hidden.group(2).replace("&amp;", "&"));
        assertThat(fields).containsKeys("code", "state");
        return fields;
    }

    private Response postFromProvider(Map<String, String> form) {
        return site.browser.send(fromProvider(form));
    }

    private static Request fromProvider(Map<String, String> form) {
        return Request.post(APP + "/auth/callback/posting", "application/x-www-form-urlencoded", Form.encode(form))
                .header("origin", Site.OP)
                .header("sec-fetch-site", "cross-site");
    }
}
