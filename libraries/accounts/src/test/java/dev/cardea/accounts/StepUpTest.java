package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.error.AdapterException;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the application that need more than a session. */
class StepUpTest {
    private static final StepUp FRESH = StepUp.fresh(Duration.ofMinutes(10));
    private static final String REAUTH = AUTH + "/reauth?callbackUrl=https%3A%2F%2Fapp.example%2Fpayouts%3Fid%3D7";
    private final UserAccounts accounts = TestSite.accounts();
    private StepUp need = FRESH;
    private TestSite site = TestSite.with(it -> it.extension(accounts)
            .callbacks(Callbacks.DEFAULT.authorized(p ->
                    p.path().startsWith("/payouts") ? accounts.decide(p, need) : Decision.allowIf(p.auth() != null))));

    /** By the callback, and by a handler that asks itself. */
    @ParameterizedTest
    @ValueSource(strings = {"/payouts?id=7", "/handled?id=7"})
    void a_page_is_shown_after_a_fresh_proof_and_else_asks_for_one_and_leads_back(String path) {
        var browser = user();
        assertThat(browser.open(URL + path).text()).isEqualTo("inside");
        site.clock.advance(Duration.ofMinutes(10));
        assertThat(browser.open(URL + "/other").text()).isEqualTo("inside");

        var page = browser.open(URL + path);
        assertThat(page.url()).startsWith(AUTH + "/reauth?callbackUrl=");
        var back = page.form("Continue").fill("password", PASSWORD).submit();

        assertThat(back.url()).isEqualTo(URL + path);
        assertThat(back.text()).isEqualTo("inside");
    }

