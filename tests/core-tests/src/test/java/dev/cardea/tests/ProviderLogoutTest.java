package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A sign-out that continues at the provider (OpenID Connect RP-Initiated Logout 1.0). */
class ProviderLogoutTest {
    private static final String ROUTE = APP + "/auth/logout";
    private static final String HINT = "__Secure-authjs.logout-hint";
    private static final String BEGUN = "__Host-authjs.logout";

    private static Site site(RpInitiated when) {
        return site(when, config -> config);
    }

    private static Site site(RpInitiated when, UnaryOperator<AuthConfig.Builder> change) {
        var site = Site.with(p -> p.logout(ProviderLogout.OFF.rpInitiated(when)), change);
        site.op.client(Client.of("app", "app-secret")
                .redirectUri(APP + "/auth/callback/op")
                .logoutUri(ROUTE));
        return site;
    }

    @TestFactory
    Stream<DynamicTest> a_sign_out_ends_the_session_here_and_at_the_provider_and_comes_back() {
        return Stream.of(SessionOptions.jwt(), SessionOptions.revocable())
                .map(session -> DynamicTest.dynamicTest(String.valueOf(session.strategy()), () -> {
                    var site = site(
                            RpInitiated.ALWAYS,
                            config -> config.adapter(new InMemoryAdapter()).session(session));
                    signIn(site, site.browser);
                    var page = signOut(site.browser, Map.of("callbackUrl", "/bye"));

                    assertThat(page.url()).isEqualTo(APP + "/bye");
                    assertThat(page.trail()).anyMatch(url -> url.startsWith(OP + "/logout?"));
                    assertThat(site.op.loggedOut()).containsExactly("ada");
                    assertThat(site.op.complaints()).isEmpty();
                    assertThat(site.session()).isEqualTo("null");
                    assertThat(site.browser.cookie(ROUTE, HINT)).isEmpty();
                    assertThat(site.browser.cookie(ROUTE, BEGUN)).isEmpty();
                }));
    }

    @Test
    void on_request_a_sign_out_continues_only_if_it_asks() {
        var site = site(RpInitiated.ON_REQUEST);
        signIn(site, site.browser);
        assertThat(signOut(site.browser, Map.of()).url()).startsWith(APP);
        assertThat(site.op.loggedOut()).isEmpty();
        assertThat(site.browser.cookie(ROUTE, HINT)).isEmpty();

        signIn(site, site.browser);
        signOut(site.browser, Map.of("federated", "true"));
        assertThat(site.op.loggedOut()).containsExactly("ada");
    }

    @Test
    void never_is_the_default_and_sets_no_cookie() {
        var site = Site.stored();
        signIn(site, site.browser);
        assertThat(site.browser.cookie(ROUTE, HINT)).isEmpty();
        signOut(site.browser, Map.of("federated", "true"));
        assertThat(site.browser.cookie(ROUTE, BEGUN)).isEmpty();
        assertThat(site.auth.handle(Request.get(ROUTE)).status()).isEqualTo(400);
    }

    @Test
    void a_client_of_Auth_js_gets_the_way_as_JSON() {
        var site = site(RpInitiated.ALWAYS);
        signIn(site, site.browser);
        var body = "csrfToken=" + csrfToken(site.browser) + "&callbackUrl=%2Fbye";
        var response = site.browser.send(Request.post(APP + "/auth/signout", "application/x-www-form-urlencoded", body)
                .header("X-Auth-Return-Redirect", "1"));
        assertThat(Json.parseObject(response.text(), Json.INBOUND_DEPTH).text("url"))
                .isEqualTo(ROUTE);
        assertThat(site.browser.open(ROUTE).url()).isEqualTo(APP + "/bye");
        assertThat(site.op.loggedOut()).containsExactly("ada");
    }

