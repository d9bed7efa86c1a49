package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.error.AdapterException;
import dev.cardea.http.Request;
import dev.cardea.tests.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A site changes to revocable sessions, and no user is signed out. */
class AdoptionTest {
    private static final String NAME = "__Secure-authjs.session-token";
    private static final Instant UNTIL = Instant.parse("2026-06-01T00:00:00Z");

    /** What the site had before. */
    enum Before {
        TOKENS,
        ROWS
    }

    private final WatchedStore store = new WatchedStore();
    private final Site after = site(SessionOptions.revocable().adoptUntil(UNTIL));

    @ParameterizedTest
    @EnumSource
    void a_session_goes_on_with_a_token_of_its_own_and_can_be_ended(Before before) {
        var cookie = signedIn(before);
        after.browser.setCookie(APP + "/", NAME + "=" + cookie + "; Secure; Path=/");
        assertThat(after.session()).contains("Ada Lovelace");

        var fresh = after.sessionCookie().orElseThrow();
        assertThat(fresh).isNotEqualTo(cookie);
        assertThat(records()).hasSize(1);
        assertThat(after.auth.session(with(fresh))).isPresent();
        assertThat(after.auth.session(with(cookie))).isPresent();
        assertThat(records()).hasSize(1);
        store.memory.endSessions(SessionSelection.ofUser(ada()));
        after.clock.advance(Duration.ofSeconds(4));
        assertThat(after.auth.session(with(fresh))).isEmpty();
        assertThat(after.auth.session(with(cookie))).isEmpty();
        // What the process remembers of the session doesn't hide a second record.
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_session_can_be_used_for_what_asks_the_store_before_a_page_was_read(Before before) {
        var cookie = signedIn(before);

        assertThat(after.auth.accounts(with(cookie))).isPresent();
        assertThat(after.auth.accounts(with(cookie)).orElseThrow().sessions()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void no_session_of_a_user_whose_sessions_were_all_ended_is_adopted(Before before) {
        var cookie = signedIn(before);
        after.auth.sessions().endAll(ada());

        assertThat(after.auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_session_whose_row_had_a_record_does_not_come_back_after_its_end(boolean isUsedBefore) {
        var before = SessionOptions.database().devices(Devices.REDUCED);
        var cookie = signedIn(Site.onRows(store.adapter(), c -> c.session(before)));
        if (isUsedBefore) assertThat(after.auth.session(with(cookie))).isPresent();
        assertThat(after.auth.sessions().end(ada(), records().get(0).id())).isTrue();

        assertThat(after.auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_is_being_adopted_while_all_sessions_of_its_user_end_is_none(Before before) {
        var cookie = signedIn(before);
        var reads = new AtomicInteger();
        // The second read asks for the barrier.
        store.onAnswer = method -> {
            if (method.equals("getSessionRecord") && reads.incrementAndGet() == 2)
                after.auth.sessions().endAll(ada());
        };

        assertThat(after.auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void all_sessions_of_a_user_end_next_to_another_end_of_them_all(Before before) {
        var cookie = signedIn(before);
        var reads = new AtomicInteger();
        store.onAnswer = method -> {
            if (method.equals("getSessionRecord") && reads.incrementAndGet() == 1)
                after.auth.sessions().endAll(ada());
        };
        after.auth.sessions().endAll(ada());

        assertThat(reads.get()).isGreaterThan(1);
        assertThat(after.auth.session(with(cookie))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void later_or_without_the_setting_it_is_no_session(Before before) {
        var cookie = signedIn(before);
        var without = site(SessionOptions.revocable());
        assertThat(without.auth.session(with(cookie))).isEmpty();
        after.clock.advance(Duration.between(after.clock.instant(), UNTIL));

        assertThat(after.auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void what_a_process_ended_whose_clock_is_ahead_is_not_adopted_by_another(Before before) {
        var cookie = signedIn(before);
        var soon = SessionOptions.revocable().adoptUntil(after.clock.instant().plus(Duration.ofMinutes(2)));
        clockAhead(soon).auth.sessions().endAll(ada());

        assertThat(site(soon).auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @Test
    void a_row_whose_record_was_ended_by_a_process_whose_clock_is_ahead_is_not_adopted() {
        var before = SessionOptions.database().devices(Devices.REDUCED);
        var cookie = signedIn(Site.onRows(store.adapter(), c -> c.session(before)));
        var soon = SessionOptions.revocable().adoptUntil(after.clock.instant().plus(Duration.ofMinutes(2)));
        assertThat(clockAhead(soon).auth.sessions().end(ada(), records().get(0).id()))
                .isTrue();

        assertThat(site(soon).auth.session(with(cookie))).isEmpty();
        assertThat(records()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void while_the_store_fails_the_session_is_unknown(Before before) {
        var cookie = signedIn(before);
        store.failing = "registerSession";

        assertThatThrownBy(() -> after.auth.session(with(cookie))).isInstanceOf(AdapterException.class);
        store.failing = "";
        assertThat(after.auth.session(with(cookie))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void many_requests_at_once_adopt_one_session(Before before) throws Exception {
        var cookie = signedIn(before);
        var threads = Executors.newFixedThreadPool(16);
        try {
            Callable<Boolean> read = () -> after.auth.session(with(cookie)).isPresent();
            for (var result : threads.invokeAll(java.util.Collections.nCopies(64, read))) {
                assertThat(result.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(records()).hasSize(1);
    }

    @Test
    void a_token_that_says_when_its_user_signed_in_keeps_its_absolute_end() {
        var cookie = signedIn(site(SessionOptions.jwt().absoluteAge(Duration.ofHours(2))));
        var site = site(SessionOptions.revocable()
                .absoluteAge(Duration.ofHours(2))
                .updateAge(Duration.ofMinutes(10))
                .adoptUntil(UNTIL));
        site.browser.setCookie(APP + "/", NAME + "=" + cookie + "; Secure; Path=/");
        for (int i = 0; i < 3; i++) {
            site.clock.advance(Duration.ofMinutes(30));
            assertThat(site.session()).contains("Ada Lovelace");
        }
        assertThat(site.sessionCookie().orElseThrow()).isNotEqualTo(cookie);
        assertThat(records()).hasSize(1);

        site.clock.advance(Duration.ofMinutes(30).plusSeconds(15));
        assertThat(site.session()).isEqualTo("null");
    }

    @Test
    void a_cookie_that_is_nothing_is_no_session() {
        for (var value : List.of("x", "a.b.c.d.e", "null")) {
            assertThat(after.auth.session(with(value))).isEmpty();
        }
    }

    @Test
    void the_setting_is_for_revocable_sessions() {
        assertThatThrownBy(() -> site(SessionOptions.jwt().adoptUntil(UNTIL)))
                .hasMessageContaining("session.adoptUntil");
    }

    private Site site(SessionOptions options) {
        return Site.with(p -> p, c -> c.adapter(store.adapter()).session(options));
    }

    private Site clockAhead(SessionOptions options) {
        var site = site(options);
        site.clock.advance(Duration.ofMinutes(4));
        return site;
    }

    /** The cookie of a user who signed in before the change. */
    private String signedIn(Before before) {
        return signedIn(before == Before.ROWS ? Site.onRows(store.adapter()) : site(SessionOptions.jwt()));
    }

    private static String signedIn(Site site) {
        site.browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
        return site.sessionCookie().orElseThrow();
    }

    private String ada() {
        return Objects.requireNonNull(
                store.memory.getUserByEmail("ada@example.com").orElseThrow().id());
    }

    private List<SessionRecord> records() {
        return store.memory.listSessionRecords(ada());
    }

    private static Request with(String token) {
        return Request.get(APP + "/page").header("cookie", NAME + "=" + token);
    }
}
