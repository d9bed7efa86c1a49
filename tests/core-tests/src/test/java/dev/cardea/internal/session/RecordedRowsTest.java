package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.tests.Site;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Database sessions with a record next to each row, if devices are stored or their age is limited. */
class RecordedRowsTest {
    private static final Instant LATER = Instant.parse("2026-06-01T00:00:00Z");
    private static final String NAME = "__Secure-authjs.session-token";
    private static final SessionOptions DEVICES = SessionOptions.database().devices(Devices.REDUCED);
    private static final SessionOptions LIMITED = SessionOptions.database().absoluteAge(Duration.ofDays(40));

    private final WatchedStore store = new WatchedStore();
    private final List<String> ended = new CopyOnWriteArrayList<>();

    @Test
    void a_sign_in_stores_a_record_next_to_the_row_in_the_same_unit() {
        var site = site(DEVICES);
        signedIn(site);
        var row = rows().get(0);
        var record = records().get(0);

        assertThat(record.id()).isEqualTo(Hashes.sha256Hex(row.sessionToken()));
        assertThat(record.isStoredUser()).isTrue();
        assertThat(record.begun()).isEqualTo(site.clock.instant());
        assertThat(record.expires()).isEqualTo(row.expires());
        assertThat(record.provider()).isEqualTo("op");
        assertThat(store.calls).containsSubsequence("inUnit", "registerSession", "createSession");
    }

