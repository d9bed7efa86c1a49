package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Request;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From the first click to the session, through real parts. */
class WholeSignInTest {
    @Test
    void a_visitor_signs_in_through_an_OpenID_provider_and_out_again() {
        var site = Site.stored();
        var end = site.signInPage().press("Sign in with Demo ID");
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(site.session()).contains("\"name\":\"Ada Lovelace\"", "\"email\":\"ada@example.com\"");
        assertThat(site.op.complaints()).isEmpty();
        assertThat(site.events).containsExactly("createUser", "linkAccount", "signIn");

        site.browser.open(APP + "/auth/signout").press("Sign out");
        assertThat(site.session()).isEqualTo("null");
        assertThat(site.events).endsWith("signOut");
    }

    @Test
    void the_second_sign_in_makes_no_second_user() {
        var site = Site.stored();
        site.signInPage().press("Sign in with Demo ID");
        site.browser.clearCookies();
        site.signInPage().press("Sign in with Demo ID");
        assertThat(site.events).containsExactly("createUser", "linkAccount", "signIn", "signIn");
    }

    @Test
    void without_a_store_the_same_person_has_the_same_id_each_time() {
        var site = Site.plain();
        site.signInPage().press("Sign in with Demo ID");
        var first = id(site);
        site.browser.clearCookies();
        site.signInPage().press("Sign in with Demo ID");
        assertThat(id(site)).isEqualTo(first);
    }

    @Test
    void a_link_signs_in_once() {
        var site = Site.stored();
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf(site), "email", " Bob@Example.com "));
        var link = site.inbox.last("bob@example.com").orElseThrow().url();
        var other = Site.stored();
        assertThat(site.browser.open(link).url()).isEqualTo(APP + "/");
        assertThat(site.session()).contains("bob@example.com");
        site.browser.clearCookies();
        assertThat(site.browser.open(link).url()).contains("error=Verification");
        assertThat(site.session()).isEqualTo("null");
        assertThat(other.inbox.mails()).isEmpty();
    }

    @Test
    void a_link_that_is_a_day_old_is_refused() {
        var site = Site.stored();
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf(site), "email", "bob@example.com"));
        site.clock.advance(Duration.ofDays(1).plusMillis(1));
        assertThat(site.browser.open(site.inbox.links().get(0)).url()).contains("error=Verification");
    }

    @Test
    void a_mail_that_cannot_leave_leaves_no_row_and_tells_the_visitor() {
        var site = Site.stored();
        site.inbox.failWith(new IllegalStateException("the mail server is away"));
        var end = site.browser.post(
                APP + "/auth/signin/email", Map.of("csrfToken", csrf(site), "email", "bob@example.com"));
        assertThat(end.url()).isEqualTo(APP + "/auth/signin?error=EmailSignin");
        assertThat(end.text()).contains("couldn't send an email").doesNotContain("mail server is away");
    }

    @Test
    void wrong_credentials_lead_back_with_a_code_and_right_ones_in() {
        var site = Site.plain();
        var wrong = site.browser.post(
                APP + "/auth/callback/credentials",
                Map.of("csrfToken", csrf(site), "username", "eve", "password", "guess"));
        assertThat(wrong.url()).isEqualTo(APP + "/auth/signin?error=CredentialsSignin&code=credentials");
        assertThat(site.sessionCookie()).isEmpty();
        site.browser.post(
                APP + "/auth/callback/credentials",
                Map.of("csrfToken", csrf(site), "username", "ada", "password", "correct horse"));
        assertThat(site.session()).contains("\"name\":\"ada\"");
        assertThat(site.events).containsExactly("signInFailed CredentialsSignin", "signIn");
    }

    @Test
    void a_post_without_its_token_does_nothing_and_gets_the_token_for_the_next_try() {
        var site = Site.plain();
        var answer = site.browser.send(Request.post(
                APP + "/auth/callback/credentials",
                "application/x-www-form-urlencoded",
                "username=ada&password=correct+horse"));
        assertThat(answer.header("Location")).contains(APP + "/auth/signin?error=MissingCSRF");
        assertThat(site.browser.cookie(APP + "/", "__Host-authjs.csrf-token")).isPresent();
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void an_error_has_one_reference_in_log_header_and_page() {
        var site = Site.plain();
        var answer = site.browser.send(Request.get(APP + "/auth/callback/op?code=1&state=2"));
        var id = answer.header("Cardea-Error-Id").orElseThrow();
        assertThat(site.log).extracting(error -> error.errorId()).containsExactly(id);
        var page = site.browser.open(answer.header("Location").orElseThrow());
        assertThat(page.status()).isEqualTo(500);
        assertThat(page.text()).contains("Reference: " + id);
        assertThat(site.browser.open(APP + "/auth/error?error=Configuration").text())
                .doesNotContain(id);
    }

    @Test
    void code_on_the_server_signs_in_reads_and_signs_out() {
        var site = Site.plain();
        var request = Request.get(APP + "/login").header("referer", APP + "/from?x=1");
        var in = site.auth.signIn(
                request, SignIn.with("credentials").field("username", "ada").field("password", "correct horse"));
        assertThat(in.to()).isEqualTo(APP + "/from?x=1");
        in.cookies().forEach(c -> site.browser.setCookie(APP + "/", c.toHeaderValue()));

        var cookie = "__Secure-authjs.session-token=" + site.sessionCookie().orElseThrow();
        var mine = Request.get(APP + "/page").header("cookie", cookie);
        var session = site.auth.session(mine).orElseThrow();
        assertThat(session.user().id()).isEqualTo("42");
        assertThat(site.auth.signOut(mine, SignOut.to("/bye")).to()).isEqualTo(APP + "/bye");
        assertThat(site.auth.session(Request.get(APP + "/page"))).isEmpty();
    }

    @Test
    void a_protected_page_sends_pages_to_sign_in_and_tells_programs() {
        var site = Site.plain();
        var handler = site.auth.protect(request -> dev.cardea.http.Response.of(200, "text/plain", "secret"));
        var page = handler.handle(Request.get(APP + "/inside?a=1").header("accept", "text/html"));
        assertThat(page.header("Location"))
                .contains(APP + "/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Finside%3Fa%3D1");
        assertThat(handler.handle(Request.get(APP + "/inside")).status()).isEqualTo(401);
    }

    private static String id(Site site) {
        var cookie = "__Secure-authjs.session-token=" + site.sessionCookie().orElseThrow();
        return site.auth
                .session(Request.get(APP + "/").header("cookie", cookie))
                .orElseThrow()
                .user()
                .id();
    }

    private static String csrf(Site site) {
        var text = site.browser.open(APP + "/auth/csrf").text();
        return text.substring(text.indexOf(":\"") + 2, text.lastIndexOf('"'));
    }
}
