package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.util.Map;

/** A visitor of a site whose users sign in through Keycloak. */
record KeycloakVisitor(String site, Keycloak keycloak, Browser browser) {
    private static final String SESSION = "__Secure-authjs.session-token";

    /** @param handler what serves the site */
    static KeycloakVisitor of(String site, HttpHandler handler, Keycloak keycloak) {
        var web = Origins.of(site, handler).and(keycloak.url(), keycloak.remote());
        return new KeycloakVisitor(site, keycloak, Browser.of(web));
    }

    /** Begins a sign-in, and returns where it leads. */
    Page begins() {
        return browser.post(site + "/auth/signin/keycloak", Map.of("csrfToken", csrf(), "callbackUrl", "/dash"));
    }

    /** Signs in with the password of the user, and returns where that leads. */
    Page signsIn(String username) {
        var asked = begins();
        assertThat(asked.url()).startsWith(keycloak.issuer());
        return asked.form("Sign In")
                .fill("username", username)
                .fill("password", Keycloak.PASSWORD)
                .submit();
    }

    Page signsOut() {
        return browser.post(site + "/auth/signout", Map.of("csrfToken", csrf(), "callbackUrl", "/bye"));
    }

    /** What the site says of the session. */
    String session() {
        return browser.open(site + "/auth/session").text();
    }

    /** The header with the session, at a site with {@code https}. */
    String cookie() {
        return SESSION + "=" + browser.cookie(site + "/", SESSION).orElseThrow();
    }

    /** Asserts that a sign-out went through Keycloak without a question, came back, and ended both sessions. */
    void assertSignedOutEverywhere(Page end) {
        assertThat(end.url()).as(String.valueOf(end.trail())).isEqualTo(site + "/bye");
        assertThat(end.trail()).anyMatch(url -> url.startsWith(keycloak.issuer() + "/protocol/openid-connect/logout?"));
        assertThat(session()).isEqualTo("null");
        assertThat(begins().url()).as("Keycloak asks for the password again").startsWith(keycloak.issuer());
    }

    private String csrf() {
        return String.valueOf(
                Json.parseObject(browser.open(site + "/auth/csrf").text(), 5).text("csrfToken"));
    }
}
