package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Fault;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sign-in that begins at the provider (OpenID Connect Core 1.0, section 4). Any page can send a browser to its route. */
class InitiatedLoginTest {
    private static final String ROUTE = APP + "/auth/initiate";
    private static final ProviderLogout ON = ProviderLogout.OFF.initiateLogin(true);
    private static final String ISS = "?iss=" + Form.encode(OP);

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Site site = site(config -> config);

    private Site site(UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(
                p -> p.logout(ON),
                config -> change.apply(config.logger(new AuthLogger() {
                    @Override
                    public void warn(String code) {
                        warnings.add(code);
                    }
                })));
    }

    @Test
    void a_visitor_is_signed_in_at_the_provider_and_gets_the_target() {
        var page = site.browser.open(ROUTE + ISS + "&target_link_uri=" + Form.encode(APP + "/orders?id=7"));
        assertThat(page.url()).isEqualTo(APP + "/orders?id=7");
        assertThat(page.trail()).anyMatch(url -> url.startsWith(OP + "/authorize?"));
        assertThat(site.op.complaints()).isEmpty();
        assertThat(site.session()).contains("Ada");
    }

    @Test
    void of_what_was_sent_the_provider_gets_the_hint_alone() {
        var bob = Person.of("bob", "Bob", "bob@example.com");
        site.op.person(bob);
        var sent = ISS + "&login_hint=bob&prompt=none&scope=admin&redirect_uri=https%3A%2F%2Fevil.example";
        var query = authorization(site.browser, sent);
        assertThat(query).containsEntry("login_hint", "bob").containsEntry("scope", "openid profile email");
        assertThat(query).doesNotContainKeys("prompt", "iss", "target_link_uri");
        assertThat(query.get("redirect_uri")).isEqualTo(APP + "/auth/callback/op");
        site.browser.open(ROUTE + sent);
        assertThat(site.session()).contains("Bob");
    }