    @Test
    void no_script_can_read_the_ID_token_on_the_way_to_the_provider() {
        var site = site(RpInitiated.ALWAYS, config -> config.allowedOrigins("https://spa.example"));
        begunSignOut(site);
        var response = site.browser.send(
                Request.get(ROUTE).header("X-Auth-Return-Redirect", "1").header("Origin", "https://spa.example"));
        assertThat(location(response)).contains("id_token_hint=");
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.text()).isEmpty();
        assertThat(response.header("access-control-allow-origin")).isEmpty();
    }

    @Test
    void code_signs_out_at_the_provider_too() {
        var site = site(RpInitiated.ON_REQUEST);
        signIn(site, site.browser);
        var request = Request.get(APP + "/page")
                .header(
                        "Cookie",
                        "__Secure-authjs.session-token=" + site.sessionCookie().orElseThrow());
        assertThat(site.auth.signOut(request, SignOut.to("/bye")).to()).isEqualTo(APP + "/bye");
        var federated = site.auth.signOut(request, SignOut.to("/bye").federated());
        assertThat(federated.to()).isEqualTo(ROUTE);
        assertThat(federated.cookies()).anyMatch(cookie -> cookie.name().equals(BEGUN));
    }

    @Test
    void the_way_to_the_provider_can_be_repeated_until_the_browser_has_come_back() {
        var site = site(RpInitiated.ALWAYS);
        var state = begunSignOut(site);
        assertThat(location(site.browser.send(Request.get(ROUTE)))).contains("state=" + state);
        assertThat(location(site.browser.send(Request.get(ROUTE + "?state=" + state))))
                .isEqualTo(APP + "/bye");
        assertThat(location(site.browser.send(Request.get(ROUTE)))).isEqualTo(APP);
        assertThat(location(site.browser.send(Request.get(ROUTE + "?state=" + state))))
                .isEqualTo(APP);
    }

    @Test
    void a_provider_that_leads_back_without_the_state_does_not_get_the_browser_forever() {
        var site = site(RpInitiated.ALWAYS);
        begunSignOut(site);
        for (int trip = 1; trip < 3; trip++) {
            assertThat(location(site.browser.send(Request.get(ROUTE)))).startsWith(OP + "/logout?");
        }
        assertThat(location(site.browser.send(Request.get(ROUTE)))).isEqualTo(APP + "/bye");
    }

    @Test
    void a_prefetch_goes_nowhere() {
        var site = site(RpInitiated.ALWAYS);
        begunSignOut(site);
        var response = site.browser.send(Request.get(ROUTE).header("Sec-Purpose", "prefetch"));
        assertThat(response.status()).isEqualTo(503);
    }

    @Test
    void the_hint_is_sent_to_the_route_alone() {
        var site = site(RpInitiated.ALWAYS);
        signIn(site, site.browser);
        assertThat(site.browser.cookie(ROUTE, HINT)).isPresent();
        assertThat(site.browser.cookie(APP + "/auth/session", HINT)).isEmpty();
        assertThat(site.browser.cookie(APP + "/", HINT)).isEmpty();
    }

    @Test
    void a_later_sign_in_replaces_or_deletes_the_hint() {
        var site = site(RpInitiated.ALWAYS);
        signIn(site, site.browser);
        var first = site.browser.cookie(ROUTE, HINT);
        signIn(site, site.browser);
        assertThat(site.browser.cookie(ROUTE, HINT)).isPresent().isNotEqualTo(first);
        site.browser.post(
                APP + "/auth/callback/credentials",
                Map.of("csrfToken", csrfToken(site.browser), "username", "ada", "password", "correct horse"));
        assertThat(site.browser.cookie(ROUTE, HINT)).isEmpty();
        assertThat(signOut(site.browser, Map.of("callbackUrl", "/bye")).url()).isEqualTo(APP + "/bye");
        assertThat(site.op.loggedOut()).isEmpty();
    }

    @Test
    void a_sign_in_ends_an_unfinished_way_to_the_provider() {
        var site = site(RpInitiated.ALWAYS);
        begunSignOut(site);
        signIn(site, site.browser);
        assertThat(site.browser.cookie(ROUTE, BEGUN)).isEmpty();
        assertThat(site.browser.cookie(ROUTE, HINT)).isPresent();
        assertThat(location(site.browser.send(Request.get(ROUTE)))).isEqualTo(APP);
        assertThat(site.session()).contains("Ada");
    }

    @Test
    void an_ID_token_that_is_too_large_for_a_cookie_is_left_out_and_its_session_is_the_hint() {
        var site = site(RpInitiated.ALWAYS);
        site.op.session("session-1").signsIn(Person.of("ada", "A".repeat(5_000), "ada@example.com"));
        signIn(site, site.browser);
        assertThat(site.browser.cookie(ROUTE, HINT)).get().asString().hasSizeLessThan(600);
        var page = signOut(site.browser, Map.of());
        assertThat(page.url()).contains("logout_hint=session-1").doesNotContain("id_token_hint");
        assertThat(page.text()).contains("Do you want to log out?");
    }

    @Test
    void a_provider_without_a_logout_endpoint_or_that_is_down_leaves_the_sign_out_here() {
        for (var broken : List.of(true, false)) {
            var site = site(RpInitiated.ALWAYS);
            if (!broken) site.op.client(Client.of("app", "app-secret").redirectUri(APP + "/auth/callback/op"));
            signIn(site, site.browser);
            site.clock.advance(java.time.Duration.ofDays(2));
            if (broken) site.op.fault(Fault.DISCOVERY_500);
            signIfGone(site);
            assertThat(signOut(site.browser, Map.of("callbackUrl", "/bye")).url())
                    .isEqualTo(APP + "/bye");
            assertThat(site.session()).isEqualTo("null");
        }
    }

    @Test
    void no_ID_token_goes_to_a_provider_in_clear_text() {
        var op = new AtomicReference<HttpHandler>();
        var site = site(
                RpInitiated.ALWAYS,
                config -> config.http(request -> {
                    var text = op.get().handle(request).text();
                    return Response.json(200, text.replace(OP + "/logout", "http://op.example/logout"));
                }));
        op.set(site.op);
        signIn(site, site.browser);
        var page = signOut(site.browser, Map.of("callbackUrl", "/bye"));
        assertThat(page.url()).isEqualTo(APP + "/bye");
        assertThat(page.trail()).noneMatch(url -> url.contains("id_token_hint"));
        assertThat(site.log)
                .filteredOn(error -> error.type() == ErrorType.SIGN_OUT_ERROR)
                .singleElement()
                .extracting(error -> String.valueOf(error.getCause()))
                .asString()
                .contains("the announced end_session_endpoint is not https");
    }

    private static void signIfGone(Site site) {
        assertThat(site.session()).contains("Ada");
    }

    @Test
    void a_visitor_without_a_session_is_not_sent_to_the_provider() {
        var site = site(RpInitiated.ALWAYS);
        var page = signOut(site.browser, Map.of("callbackUrl", "/bye"));
        assertThat(page.trail()).noneMatch(url -> url.contains("/logout"));
        assertThat(site.browser.cookie(ROUTE, BEGUN)).isEmpty();
    }

    @Test
    void a_link_of_another_site_does_nothing_at_the_provider() {
        var site = site(RpInitiated.ALWAYS);
        var state = begunSignOut(site);
        var victim = site.anotherBrowser();
        signIn(site, victim);
        for (var link : List.of(ROUTE, ROUTE + "?state=" + state, ROUTE + "?state=", ROUTE + "?callbackUrl=/x")) {
            assertThat(location(victim.send(Request.get(link)))).isEqualTo(APP);
        }
        assertThat(victim.open(APP + "/auth/session").text()).contains("Ada");
        assertThat(victim.cookie(ROUTE, HINT)).isPresent();
        assertThat(site.op.calls("/logout")).isZero();
    }

    @Test
    void another_state_ends_nothing_and_keeps_the_way_open() {
        var site = site(RpInitiated.ALWAYS);
        var state = begunSignOut(site);
        assertThat(location(site.browser.send(Request.get(ROUTE + "?state=another"))))
                .isEqualTo(APP);
        assertThat(location(site.browser.send(Request.get(ROUTE + "?state=" + state))))
                .isEqualTo(APP + "/bye");
    }

    @Test
    void a_sign_out_leads_to_no_other_site() {
        var site = site(RpInitiated.ALWAYS);
        signIn(site, site.browser);
        assertThat(signOut(site.browser, Map.of("callbackUrl", "https://evil.example/"))
                        .url())
                .startsWith(APP);
        assertThat(site.op.loggedOut()).containsExactly("ada");
    }

    @Test
    void a_cookie_that_this_site_did_not_seal_leads_nowhere() {
        var site = site(RpInitiated.ALWAYS);
        signIn(site, site.browser);
        var hint = site.browser.cookie(ROUTE, HINT).orElseThrow();
        for (var planted : List.of("x", hint, site.sessionCookie().orElseThrow())) {
            site.browser.setCookie(ROUTE, BEGUN + "=" + planted + "; Path=/; Secure");
            assertThat(location(site.browser.send(Request.get(ROUTE)))).isEqualTo(APP);
        }
    }

    private static Page signIn(Site site, Browser browser) {
        return browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
    }

    private static Page signOut(Browser browser, Map<String, String> fields) {
        var all = new java.util.HashMap<>(fields);
        all.put("csrfToken", csrfToken(browser));
        return browser.post(APP + "/auth/signout", all);
    }

    private static String csrfToken(Browser browser) {
        var answer = browser.open(APP + "/auth/csrf").text();
        return String.valueOf(Json.parseObject(answer, Json.INBOUND_DEPTH).text("csrfToken"));
    }

    /** Signs in and out, and stops on the way to the provider; returns the state. */
    private static String begunSignOut(Site site) {
        signIn(site, site.browser);
        var fields = Map.of("csrfToken", csrfToken(site.browser), "callbackUrl", "/bye");
        var post = Request.post(APP + "/auth/signout", "application/x-www-form-urlencoded", Form.encode(fields));
        assertThat(location(site.browser.send(post))).isEqualTo(ROUTE);
        var url = location(site.browser.send(Request.get(ROUTE)));
        assertThat(url).startsWith(OP + "/logout?");
        return Form.decode(url.substring(url.indexOf('?') + 1)).getOrDefault("state", "");
    }

    private static String location(Response response) {
        return response.header("location").orElse("");
    }
}
