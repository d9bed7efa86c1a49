package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Accounts.OpenSession;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.error.AdapterException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.observe.Step;
import dev.cardea.testing.Browser;
import dev.cardea.tests.Site;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users see where they are signed in and end sessions; so do administrators. */
class OpenSessionsTest {
    private static final String NAME = "__Secure-authjs.session-token";
    private static final Claim<String> TOKEN = Claim.text("csrfToken");

    private final WatchedStore store = new WatchedStore();
    private final List<String> ended = new CopyOnWriteArrayList<>();
    private final List<Step> steps = new CopyOnWriteArrayList<>();
    private final Site site = site(c -> c);

    @Test
    void a_user_sees_each_session_with_its_device_and_which_one_this_is() {
        var laptop = signedIn(site);
        site.clock.advance(Duration.ofMinutes(1));
        var phone = signedIn(site);
        var list = Json.parse(get(phone).text(), Json.TRUSTED_DEPTH);

        assertThat(list)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(2);
        var first = Claims.of(asMap(((List<?>) list).get(0)));
        assertThat(first.asMap().keySet())
                .containsExactly("id", "current", "begun", "seen", "expires", "provider", "client", "userAgent");
        assertThat(first.value("current")).isEqualTo(true);
        assertThat(first.text("provider")).isEqualTo("op");
        assertThat(first.text("begun")).isEqualTo("2026-05-01T12:01:00.000Z");
        assertThat(get(laptop).text()).contains("\"current\":true");
    }

    @Test
    void without_a_session_there_is_no_list_and_nothing_ends() {
        signedIn(site);
        var stranger = site.anotherBrowser();

        assertThat(get(stranger).status()).isEqualTo(401);
        assertThat(get(stranger).text()).isEqualTo("{\"error\":\"not signed in\"}");
        assertThat(post(stranger, "all").status()).isEqualTo(401);
        assertThat(records()).hasSize(1);
    }

    @Test
    void one_session_all_others_and_all_can_be_ended() {
        var laptop = signedIn(site);
        var phone = signedIn(site);
        var tablet = signedIn(site);
        var another = another(laptop);

        assertThat(post(laptop, another).text()).isEqualTo("{\"ended\":1}");
        assertThat(post(laptop, another).text()).isEqualTo("{\"ended\":0}");
        assertThat(records()).hasSize(2);
        assertThat(ended).containsExactly("elsewhere");
        assertThat(List.of(laptop, phone, tablet).stream().filter(this::isSignedIn))
                .hasSize(2);
        signedIn(site);
        assertThat(post(laptop, "others").text()).matches("\\{\"ended\":[12]}");
        assertThat(records()).hasSize(1);
        assertThat(isSignedIn(laptop)).isTrue();
        assertThat(post(laptop, "all").text()).isEqualTo("{\"ended\":1}");
        assertThat(laptop.cookie(APP + "/auth/session", NAME)).isEmpty();
        assertThat(isSignedIn(laptop)).isFalse();
    }