    @Test
    void a_post_leads_to_the_same_by_GET_so_that_cookies_come() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("iss", OP);
        fields.put("login_hint", "ada");
        fields.put("target_link_uri", "/orders");
        fields.put("other", "x");
        var response = site.browser.send(form(fields));
        assertThat(response.status()).isEqualTo(303);
        assertThat(response.headers().all("set-cookie")).isEmpty();
        assertThat(location(response)).isEqualTo(ROUTE + ISS + "&login_hint=ada&target_link_uri=%2Forders");
        assertThat(site.browser.open(location(response)).url()).isEqualTo(APP + "/orders");
    }

    @Test
    void a_link_to_a_visitor_who_is_signed_in_leads_to_the_target_and_changes_nothing() {
        signIn(site.browser);
        var before = site.sessionCookie();
        site.op.signsIn(Person.of("mallory", "Mallory", "mallory@evil.example"));
        var response = get(site.browser, ISS + "&login_hint=mallory&target_link_uri=%2Forders");
        assertThat(location(response)).isEqualTo(APP + "/orders");
        assertThat(response.headers().all("set-cookie")).isEmpty();
        assertThat(site.sessionCookie()).isEqualTo(before);
        assertThat(site.adapter.getUserByAccount("op", "mallory")).isEmpty();
    }

    @Test
    void its_account_is_not_linked_to_a_user_who_signs_in_meanwhile() {
        site.op.signsIn(Person.of("mallory", "Mallory", "mallory@evil.example"));
        var back = returned(site.browser, ISS);
        signInByEmail(site.browser);
        site.browser.open(back);

        assertThat(accountsOf("bob@example.com")).isZero();
        assertThat(site.session()).contains("Mallory");
    }

    /** The session callback hides Bob while the sign-in begins: his cookie must not make it his. */
    @Test
    void its_account_is_not_linked_to_a_user_whose_session_the_application_hid() {
        var hidden = new AtomicReference<>(false);
        var site = site(config -> config.callbacks(Callbacks.DEFAULT.session(
                p -> hidden.get() ? null : Callbacks.DEFAULT.session().apply(p))));
        signInByEmail(site, site.browser);
        site.op.signsIn(Person.of("mallory", "Mallory", "mallory@evil.example"));
        hidden.set(true);
        var back = returned(site.browser, ISS);
        hidden.set(false);
        site.browser.open(back);

        var bob = site.adapter.getUserByEmail("bob@example.com").orElseThrow();
        assertThat(site.adapter.listAccountsByUserId(String.valueOf(bob.id()))).isEmpty();
    }

    @Test
    void a_visitor_of_whom_nothing_is_known_waits() {
        var broken = new AtomicReference<>(false);
        var site = site(config -> config.callbacks(Callbacks.DEFAULT.session(p -> {
            if (broken.get()) throw new IllegalStateException("the list of revoked sessions is away");
            return Callbacks.DEFAULT.session().apply(p);
        })));
        signIn(site.browser);
        var before = site.sessionCookie();
        broken.set(true);
        var response = get(site.browser, ISS);
        assertThat(location(response)).startsWith(APP + "/auth/error?");
        assertThat(site.sessionCookie()).isEqualTo(before);
    }

    @Test
    void a_user_who_links_an_account_in_another_tab_is_not_disturbed() {
        signInByEmail(site.browser);
        var begun = site.signInPage();
        var link = begun.form("Sign in with Demo ID");
        get(site.browser, ISS + "&login_hint=mallory");
        link.submit();
        assertThat(accountsOf("bob@example.com")).isEqualTo(1);
    }

    @Test
    void a_sign_in_that_is_under_way_in_the_browser_fails_cleanly_and_the_later_one_completes() {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var begun = site.browser.send(form(APP + "/auth/signin/op", Map.of("csrfToken", csrf)));
        var first = location(site.browser.send(Request.get(location(begun))));
        var second = returned(site.browser, ISS);
        assertThat(location(site.browser.send(Request.get(first)))).contains("error=Configuration");
        assertThat(site.session()).isEqualTo("null");

        assertThat(location(site.browser.send(Request.get(returned(site.browser, ISS)))))
                .startsWith(APP);
        assertThat(site.session()).contains("Ada");
        assertThat(second).startsWith(APP + "/auth/callback/op?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?",
                "?iss=",
                "?iss=https%3A%2F%2Fevil.example",
                "?iss=https%3A%2F%2Fop.example%2F",
                "?iss=HTTPS%3A%2F%2Fop.example",
                "?iss=op",
                "?iss=https%3A%2F%2Fop.example&iss=https%3A%2F%2Fop.example",
                "?iss=https%3A%2F%2Fop.example&login_hint=a&login_hint=b",
                "?iss=https%3A%2F%2Fop.example&target_link_uri=%2Fa&target_link_uri=%2Fb",
                "?iss=https%3A%2F%2Fop.example%0D%0ASet-Cookie%3A%20a%3Db",
                "?ISS=https%3A%2F%2Fop.example",
                "/op?iss=https%3A%2F%2Fop.example"
            })
    void a_request_of_no_known_issuer_or_with_a_repeated_parameter_begins_nothing(String query) {
        var response = get(site.browser, query);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).isEqualTo("\"Bad request.\"");
        assertThat(response.headers().all("set-cookie")).isEmpty();
        assertThat(site.op.requests()).isEmpty();
        assertThat(warnings).noneMatch(line -> line.contains("\n") || line.contains("evil"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "https://app.example.evil.example/",
                "https://app.example@evil.example/",
                "/\\evil.example",
                "javascript:alert(1)",
                "/a\r\nSet-Cookie: a=b",
                "\u0000",
                ""
            })
    void a_target_that_is_not_a_page_of_the_site_leads_to_its_home(String target) {
        var query = ISS + "&target_link_uri=" + Form.encode(target);
        assertThat(site.browser.open(ROUTE + query).url()).isEqualTo(APP + "/");
        assertThat(location(get(site.browser, query))).isEqualTo(APP);
    }

    @Test
    void a_target_takes_the_place_of_one_that_the_browser_remembered() {
        site.browser.open(APP + "/auth/signin?callbackUrl=%2Fremembered");
        assertThat(site.browser.open(ROUTE + ISS).url()).isEqualTo(APP + "/");
    }

    @Test
    void a_hint_that_is_too_long_is_left_out() {
        var query = authorization(site.browser, ISS + "&login_hint=" + "a".repeat(501));
        assertThat(query).doesNotContainKey("login_hint");
        assertThat(get(site.browser, ISS + "&login_hint=" + "a".repeat(10_000)).status())
                .isEqualTo(400);
        var post = site.browser.send(form(Map.of("iss", OP, "login_hint", "a".repeat(10_000))));
        assertThat(location(post)).isEqualTo(ROUTE + ISS);
        var spaces = authorization(site.browser, ISS + "&login_hint=" + Form.encode("a b&prompt=none\r\n#"));
        assertThat(spaces).containsEntry("login_hint", "a b&prompt=none\r\n#").doesNotContainKey("prompt");
        var longest = "\u20ac".repeat(500);
        assertThat(authorization(site.browser, ISS + "&login_hint=" + Form.encode(longest)))
                .containsEntry("login_hint", longest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"iframe", "image", "script", "empty", "document, image"})
    void a_page_of_another_site_cannot_begin_sign_ins_in_frames_and_pictures(String destination) {
        var response = site.browser.send(Request.get(ROUTE + ISS).header("Sec-Fetch-Dest", destination));
        assertThat(response.status()).isEqualTo(400);
        assertThat(warnings).containsExactly("initiate-rejected: a page of another site loads it");
        assertThat(site.browser
                        .send(Request.get(ROUTE + ISS).header("Sec-Fetch-Dest", "document"))
                        .status())
                .isEqualTo(302);
    }

    @Test
    void a_prefetch_begins_nothing() {
        var response = site.browser.send(Request.get(ROUTE + ISS).header("Sec-Purpose", "prefetch"));
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.headers().all("set-cookie")).isEmpty();
    }

    @Test
    void each_takes_from_the_sign_ins_that_a_client_may_begin() {
        var site = site(config -> config.rateLimits(
                RateLimits.DEFAULT.limit(Budget.SIGN_IN_STARTS, new Limit(1, Duration.ofMinutes(1)))));
        var request = Request.get(ROUTE + ISS);
        var ofClient = Request.of("GET", "https", request.target(), request.headers(), new byte[0], "9.9.9.9");
        assertThat(site.auth.handle(ofClient).status()).isEqualTo(302);
        var response = site.auth.handle(ofClient);
        assertThat(response.status()).isEqualTo(429);
        assertThat(response.header("content-type").orElse("")).startsWith("text/html");
    }

    @Test
    void a_visitor_sees_the_page_for_errors_if_the_provider_is_away() {
        site.op.fault(Fault.DISCOVERY_500);
        var page = site.browser.open(ROUTE + ISS);
        assertThat(page.url()).startsWith(APP + "/auth/error?error=Configuration");
        assertThat(page.text()).contains("<html");
    }

    @Test
    void the_route_is_off_without_the_setting() {
        var off = Site.stored();
        for (var request : List.of(Request.get(ROUTE + ISS), form(Map.of("iss", OP)))) {
            assertThat(off.auth.handle(request).text()).isEqualTo("\"Bad request.\"");
        }
    }

    @Test
    void the_setting_needs_an_issuer_of_one_provider_and_checks() {
        assertThatThrownBy(() -> Site.with(
                        p -> p.issuer(null)
                                .wellKnown(OP + "/.well-known/openid-configuration")
                                .logout(ON),
                        c -> c))
                .hasMessageContaining("the provider op: initiateLogin needs the issuer of the provider; set issuer");
        assertThatThrownBy(() -> Site.with(p -> p.logout(ON).danger().noChecks(), c -> c))
                .hasMessageContaining("initiateLogin needs checks; remove noChecks");
        var twin = OAuthProvider.oidc("twin", "Twin", OP).clientId("twin").clientSecret("twin-secret");
        assertThatThrownBy(() -> site(c -> c.provider(twin.logout(ON))))
                .hasMessageContaining("the provider twin: initiateLogin is set for op, which has the same issuer");
        assertThat(location(get(site(c -> c.provider(twin)).browser, ISS))).contains("client_id=app&");
        var oauth =
                OAuthProvider.oauth("plain", "Plain").issuer(OP).clientId("app").clientSecret("s");
        assertThatThrownBy(() -> site(c -> c.provider(oauth.logout(ON)))).hasMessageContaining("OpenID Connect");
    }

    private void signIn(Browser browser) {
        browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
    }

    private void signInByEmail(Browser browser) {
        signInByEmail(site, browser);
    }

    private static void signInByEmail(Site site, Browser browser) {
        var csrf = browser.open(APP + "/auth/csrf").text().substring(14, 78);
        browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", "bob@example.com"));
        browser.open(site.inbox.last("bob@example.com").orElseThrow().url());
    }

    private int accountsOf(String address) {
        var user = site.adapter.getUserByEmail(address).orElseThrow();
        return site.adapter.listAccountsByUserId(String.valueOf(user.id())).size();
    }

    /** Where the provider sends the browser back. */
    private static String returned(Browser browser, String query) {
        return location(browser.send(Request.get(location(get(browser, query)))));
    }

    private static Map<String, String> authorization(Browser browser, String query) {
        var url = location(get(browser, query));
        assertThat(url).startsWith(OP + "/authorize?");
        return Form.decode(url.substring(url.indexOf('?') + 1));
    }

    private static Response get(Browser browser, String query) {
        return browser.send(Request.get(ROUTE + query));
    }

    private static Request form(Map<String, String> fields) {
        return form(ROUTE, fields);
    }

    private static Request form(String url, Map<String, String> fields) {
        return Request.post(url, "application/x-www-form-urlencoded", Form.encode(fields));
    }

    private static String location(Response response) {
        return response.header("location").orElse("");
    }
}
