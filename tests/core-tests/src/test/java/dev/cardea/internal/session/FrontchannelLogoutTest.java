package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.testing.Browser;
import dev.cardea.tests.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of a provider ends sessions in a frame (OpenID Connect Front-Channel Logout 1.0). */
class FrontchannelLogoutTest {
    private static final ProviderLogout ON = ProviderLogout.OFF.frontChannel(true);

    private final WatchedStore store = new WatchedStore();
    private final Site site =
            Site.with(p -> p.logout(ON), c -> c.adapter(store.adapter()).session(SessionOptions.revocable()));

    @Test
    void a_frame_without_cookies_ends_the_session_at_the_provider() {
        var browser = signedIn("session-1");
        var other = signedIn("session-2");
        var response = frame("op?iss=https%3A%2F%2Fop.example&sid=session-1");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEmpty();
        assertThat(response.header("content-security-policy").orElse("")).endsWith("frame-ancestors " + OP);
        assertThat(response.headers().has("x-frame-options")).isFalse();
        assertThat(response.header("cache-control").orElse("")).contains("no-store");
        assertThat(session(browser)).isEqualTo("null");
        assertThat(session(other)).contains("Ada");
    }

    @Test
    void a_frame_without_an_issuer_and_one_for_no_session_are_accepted() {
        var browser = signedIn("session-1");
        assertThat(frame("op?sid=unknown").status()).isEqualTo(200);
        assertThat(session(browser)).contains("Ada");
        assertThat(frame("op?sid=session-1").status()).isEqualTo(200);
        assertThat(session(browser)).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "op",
                "op?sid=",
                "op?iss=https%3A%2F%2Fop.example",
                "op?iss=https%3A%2F%2Fevil.example&sid=session-1",
                "op?iss=&sid=session-1",
                "op?iss=https%3A%2F%2Fop.example%2F&sid=session-1",
                "credentials?sid=session-1",
                "?sid=session-1"
            })
    void a_frame_without_a_session_or_of_another_issuer_ends_nothing(String query) {
        var browser = signedIn("session-1");
        assertThat(frame(query).status()).isEqualTo(400);
        assertThat(session(browser)).contains("Ada");
    }

    @Test
    void a_session_id_that_is_too_long_ends_nothing() {
        assertThat(frame("op?sid=" + "s".repeat(256)).status()).isEqualTo(400);
    }

    @Test
    void a_session_whose_ID_token_named_none_stays() {
        var browser = signedIn(null);
        assertThat(frame("op?sid=session-1").status()).isEqualTo(200);
        assertThat(session(browser)).contains("Ada");
    }

    @Test
    void the_route_is_off_without_the_setting_and_the_setting_needs_records() {
        var off = Site.stored();
        assertThat(off.auth
                        .handle(Request.get(APP + "/auth/frontchannel-logout/op?sid=s"))
                        .text())
                .isEqualTo("\"Bad request.\"");
        assertThatThrownBy(() -> Site.with(p -> p.logout(ON), c -> c))
                .hasMessageContaining("frontChannel needs sessions that a provider can end");
    }

    private Browser signedIn(String sid) {
        site.op.session(sid);
        var browser = site.anotherBrowser();
        browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        return browser;
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    private Response frame(String query) {
        return site.auth.handle(Request.get(APP + "/auth/frontchannel-logout/" + query));
    }
}
