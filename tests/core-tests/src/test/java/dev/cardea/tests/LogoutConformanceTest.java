package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.testing.Client;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The rules of the relying party modules for logout and third-party initiated login of the OpenID Foundation's conformance
 * suite, each named after its module.
 */
class LogoutConformanceTest {
    private static final String ROUTE = APP + "/auth/logout";

    private final Site site = Site.with(
            p -> p.logout(ProviderLogout.OFF
                    .rpInitiated(RpInitiated.ALWAYS)
                    .backChannel(true)
                    .frontChannel(true)
                    .initiateLogin(true)),
            config -> config.adapter(new InMemoryAdapter()).session(SessionOptions.revocable()));

    LogoutConformanceTest() {
        site.op
                .client(Client.of("app", "app-secret")
                        .redirectUri(APP + "/auth/callback/op")
                        .logoutUri(ROUTE))
                .session("session-1");
    }

    // --- RP-Initiated Logout 1.0 ---

    @Test
    void client_test_rp_init_logout() {
        signIn();
        assertThat(location(ROUTE + "?state=" + signedOut())).isEqualTo(APP + "/bye");
        assertThat(site.session()).isEqualTo("null");
        assertThat(site.op.loggedOut()).containsExactly("ada");
        assertThat(site.op.complaints()).isEmpty();
    }

    @Test
    void client_test_rp_init_logout_other_state() {
        signIn();
        var state = signedOut();
        assertThat(location(ROUTE + "?state=another")).isEqualTo(APP);
        assertThat(location(ROUTE + "?state=" + state)).isEqualTo(APP + "/bye");
    }

    @Test
    void client_test_rp_init_logout_no_state() {
        signIn();
        var state = signedOut();
        assertThat(location(ROUTE)).isNotEqualTo(APP + "/bye");
        assertThat(location(ROUTE + "?state=")).isEqualTo(APP);
        assertThat(location(ROUTE + "?state=" + state)).isEqualTo(APP + "/bye");
    }

    // --- Back-Channel Logout 1.0 ---

    @Test
    void client_test_rp_backchannel_rpinitlogout() {
        signIn();
        var response = backChannel(Claims.NONE, claims());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("cache-control").orElse("")).contains("no-store");
        assertThat(site.session()).isEqualTo("null");
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_alg_none() {
        assertRejected(Claims.of("alg", "none"), claims());
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_wrong_alg() {
        assertRejected(Claims.of("alg", "HS256"), claims());
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_wrong_iss() {
        assertRejected(Claims.NONE, claims().with("iss", "https://elsewhere.example"));
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_wrong_aud() {
        assertRejected(Claims.NONE, claims().with("aud", "another"));
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_no_event() {
        assertRejected(Claims.NONE, claims().without("events"));
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_wrong_event() {
        var other = Map.of("http://schemas.openid.net/event/other", Map.of());
        assertRejected(Claims.NONE, claims().with("events", other));
    }

    @Test
    void client_test_rp_backchannel_rpinitlogout_with_nonce() {
        assertRejected(Claims.NONE, claims().with("nonce", "n"));
    }

    // --- Front-Channel Logout 1.0 ---

    @Test
    void client_test_rp_frontchannel_rpinitlogout() {
        signIn();
        var query = "?iss=" + Form.encode(OP) + "&sid=session-1";
        var response = site.auth.handle(Request.get(APP + "/auth/frontchannel-logout/op" + query));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("cache-control").orElse("")).contains("no-store");
        assertThat(site.session()).isEqualTo("null");
    }

    // --- Core 1.0, section 4 ---

    @Test
    void client_test_3rd_party_init_login() {
        site.browser.open(APP + "/auth/initiate?iss=" + Form.encode(OP));
        assertThat(site.session()).contains("Ada");
        assertThat(site.op.complaints()).isEmpty();
    }

    private void signIn() {
        site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        assertThat(site.session()).contains("Ada");
    }

    /** Signs out as far as the provider; returns the state that it gets. */
    private String signedOut() {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var fields = Map.of("csrfToken", csrf, "callbackUrl", "/bye");
        site.browser.send(
                Request.post(APP + "/auth/signout", "application/x-www-form-urlencoded", Form.encode(fields)));
        var atProvider = location(ROUTE);
        assertThat(atProvider).startsWith(OP + "/logout?");
        site.browser.send(Request.get(atProvider));
        return Form.decode(atProvider.substring(atProvider.indexOf('?') + 1)).getOrDefault("state", "");
    }

    private Claims claims() {
        return site.op.logoutClaims("app", "ada", "session-1");
    }

    private void assertRejected(Claims header, Claims claims) {
        signIn();
        assertThat(backChannel(header, claims).status()).isEqualTo(400);
        assertThat(site.session()).contains("Ada");
    }

    private Response backChannel(Claims header, Claims claims) {
        var body = "logout_token=" + Form.encode(site.op.signed(header, claims));
        return site.auth.handle(
                Request.post(APP + "/auth/backchannel-logout/op", "application/x-www-form-urlencoded", body));
    }

    private String location(String url) {
        return site.browser.send(Request.get(url)).header("location").orElse("");
    }
}
