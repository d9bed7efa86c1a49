package dev.cardea.webauthn;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ErrorType;
import dev.cardea.model.User;
import dev.cardea.module.Verdict;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.tests.Site;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A module pauses a sign-in that adds an account to the user who is signed in. {@code LinkRaceTest} is the same without one. */
class PausedLinkTest {
    private static final String BOB = "bob@example.com";

    /** @param meeting the last call before which a second request of the test can use the store */
    private record Kind(String name, AdapterProbe probe, SessionOptions sessions, String meeting) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(SessionOptions.database(), SessionOptions.revocable())
                .flatMap(sessions -> Stream.of(
                        new Kind("memory", AdapterProbe.on(new InMemoryAdapter()), sessions, "inUnit"),
                        new Kind(
                                "memory, no units",
                                AdapterProbe.without(UnitOfWork.class, new InMemoryAdapter()),
                                sessions,
                                "linkAccount"),
                        new Kind("H2", AdapterProbe.on(h2()), sessions, "linkAccount")));
    }

    private static Adapter h2() {
        var adapter = JdbcAdapter.of(
                JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
        adapter.createSchema(line -> {});
        return adapter;
    }

    private final SampleStep step = new SampleStep();

    @ParameterizedTest
    @MethodSource("kinds")
    void an_account_is_linked_when_its_sign_in_goes_on_and_not_when_it_pauses(Kind kind) {
        var site = site(kind);
        var bob = pausedLink(site, kind);

        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).isEmpty();
        assertThat(site.events).doesNotContain("linkAccount");
        var before = site.sessionCookie().orElseThrow();

        enterCode(site.browser);

        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).hasSize(1);
        assertThat(site.events).containsOnlyOnce("linkAccount");
        assertThat(site.sessionCookie().orElseThrow()).isNotEqualTo(before);
        assertThat(site.session()).contains(BOB);
        assertThat(step.decided).last().satisfies(resumed -> {
            assertThat(resumed.isResumed()).isTrue();
            assertThat(resumed.isLinking()).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void an_account_is_not_linked_to_the_user_of_a_session_that_ended_during_the_pause(Kind kind) {
        var site = site(kind);
        var bob = pausedLink(site, kind);
        site.auth.sessions().endAll(bob);

        assertRefused(site, kind, bob);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void an_account_is_linked_by_the_session_that_began_it_only(Kind kind) {
        var site = site(kind);
        var bob = pausedLink(site, kind);
        step.deciding = attempt -> Verdict.proceed();
        signedInByEmail(site, kind);
        step.deciding = step::pauseWithoutCode;

        assertRefused(site, kind, bob);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void an_account_is_not_linked_by_a_session_that_ends_while_its_sign_in_goes_on(Kind kind) throws Exception {
        var site = site(kind);
        var bob = pausedLink(site, kind);

        var meeting = kind.probe.pauseBefore(kind.meeting);
        var thread = Executors.newSingleThreadExecutor();
        try {
            var running = thread.submit(() -> enterCode(site.browser));
            meeting.awaitReached();
            site.auth.sessions().endAll(bob);
            meeting.resume();
            running.get();
        } finally {
            thread.shutdownNow();
        }

        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).isEmpty();
        assertThat(site.events).doesNotContain("linkAccount");
        assertThat(site.session()).isEqualTo("null");
    }

    @Test
    void without_units_a_pause_that_comes_after_the_account_takes_it_back() {
        var kind = new Kind(
                "no units",
                AdapterProbe.without(UnitOfWork.class, new InMemoryAdapter()),
                SessionOptions.database(),
                "linkAccount");
        var site = site(kind);
        step.deciding = attempt -> Verdict.proceed();
        var bob = signedInByEmail(site, kind);
        int opened = step.opened.size();
        step.deciding = attempt -> step.opened.size() == opened ? Verdict.proceed() : step.pauseWithoutCode(attempt);
        link(site.browser);

        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).isEmpty();
        assertThat(site.events).doesNotContain("linkAccount");
        enterCode(site.browser);
        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).hasSize(1);
        assertThat(site.events).containsOnlyOnce("linkAccount");
    }

    @Test
    void a_passkey_is_stored_when_its_sign_in_goes_on() {
        var memory = new InMemoryAdapter();
        var site = new EveryMethodSite(memory, memory, SessionOptions.database(), c -> c.extension(step));
        step.deciding = attempt -> Verdict.proceed();
        var browser = site.site.browser();
        site.signIn(Method.EMAIL, browser);
        var bob = memory.getUserByEmail(BOB).map(User::id).orElseThrow();
        step.deciding = step::pauseWithoutCode;

        var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        site.site.send(
                browser,
                "register",
                made.create(site.site.options(browser, "?action=register")).json());
        assertThat(memory.listAuthenticatorsByUserId(bob)).isEmpty();
        assertThat(memory.listAccountsByUserId(bob)).isEmpty();

        enterCode(browser);
        assertThat(memory.listAuthenticatorsByUserId(bob)).hasSize(1);
        assertThat(memory.listAccountsByUserId(bob)).hasSize(1);
        step.deciding = attempt -> Verdict.proceed();
        var other = site.site.browser();
        site.site.send(
                other,
                "authenticate",
                made.get(site.site.options(other, "?action=authenticate")).json());
        assertThat(site.session(other)).contains(BOB);
    }

    private Site site(Kind kind) {
        return Site.onRows(kind.probe.adapter(), c -> c.session(kind.sessions).extension(step));
    }

    /** Returns the user to whom a sign-in that pauses is to add an account. */
    private String pausedLink(Site site, Kind kind) {
        step.deciding = attempt -> Verdict.proceed();
        var bob = signedInByEmail(site, kind);
        step.deciding = step::pauseWithoutCode;
        assertThat(link(site.browser).url()).isEqualTo(APP + "/auth/code?asked=1");
        return bob;
    }

    private static void assertRefused(Site site, Kind kind, String user) {
        site.log.clear();
        enterCode(site.browser);

        assertThat(site.log).extracting(it -> it.type()).containsExactly(ErrorType.VERIFICATION);
        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(user)).isEmpty();
        assertThat(site.events).doesNotContain("linkAccount");
    }

    private static String signedInByEmail(Site site, Kind kind) {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", BOB));
        site.browser.open(site.inbox.last(BOB).orElseThrow().url());
        return kind.probe
                .as(UserAdapter.class)
                .getUserByEmail(BOB)
                .map(User::id)
                .orElseThrow();
    }

    private static Page link(Browser browser) {
        return browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
    }

    private static Page enterCode(Browser browser) {
        return browser.post(APP + "/auth/code", Map.of("code", SampleStep.CODE));
    }
}
