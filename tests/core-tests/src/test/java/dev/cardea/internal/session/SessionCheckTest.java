package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.tests.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A site that reads its tokens itself asks whether a session still exists. */
class SessionCheckTest {
    private static final String NAME = "__Secure-authjs.session-token";
    private static final String PATH = "/auth/session-check";

    private final BridgeSigner signer = new BridgeSigner("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
    private final WatchedStore store = new WatchedStore();

    @Test
    void the_store_is_asked_each_time_and_says_which_session_it_is_and_whose() {
        var site = signedIn(c -> c);
        store.calls.clear();
        for (int i = 1; i <= 3; i++) {
            var answer = check(site);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers().has("Set-Cookie")).isFalse();
            var body = Claims.of((Map<?, ?>) claims(answer).value("body"));
            assertThat(body.value("id")).isEqualTo(onlyId());
            assertThat(Json.print(body.value("user"))).contains("\"email\":\"ada@example.com\"", "\"id\":");
            assertThat(store.calls).hasSize(i).containsOnly("getSessionRecord");
        }
    }

    @Test
    void a_session_that_ended_elsewhere_is_none_immediately() {
        var site = signedIn(c -> c);
        assertThat(check(site).text()).contains(onlyId());
        store.memory.endSessions(SessionSelection.one(onlyId()));

        assertThat(check(site).text()).isEqualTo("{\"body\":null,\"cookies\":[]}");
    }

    @Test
    void a_session_past_its_absolute_age_is_none_and_so_is_no_cookie() {
        var site = signedIn(c -> c.session(SessionOptions.revocable().absoluteAge(Duration.ofHours(1))));
        assertThat(check(site).text()).contains(onlyId());
        var cookie = site.sessionCookie().orElseThrow();
        site.clock.advance(Duration.ofHours(1).plusSeconds(15));

        assertThat(claims(check(site, cookie)).value("body")).isNull();
        assertThat(claims(site.auth.handle(call(BridgeMode.READ, Request.get(APP + PATH), site)))
                        .value("body"))
                .isNull();
    }

    @Test
    void while_the_store_fails_it_is_503() {
        var site = signedIn(c -> c);
        store.failing = "getSessionRecord";

        assertThat(check(site).status()).isEqualTo(503);
    }

    @Test
    void no_callback_is_asked_because_the_site_runs_its_own() {
        List<Claims> calls = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            calls.add(params.token());
            return params.token();
        })));
        calls.clear();
        check(site);

        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void for_browsers_and_calls_of_another_mode_the_route_does_not_exist(BridgeMode mode) {
        var site = signedIn(c -> c);
        var request = request(site.sessionCookie().orElseThrow());
        assertThat(site.auth.handle(request).status()).isEqualTo(404);
        int status = site.auth.handle(call(mode, request, site)).status();
        assertThat(status).isEqualTo(mode == BridgeMode.READ ? 200 : 404);
    }

    @Test
    void with_sessions_that_cannot_be_ended_there_is_no_such_action() {
        var site = signedIn(c -> c.session(SessionOptions.jwt()));
        var answer = check(site);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("UnknownAction");
    }

    @Test
    void the_core_says_how_long_an_answer_counts_and_a_session_lasts() {
        var described = described(c -> c.session(SessionOptions.revocable().confirmAge(Duration.ofSeconds(7))));
        assertThat(described.value("strategy")).isEqualTo("revocable");
        assertThat(described.value("confirmAge")).isEqualTo(7L);
        assertThat(described.value("absoluteAge")).isEqualTo(Duration.ofDays(90).toSeconds());

        assertThat(described(c -> c.session(SessionOptions.jwt())).toJson())
                .doesNotContain("confirmAge")
                .doesNotContain("absoluteAge");
        var limited = described(c -> c.session(SessionOptions.jwt().absoluteAge(Duration.ofHours(12))));
        assertThat(limited.value("absoluteAge")).isEqualTo(43_200L);
        assertThat(limited.has("confirmAge")).isFalse();
    }

    private Claims described(UnaryOperator<AuthConfig.Builder> change) {
        var site = site(change);
        var answer = site.auth.handle(call(BridgeMode.READ, Request.get(APP + "/auth/providers"), site));
        return Claims.of((Map<?, ?>) claims(answer).value("core"));
    }

    private Response check(Site site) {
        return check(site, site.sessionCookie().orElseThrow());
    }

    private Response check(Site site, String token) {
        return site.auth.handle(call(BridgeMode.READ, request(token), site));
    }

    private Request call(BridgeMode mode, Request request, Site site) {
        return signer.sign(mode, request, site.clock.instant());
    }

    private static Request request(String token) {
        return Request.get(APP + PATH).header("cookie", NAME + "=" + token);
    }

    private static Claims claims(Response answer) {
        return Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
    }

    private String onlyId() {
        var ada = store.memory.getUserByEmail("ada@example.com").orElseThrow();
        return store.memory.listSessionRecords(ada.id()).get(0).id();
    }

    private Site signedIn(UnaryOperator<AuthConfig.Builder> change) {
        var site = site(change);
        site.browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
        return site;
    }

    private Site site(UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(
                p -> p,
                c -> change.apply(c.adapter(store.adapter())
                        .session(SessionOptions.revocable())
                        .bridge(true)));
    }
}