    @Test
    void without_a_setting_no_record_is_stored_looked_for_or_ended() {
        var site = site(SessionOptions.database().devices(Devices.NONE));
        var laptop = signedIn(site);
        site.clock.advance(Duration.ofDays(2));
        assertThat(isSignedIn(laptop)).isTrue();
        signIn(laptop);
        laptop.open(APP + "/auth/signout").press("Sign out");

        assertThat(store.calls)
                .doesNotContain(
                        "registerSession", "getSessionRecord", "listSessionRecords", "endSessions", "prolongSession");
        assertThat(get(laptop).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_sign_in_ends_the_rows_that_were_used_least_recently_beyond_the_limit(boolean hasRecords) {
        var site = site((hasRecords ? DEVICES : SessionOptions.database()).maxPerUser(2));
        var first = signedIn(site);
        site.clock.advance(Duration.ofDays(1));
        var second = signedIn(site);
        site.clock.advance(Duration.ofHours(1));
        assertThat(isSignedIn(first)).isTrue();
        site.clock.advance(Duration.ofHours(1));
        var third = signedIn(site);

        assertThat(isSignedIn(second)).isFalse();
        assertThat(isSignedIn(first)).isTrue();
        assertThat(isSignedIn(third)).isTrue();
    }

    @Test
    void a_check_reads_the_row_alone() {
        var site = site(LIMITED.devices(Devices.FULL));
        var laptop = signedIn(site);
        store.calls.clear();
        for (int i = 0; i < 5; i++) assertThat(isSignedIn(laptop)).isTrue();

        assertThat(store.calls).containsOnly("getSessionAndUser").hasSize(5);
    }

    @Test
    void a_session_is_extended_until_its_absolute_age_and_no_further() {
        var site = site(LIMITED);
        var laptop = signedIn(site);
        var cookie = laptop.cookie(APP + "/auth/session", NAME).orElseThrow();
        var last = site.clock.instant().plus(Duration.ofDays(40));
        site.clock.advance(Duration.ofDays(2));
        assertThat(isSignedIn(laptop)).isTrue();
        assertThat(rows().get(0).expires()).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
        assertThat(records().get(0).expires()).isEqualTo(rows().get(0).expires());
        assertThat(records().get(0).seen()).isEqualTo(site.clock.instant());

        site.clock.advance(Duration.ofDays(28));
        assertThat(isSignedIn(laptop)).isTrue();
        assertThat(rows().get(0).expires()).isEqualTo(last);
        assertThat(records().get(0).expires()).isEqualTo(last);
        store.calls.clear();
        for (int i = 0; i < 5; i++) assertThat(isSignedIn(laptop)).isTrue();
        assertThat(store.calls).containsOnly("getSessionAndUser");
        site.clock.advance(Duration.ofDays(10).plusSeconds(1));
        assertThat(laptop.cookie(APP + "/auth/session", NAME)).isEmpty();
        laptop.setCookie(APP + "/", NAME + "=" + cookie + "; Secure; Path=/");
        assertThat(isSignedIn(laptop)).isFalse();
        assertThat(records()).isEmpty();
    }

    @Test
    void a_session_shorter_than_its_length_ends_with_its_absolute_age() {
        var site = site(SessionOptions.database().absoluteAge(Duration.ofHours(3)));
        var laptop = signedIn(site);

        assertThat(rows().get(0).expires()).isEqualTo(site.clock.instant().plus(Duration.ofHours(3)));
        assertThat(isSignedIn(laptop)).isTrue();
        site.clock.advance(Duration.ofHours(3).plusSeconds(1));
        assertThat(laptop.cookie(APP + "/auth/session", NAME)).isEmpty();
        assertThat(isSignedIn(laptop)).isFalse();
    }

    @Test
    void sign_out_and_the_next_sign_in_end_row_and_record_together() {
        var site = site(DEVICES);
        var laptop = signedIn(site);
        signIn(laptop);
        assertThat(rows()).hasSize(1);
        assertThat(records()).hasSize(1);
        laptop.open(APP + "/auth/signout").press("Sign out");

        assertThat(rows()).isEmpty();
        assertThat(records()).isEmpty();
        assertThat(ended).isEmpty();
    }

    @Test
    void the_list_is_that_of_the_rows_completed_by_their_records() {
        var site = site(DEVICES);
        var laptop = signedIn(site);
        signedIn(site);
        store.memory.createSession(new AdapterSession("of-auth-js", ada(), LATER));
        store.memory.registerSession(
                new SessionRecord("f".repeat(64), ada(), true, LATER, LATER, LATER, "op", null, null, null, null));
        var all = (List<?>) Objects.requireNonNull(Json.parse(get(laptop).text(), Json.TRUSTED_DEPTH));
        var ofAuthJs = Claims.of("id", Hashes.sha256Hex("of-auth-js")).with("current", false);

        assertThat(all).hasSize(3);
        assertThat(get(laptop).text()).contains("\"provider\":\"op\"").doesNotContain("f".repeat(64));
        assertThat(get(laptop).text()).contains(ofAuthJs.toJson().replace("}", ""));
        assertThat(site.auth.sessions().list(ada())).hasSize(3);
    }

    @Test
    void sessions_that_are_ended_elsewhere_lose_row_and_record_and_are_reported_once() {
        var site = site(DEVICES);
        var laptop = signedIn(site);
        var phone = signedIn(site);
        signedIn(site);
        var id = Hashes.sha256Hex(phone.cookie(APP + "/auth/session", NAME).orElseThrow());

        assertThat(site.auth.sessions().end("another", id)).isFalse();
        assertThat(site.auth.sessions().end(ada(), id)).isTrue();
        assertThat(isSignedIn(phone)).isFalse();
        assertThat(rows()).hasSize(2);
        assertThat(records()).hasSize(2);
        assertThat(ended).containsExactly("administrator");
        assertThat(site.auth.sessions().endAll(ada())).isEqualTo(2);
        assertThat(rows()).isEmpty();
        assertThat(records()).isEmpty();
        assertThat(ended).containsExactly("administrator", "administrator", "administrator");
        assertThat(isSignedIn(laptop)).isFalse();
    }

    @Test
    void a_session_that_Auth_js_began_has_no_limit() {
        var site = site(LIMITED);
        var laptop = signedIn(site);
        store.memory.endSessions(SessionSelection.ofUser(ada()));
        site.clock.advance(Duration.ofDays(29));

        assertThat(isSignedIn(laptop)).isTrue();
        assertThat(rows().get(0).expires()).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
    }

    @Test
    void a_store_without_records_is_an_error_that_names_the_settings() {
        var memory = new InMemoryAdapter();
        var capabilities = new Class<?>[] {
            UserAdapter.class, SessionAdapter.class, SessionIndex.class, VerificationTokenAdapter.class
        };
        var plain = (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                capabilities,
                (self, method, arguments) -> method.invoke(memory, arguments));

        for (var options : List.of(DEVICES, LIMITED)) {
            assertThatThrownBy(() -> Site.onRows(plain, c -> c.session(options)))
                    .hasMessageContaining("SessionRegistry")
                    .hasMessageContaining("session.devices, session.absoluteAge and logout");
        }
        Site.onRows(plain, c -> c.session(SessionOptions.database().withoutAbsoluteAge()));
        assertThatThrownBy(() ->
                        Site.with(p -> p, c -> c.session(SessionOptions.jwt().devices(Devices.FULL))))
                .hasMessageContaining("session.devices")
                .hasMessageContaining("database");
    }

    private Site site(SessionOptions options) {
        return Site.onRows(
                store.adapter(),
                c -> c.session(options).events(new Events() {
                    @Override
                    public void sessionEnded(SessionEnded event) {
                        ended.add(event.reason().label());
                    }
                }));
    }

    private static Browser signedIn(Site site) {
        var browser = site.anotherBrowser();
        signIn(browser);
        return browser;
    }

    private static void signIn(Browser browser) {
        browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
    }

    private static boolean isSignedIn(Browser browser) {
        return browser.open(APP + "/auth/session").text().contains("Ada Lovelace");
    }

    private static Response get(Browser browser) {
        return browser.send(Request.get(APP + "/auth/sessions"));
    }

    private String ada() {
        return Objects.requireNonNull(
                store.memory.getUserByEmail("ada@example.com").orElseThrow().id());
    }

    private List<AdapterSession> rows() {
        return store.memory.listSessionsByUserId(ada());
    }

    private List<SessionRecord> records() {
        return store.memory.listSessionRecords(ada());
    }
}
