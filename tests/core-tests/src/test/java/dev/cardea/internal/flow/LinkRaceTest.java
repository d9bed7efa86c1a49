package dev.cardea.internal.flow;

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
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.tests.Site;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two requests that meet while an account is linked to the user who is signed in. No module takes part. */
class LinkRaceTest {
    /** @param meeting the last call before which a second request of the test can use the store */
    private record Kind(String name, AdapterProbe probe, SessionOptions sessions, String meeting) {
        Site site() {
            return Site.onRows(probe.adapter(), c -> c.session(sessions));
        }

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

    @ParameterizedTest
    @MethodSource("kinds")
    void an_account_is_not_linked_to_the_user_of_a_session_that_another_request_has_ended(Kind kind) throws Exception {
        var site = kind.site();
        var bob = signedInByEmail(site, site.browser, kind, "bob@example.com");

        meet(kind, () -> link(site.browser), () -> site.auth.sessions().endAll(bob));

        assertThat(kind.probe.as(AccountIndex.class).listAccountsByUserId(bob)).isEmpty();
        assertThat(site.session()).contains("ada@example.com").doesNotContain("bob@example.com");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void of_two_users_who_link_one_account_one_gets_it_and_the_other_stays_signed_in(Kind kind) throws Exception {
        var site = kind.site();
        var other = site.anotherBrowser();
        signedInByEmail(site, site.browser, kind, "bob@example.com");
        var carol = signedInByEmail(site, other, kind, "carol@example.com");

        var end = meet(kind, () -> link(site.browser), () -> link(other));

        assertThat(end).contains("error=OAuthAccountNotLinked");
        assertThat(kind.probe
                        .as(UserAdapter.class)
                        .getUserByAccount("op", "ada")
                        .map(User::id))
                .contains(carol);
        assertThat(site.session()).contains("bob@example.com");
    }

    /** Runs the second request when the first has got as far as the meeting; returns what the first one does. */
    private static <T> T meet(Kind kind, Callable<T> first, Callable<?> second) throws Exception {
        var pause = kind.probe.pauseBefore(kind.meeting);
        var thread = Executors.newSingleThreadExecutor();
        try {
            var running = thread.submit(first);
            pause.awaitReached();
            second.call();
            pause.resume();
            return running.get();
        } finally {
            thread.shutdownNow();
        }
    }

    private static String signedInByEmail(Site site, Browser browser, Kind kind, String email) {
        var csrf = browser.open(APP + "/auth/csrf").text().substring(14, 78);
        browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", email));
        browser.open(site.inbox.last(email).orElseThrow().url());
        return kind.probe
                .as(UserAdapter.class)
                .getUserByEmail(email)
                .map(User::id)
                .orElseThrow();
    }

    private static String link(Browser browser) {
        return browser.open(APP + "/auth/signin").press("Sign in with Demo ID").url();
    }
}