    @Test
    void a_redirect_is_for_this_visitor_alone() {
        var answer = send(aged(), Request.get(URL + "/payouts?id=7").header("Accept", "text/html"));

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).contains(REAUTH);
        assertThat(answer.header("Cache-Control")).contains("private, no-store");
    }

    @Test
    void a_script_gets_what_is_missing_as_rfc_9470_says_it_and_where_to_prove_it() {
        var browser = aged();
        var post = Request.post(URL + "/payouts", "application/json", "{}").header("Accept", "text/html");
        for (var request : List.of(Request.get(URL + "/payouts?id=7"), post)) {
            var answer = send(browser, request);

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate"))
                    .contains("Session error=\"insufficient_user_authentication\", max_age=\"600\"");
            assertThat(answer.text())
                    .isEqualTo("{\"error\":\"insufficient_user_authentication\",\"max_age\":600,\"url\":\"" + AUTH
                            + "/reauth\"}");
        }
    }

    @Test
    void a_second_factor_is_asked_for_even_if_the_user_has_none_and_the_page_says_so() {
        need = StepUp.secondFactor();
        var browser = user();

        var page = browser.open(URL + "/payouts");

        assertThat(page.url()).contains("/reauth?need=second-factor&callbackUrl=");
        assertThat(page.text()).contains("This needs a second factor, and your account has none");
        assertThat(page.document().select("input[type=password]")).isEmpty();
        assertThat(page.follow("Open your account").url()).startsWith(AUTH + "/account/security?callbackUrl=");
        assertThat(send(browser, Request.get(URL + "/payouts")).header("WWW-Authenticate"))
                .contains("Session error=\"insufficient_user_authentication\"");
    }

    @Test
    void a_second_factor_of_this_session_is_enough_and_a_passkey_is_asked_for_by_name() {
        var own = TestSite.accounts();
        site = TestSite.with(it -> it.extension(own).callbacks(Callbacks.DEFAULT.authorized(p -> own.decide(p, need))));
        need = StepUp.secondFactor(Duration.ofMinutes(10));
        var browser = user();
        var phone = Phone.connect(site, browser);
        assertThat(browser.open(URL + "/payouts").text()).isEqualTo("inside");
        site.clock.advance(Duration.ofMinutes(11));

        var back = browser.open(URL + "/payouts")
                .form("Continue")
                .fill("code", phone.code())
                .submit();

        assertThat(back.url()).isEqualTo(URL + "/payouts");
        assertThat(back.text()).isEqualTo("inside");
        need = StepUp.secondFactor();
        site.clock.advance(Duration.ofDays(20));
        assertThat(browser.open(URL + "/payouts").text()).isEqualTo("inside");
        need = StepUp.phishingResistant();
        var page = browser.open(URL + "/payouts");
        assertThat(page.url()).contains("need=phishing-resistant");
        assertThat(page.text()).contains("This needs a passkey, and your account has none");
    }

    @Test
    void a_session_without_a_record_and_one_that_has_ended_have_proven_nothing() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        site.rows.createSession(new AdapterSession(
                "of-auth-js", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");
        assertThat(browser.open(URL + "/payouts").url()).startsWith(AUTH + "/reauth");

        site.rows.deleteSession("of-auth-js");
        assertThat(browser.open(URL + "/handled").url()).startsWith(AUTH + "/signin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/payouts", "/handled"})
    void a_visitor_who_is_not_signed_in_does_so(String path) {
        assertThat(browser().open(URL + path).url()).startsWith(AUTH + "/signin?callbackUrl=");
        assertThat(send(browser(), Request.get(URL + path)).status()).isEqualTo(401);
    }

    @Test
    void a_callback_that_cardea_has_not_called_denies() {
        var params = new AuthorizedParams(
                Session.of(User.of("1", "Ann", ANN), Instant.parse("2027-01-01T00:00:00Z")), Request.get(URL + "/"));

        assertThat(accounts.decide(params, FRESH)).isEqualTo(Decision.deny());
    }

    @Test
    void while_the_store_is_down_no_page_is_shown() {
        var probe = new AtomicReference<AdapterProbe>();
        site = TestSite.with(it -> {
            probe.set(AdapterProbe.on(Objects.requireNonNull(it.adapter())));
            return it.adapter(probe.get().adapter())
                    .extension(accounts)
                    .callbacks(Callbacks.DEFAULT.authorized(p -> accounts.decide(p, FRESH)));
        });
        var browser = user();
        var request = withCookies(browser, Request.get(URL + "/payouts"));
        probe.get().forgetCalls();
        assertThat(application().handle(request).status()).isEqualTo(200);
        int reading = probe.get().calls().indexOf("getRecord");

        probe.get().failBefore(reading + 1);
        assertThat(application().handle(request).status()).isEqualTo(503);
        probe.get().failFrom(1);
        assertThatThrownBy(() -> accounts.require(site.auth, request, FRESH)).isInstanceOf(AdapterException.class);
    }

    @Test
    void the_assurance_of_the_own_session_is_json_and_null_without_one() {
        var browser = user();

        var proven = browser.send(Request.get(AUTH + "/assurance"));

        assertThat(proven.text())
                .isEqualTo("{\"authTime\":\"2026-11-01T10:00:00Z\",\"amr\":[\"email\"],\"secondFactor\":null,"
                        + "\"proofs\":[{\"method\":\"email\",\"amr\":[\"email\"],\"time\":\"2026-11-01T10:00:00Z\"}]}");
        assertThat(proven.header("Cache-Control")).contains("private, no-cache, no-store");
        assertThat(browser().send(Request.get(AUTH + "/assurance")).text()).isEqualTo("null");
        site.clock.advance(Duration.ofDays(91));
        assertThat(browser.send(Request.get(AUTH + "/assurance")).text()).isEqualTo("null");
    }

    @ParameterizedTest
    @EnumSource(names = {"FORWARD", "ACT"})
    void the_sites_own_server_gets_the_assurance_over_the_bridge(BridgeMode mode) {
        site = TestSite.with(it -> it.extension(accounts).bridge(true));
        var request = withCookies(user(), Request.get(AUTH + "/assurance"));

        var answer = site.auth.handle(new BridgeSigner(TestSite.SECRET).sign(mode, request, site.clock.instant()));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("\"amr\":[\"email\"],\"secondFactor\":null");
    }

    private Browser user() {
        var browser = browser();
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);
        return browser;
    }

    private Browser aged() {
        var browser = user();
        site.clock.advance(Duration.ofMinutes(11));
        return browser;
    }

    private Browser browser() {
        var pages = application();
        return Browser.of(
                Origins.of(URL, it -> pages.handle(it.headers().has("accept") ? it : it.header("Accept", "text/html"))),
                site.clock);
    }

    /** An application with pages that the callback protects, and one whose handler asks itself. */
    private HttpHandler application() {
        var inside = Response.of(200, "text/plain", "inside");
        var guarded = site.auth.protect(request -> inside);
        return request -> {
            if (site.auth.handles(request)) return site.auth.handle(request);
            if (!request.path().startsWith("/handled")) return guarded.handle(request);
            return accounts.require(site.auth, request, need).orElse(inside);
        };
    }

    private Response send(Browser browser, Request request) {
        return application().handle(withCookies(browser, request));
    }

    private static Request withCookies(Browser browser, Request request) {
        var cookies = browser.cookies(URL + "/").entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return request.header("Cookie", cookies);
    }
}
