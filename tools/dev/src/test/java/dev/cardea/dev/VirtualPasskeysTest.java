package dev.cardea.dev;

import static dev.cardea.dev.LocalBrowser.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.webauthn.Passkey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The software authenticator, with requests as the script of the built-in pages sends them. */
class VirtualPasskeysTest {
    @TempDir
    private Path folder;

    private Auth auth;
    private Browser browser;

    @BeforeEach
    void start() {
        auth = Auth.of(CardeaDev.in(folder)
                .extend(AuthConfig.builder()
                        .env(Env.none())
                        .adapter(new InMemoryAdapter())
                        .session(SessionOptions.database())
                        .logger(new Quiet())
                        .provider(Passkey.provider())));
        browser = LocalBrowser.of(auth);
    }

    private Claims options(Browser visitor, String query) {
        var answer = visitor.send(Request.get(SITE + "/auth/webauthn-options/passkey" + query));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return Json.parseObject(answer.text(), 10).get(Claim.object("options")).orElseThrow();
    }

    /** The page encodes the handle of a user as the browser does. */
    private static Claims withHandle(Claims options) {
        var user = options.get(Claim.object("user")).orElseThrow();
        var handle = String.valueOf(user.text("id")).getBytes(StandardCharsets.UTF_8);
        return options.with(
                "user",
                user.with("id", Base64.getUrlEncoder().withoutPadding().encodeToString(handle))
                        .asMap());
    }

    private Response authenticator(String operation, Claims options, String origin) {
        var form = Form.encode(Map.of("operation", operation, "options", options.toJson(), "origin", origin));
        return browser.send(Request.post(SITE + "/_cardea/passkeys", "application/x-www-form-urlencoded", form));
    }

    private String send(Browser visitor, String action, String credential) {
        var fields =
                new LinkedHashMap<String, String>(Map.of("action", action, "data", credential, "callbackUrl", "/in"));
        var answer = visitor.send(
                Request.post(SITE + "/auth/callback/passkey", "application/x-www-form-urlencoded", Form.encode(fields))
                        .header("X-Auth-Return-Redirect", "1"));
        return String.valueOf(Json.parseObject(answer.text(), 10).text("url"));
    }

    private void signUp() {
        var options = withHandle(options(browser, "?action=register&email=ada%40example.com"));
        var made = authenticator("create", options, SITE);
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        assertThat(send(browser, "register", made.text())).isEqualTo(SITE + "/in");
    }

    /** Signs another visitor in, and returns the address at which the sign-in ends. */
    private String signIn() {
        var visitor = LocalBrowser.of(auth);
        var used = authenticator("get", options(visitor, "?action=authenticate"), SITE);
        assertThat(used.status()).as(used.text()).isEqualTo(200);
        return send(visitor, "authenticate", used.text());
    }

    private String page() {
        return browser.open(SITE + "/_cardea/passkeys").text();
    }

    private void act(Map<String, String> form) {
        browser.post(SITE + "/_cardea/passkeys", form);
    }

    @Test
    void a_visitor_signs_up_and_in_with_a_virtual_passkey() {
        assertThat(page()).contains("No passkeys yet");
        signUp();
        assertThat(page()).contains("ada@example.com", "localhost", "counter 0", "signs in next");
        assertThat(signIn()).isEqualTo(SITE + "/in");
        assertThat(signIn()).isEqualTo(SITE + "/in");
        assertThat(page()).contains("counter 2");
    }

    @Test
    void a_copy_whose_counter_is_behind_is_rejected() {
        signUp();
        assertThat(signIn()).isEqualTo(SITE + "/in");
        act(Map.of("action", "copy", "passkey", "1"));
        assertThat(page()).contains("(copy)");
        assertThat(signIn()).as("the copy, with the next counter").isEqualTo(SITE + "/in");
        act(Map.of("action", "prefer", "passkey", "1"));
        assertThat(signIn()).as("the first one, with the same counter").contains("error=");
    }

    @Test
    void without_user_verification_the_site_rejects_the_passkey() {
        signUp();
        act(Map.of("verification", "false"));
        assertThat(page()).contains("User verification: off");
        assertThat(signIn()).contains("error=");
        act(Map.of("verification", "true"));
        assertThat(signIn()).isEqualTo(SITE + "/in");
    }

    @Test
    void a_deleted_passkey_signs_no_user_in() {
        signUp();
        act(Map.of("action", "delete", "passkey", "1"));
        assertThat(page()).contains("No passkeys yet");
        var answer = authenticator("get", options(LocalBrowser.of(auth), "?action=authenticate"), SITE);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text()).contains("NotAllowedError");
    }

    @Test
    void a_second_passkey_of_the_same_user_is_not_made() {
        signUp();
        var options = withHandle(options(browser, "?action=register"));
        assertThat(authenticator("create", options, SITE).text()).contains("InvalidStateError");
    }

    @Test
    void a_page_of_another_host_gets_no_answer() {
        signUp();
        var options = options(LocalBrowser.of(auth), "?action=authenticate");
        assertThat(authenticator("get", options, "http://attacker.example").text())
                .contains("SecurityError");
        assertThat(authenticator("get", options, "").text()).contains("SecurityError");
    }

    @Test
    void options_that_are_not_JSON_are_an_error_of_the_request() {
        var form = Form.encode(Map.of("operation", "get", "options", "{", "origin", SITE));
        var answer = browser.send(Request.post(SITE + "/_cardea/passkeys", "application/x-www-form-urlencoded", form));
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void the_sign_in_page_has_the_script_while_the_authenticator_is_on() {
        var page = browser.send(Request.get(SITE + "/auth/signin"));
        assertThat(page.text()).contains("navigator, \"credentials\"");
        assertThat(page.header("Content-Security-Policy").orElseThrow()).containsPattern("script-src '[^']+' '[^']+'");
        act(Map.of("on", "false"));
        assertThat(browser.send(Request.get(SITE + "/auth/signin")).text())
                .doesNotContain("navigator, \"credentials\"");
    }

    @Test
    void a_site_without_passkeys_says_so() {
        var site = LocalBrowser.of(Auth.of(
                CardeaDev.in(folder).extend(AuthConfig.builder().env(Env.none()).provider(Google.provider()))));
        assertThat(site.open(SITE + "/_cardea/passkeys").text()).contains("Passkey sign-in isn't configured");
    }
}