    @Test
    void a_form_leads_back_to_the_page() {
        var laptop = signedIn(site);
        signedIn(site);
        var fields = java.util.Map.of("csrfToken", csrf(laptop), "end", "others", "callbackUrl", APP + "/account");
        var page = laptop.post(APP + "/auth/sessions", fields);

        assertThat(page.url()).isEqualTo(APP + "/account");
        assertThat(records()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "0000",
                "'; drop table",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void an_id_that_is_none_ends_nothing(String id) {
        var laptop = signedIn(site);

        assertThat(post(laptop, id).text()).isEqualTo("{\"ended\":0}");
        assertThat(site.auth.sessions().end(ada(), id)).isFalse();
        assertThat(store.calls).doesNotContain("listSessionRecords", "endSessions");
        assertThat(records()).hasSize(1);
    }

    @Test
    void another_users_session_is_not_ended() {
        var ada = signedIn(site);
        var cookies = site.auth
                .signIn(
                        Request.get(APP + "/page"),
                        dev.cardea.action.SignIn.with("credentials")
                                .field("username", "bob")
                                .field("password", "correct horse"))
                .cookies();
        assertThat(cookies).isNotEmpty();
        var theirs = store.memory.listSessionRecords("42").get(0).id();

        assertThat(post(ada, theirs).text()).isEqualTo("{\"ended\":0}");
        assertThat(store.memory.listSessionRecords("42")).hasSize(1);
    }

    @Test
    void a_post_without_the_token_of_the_site_ends_nothing() {
        var laptop = signedIn(site);
        var body = Claims.of("end", "all").toJson();
        laptop.send(Request.post(APP + "/auth/sessions", "application/json", body));

        assertThat(records()).hasSize(1);
    }

    @Test
    void many_posts_are_rejected() {
        var laptop = signedIn(site);
        var token = csrf(laptop);
        var cookies = String.join(
                "; ",
                NAME + "=" + laptop.cookie(APP + "/auth/session", NAME).orElseThrow(),
                "__Host-authjs.csrf-token="
                        + laptop.cookie(APP + "/auth/session", "__Host-authjs.csrf-token")
                                .orElseThrow());
        var headers = dev.cardea.http.Headers.of("host", "app.example")
                .set("content-type", "application/json")
                .set("sec-fetch-site", "same-origin")
                .set("cookie", cookies);
        var body = Claims.of("csrfToken", token).with("end", "x").toJson().getBytes(StandardCharsets.UTF_8);
        var post = Request.of("POST", "https", "/auth/sessions", headers, body, "8.8.8.8");

        for (int i = 0; i < 60; i++) assertThat(site.auth.handle(post).status()).isEqualTo(200);
        assertThat(site.auth.handle(post).status()).isEqualTo(429);
    }

    @Test
    void what_is_stored_of_devices_can_be_chosen() {
        for (var devices : Devices.values()) {
            var one = site(c -> c.session(SessionOptions.revocable().devices(devices)));
            var agent = "Agent " + "x".repeat(600);
            var headers = dev.cardea.http.Headers.of("host", "app.example").set("user-agent", agent);
            var request = Request.of("GET", "https", "/page", headers, new byte[0], "192.0.2.77");
            one.auth.signIn(
                    request,
                    dev.cardea.action.SignIn.with("credentials")
                            .field("username", "bob")
                            .field("password", "correct horse"));
            var record = store.memory.listSessionRecords("42").get(0);
            store.memory.endSessions(dev.cardea.adapter.SessionSelection.ofUser("42"));

            switch (devices) {
                case NONE -> assertThat(record.userAgent()).isNull();
                case REDUCED -> assertThat(record.userAgent()).hasSize(200).startsWith("Agent x");
                case FULL -> assertThat(record.userAgent()).hasSize(500);
            }
            if (devices == Devices.NONE) assertThat(record.client()).isNull();
            if (devices == Devices.REDUCED) assertThat(record.client()).isEqualTo("192.0.2.0/24");
            if (devices == Devices.FULL) assertThat(record.client()).isEqualTo("192.0.2.77");
        }
    }

    @Test
    void an_administrator_lists_and_ends_the_sessions_of_any_user() {
        var laptop = signedIn(site);
        signedIn(site);
        var all = site.auth.sessions().list(ada());

        assertThat(all).hasSize(2).extracting(OpenSession::isCurrent).containsOnly(false);
        assertThat(site.auth.sessions().end(ada(), all.get(0).id())).isTrue();
        assertThat(site.auth.sessions().end("another", all.get(1).id())).isFalse();
        assertThat(site.auth.sessions().endAll(ada())).isEqualTo(1);
        assertThat(site.auth.sessions().endAll(ada())).isZero();
        assertThat(isSignedIn(laptop)).isFalse();
        assertThat(ended).containsExactly("administrator", "administrator");
    }

    @Test
    void sessions_that_cannot_be_ended_are_not_administered() {
        var tokens = Site.stored();

        assertThatThrownBy(() -> tokens.auth.sessions())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("revocable");
        assertThatThrownBy(
                        () -> Auth.of(request -> AuthConfig.builder().build()).sessions())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("sessions(request)");
        assertThat(tokens.browser.open(APP + "/auth/sessions").status()).isEqualTo(400);
    }

    @Test
    void before_danger_the_store_is_asked_each_time() {
        var laptop = signedIn(site);
        var request = Request.get(APP + "/page")
                .header(
                        "cookie",
                        NAME + "=" + laptop.cookie(APP + "/auth/session", NAME).orElseThrow());
        assertThat(site.auth.session(request)).isPresent();
        store.memory.endSessions(dev.cardea.adapter.SessionSelection.ofUser(ada()));

        assertThat(site.auth.session(request)).isPresent();
        assertThat(site.auth.confirmed(request)).isEmpty();
        assertThat(site.auth.session(request)).isEmpty();
        store.failing = "getSessionRecord";
        assertThatThrownBy(() -> site.auth.confirmed(request)).isInstanceOf(AdapterException.class);
    }

    @Test
    void a_sign_in_beyond_the_limit_is_reported() {
        var one = site(c -> c.session(SessionOptions.revocable().maxPerUser(1)));
        signedIn(one);
        signedIn(one);

        assertThat(ended).containsExactly("limit");
    }

    @Test
    void a_user_who_is_deleted_is_signed_out_and_each_session_reported_once() {
        var laptop = signedIn(site);
        var id = ada();
        signedIn(site);
        assertThat(isSignedIn(laptop)).isTrue();
        site.auth.sessions().deleteUser(id);
        site.auth.sessions().deleteUser(id);

        assertThat(store.memory.getUser(id)).isEmpty();
        assertThat(store.memory.listSessionRecords(id)).isEmpty();
        assertThat(isSignedIn(laptop)).isFalse();
        assertThat(ended).containsExactly("userDeleted", "userDeleted");
    }

    @Test
    void a_user_whose_sessions_cannot_be_ended_is_not_deleted() {
        signedIn(site);
        var id = ada();
        store.failing = "endSessions";

        assertThatThrownBy(() -> site.auth.sessions().deleteUser(id)).isInstanceOf(AdapterException.class);
        assertThat(store.memory.getUser(id)).isPresent();
        assertThat(records()).hasSize(1);
        assertThat(ended).isEmpty();
    }

    @Test
    void a_session_that_the_first_verification_of_the_address_ends_is_reported() {
        var stranger = store.memory.createUser(User.of(Claims.of("email", "ada@example.com")));
        var now = site.clock.instant();
        store.memory.registerSession(new SessionRecord(
                "a".repeat(64),
                Objects.requireNonNull(stranger.id()),
                true,
                now,
                now,
                now.plus(Duration.ofDays(1)),
                "op",
                null,
                null,
                null,
                null));
        site.auth.signIn(
                Request.get(APP + "/page"),
                dev.cardea.action.SignIn.with("email").field("email", "ada@example.com"));
        site.browser.open(site.inbox.links().get(0));

        assertThat(ended).containsExactly("firstVerification");
        assertThat(records()).hasSize(1).doesNotContain("a".repeat(64));
    }

    @Test
    void a_session_that_ends_by_its_own_sign_out_or_a_new_sign_in_is_not_reported() {
        var laptop = signedIn(site);
        laptop.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
        laptop.open(APP + "/auth/signout").press("Sign out");

        assertThat(records()).isEmpty();
        assertThat(ended).isEmpty();
    }

    @Test
    void questions_to_the_store_and_ends_are_steps_and_a_check_without_a_question_is_none() {
        var laptop = signedIn(site);
        isSignedIn(laptop);
        steps.clear();
        for (int i = 0; i < 3; i++) isSignedIn(laptop);
        assertThat(steps).isEmpty();

        site.clock.advance(Duration.ofSeconds(4));
        isSignedIn(laptop);
        store.failing = "getSessionRecord";
        site.clock.advance(Duration.ofSeconds(4));
        isSignedIn(laptop);
        store.failing = "";
        post(laptop, "all");
        isSignedIn(signedIn(site));
        var late = signedIn(site);
        store.memory.endSessions(dev.cardea.adapter.SessionSelection.ofUser(ada()));
        isSignedIn(late);

        assertThat(steps)
                .containsExactly(
                        new Step.SessionConfirm(Step.SessionConfirm.Result.LIVE),
                        new Step.SessionConfirm(Step.SessionConfirm.Result.UNKNOWN),
                        new Step.SessionConfirm(Step.SessionConfirm.Result.LIVE),
                        new Step.SessionEnd(Step.SessionEnd.Reason.ELSEWHERE),
                        new Step.SessionConfirm(Step.SessionConfirm.Result.LIVE),
                        new Step.SessionConfirm(Step.SessionConfirm.Result.GONE));
    }

    @Test
    void each_reason_of_the_event_is_one_of_the_step() {
        assertThat(Step.SessionEnd.Reason.values())
                .extracting(Enum::name)
                .containsExactlyElementsOf(Stream.of(Events.SessionEnded.Reason.values())
                        .map(Enum::name)
                        .toList());
    }

    private Site site(UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(
                p -> p,
                c -> change.apply(c.adapter(store.adapter())
                        .session(SessionOptions.revocable())
                        .observer((at, step) -> {
                            if (step instanceof Step.SessionConfirm || step instanceof Step.SessionEnd) steps.add(step);
                        })
                        .events(new Events() {
                            @Override
                            public void sessionEnded(SessionEnded event) {
                                ended.add(event.reason().label());
                            }
                        })));
    }

    private static Browser signedIn(Site site) {
        var browser = site.anotherBrowser();
        browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
        return browser;
    }

    private boolean isSignedIn(Browser browser) {
        return browser.open(APP + "/auth/session").text().contains("Ada Lovelace");
    }

    private String ada() {
        return Objects.requireNonNull(
                store.memory.getUserByEmail("ada@example.com").orElseThrow().id());
    }

    private List<String> records() {
        return store.memory.listSessionRecords(ada()).stream()
                .map(SessionRecord::id)
                .toList();
    }

    private static Response get(Browser browser) {
        return browser.send(Request.get(APP + "/auth/sessions"));
    }

    /** The id of a session that is not this browser's. */
    private static String another(Browser browser) {
        var all = (List<?>) Objects.requireNonNull(Json.parse(get(browser).text(), Json.TRUSTED_DEPTH));
        return all.stream()
                .map(session -> Claims.of(asMap(session)))
                .filter(session -> Boolean.FALSE.equals(session.value("current")))
                .map(session -> String.valueOf(session.text("id")))
                .findFirst()
                .orElseThrow();
    }

    private static Response post(Browser browser, String which) {
        var body = Claims.of("csrfToken", csrf(browser)).with("end", which).toJson();
        return browser.send(Request.post(APP + "/auth/sessions", "application/json", body));
    }

    private static String csrf(Browser browser) {
        var body = browser.open(APP + "/auth/csrf").text();
        return Json.parseObject(body, Json.TRUSTED_DEPTH).get(TOKEN).orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static java.util.Map<String, Object> asMap(Object value) {
        return (java.util.Map<String, Object>) value;
    }
}
