package dev.cardea.it;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.ErrorType;
import dev.cardea.tests.Site;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A database that fails at any call of any flow. A sign-in is complete or leaves nothing behind, no visitor appears
 * signed in by mistake, and the next attempt succeeds without a second user or account.
 */
class StoreFaultsTest {
    private static final String FORM_TOKEN = "csrfToken";

    /** How a call goes wrong. */
    private enum Fault {
        /** It does not reach the database, once. */
        LOST {
            @Override
            void strike(AdapterProbe probe, int call) {
                probe.failBefore(call);
            }
        },
        /** It does its work and its answer does not come back, once. */
        UNANSWERED {
            @Override
            void strike(AdapterProbe probe, int call) {
                probe.failAfter(call);
            }
        },
        /** It and all behind it fail. */
        DOWN {
            @Override
            void strike(AdapterProbe probe, int call) {
                probe.failFrom(call);
            }
        };

        abstract void strike(AdapterProbe probe, int call);

        static void mend(AdapterProbe probe) {
            probe.failBefore(0);
            probe.failAfter(0);
            probe.failFrom(0);
        }
    }

    /** What a visitor does, what came before it, and what the tables hold once it is done. */
    private record Flow(
            String name, Consumer<FaultySite> before, Consumer<FaultySite> run, String rows, boolean signedIn) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Flow> FLOWS = List.of(
            new Flow("a first sign-in", tested -> {}, FaultySite::signIn, "1 user, 1 account, 1 session", true),
            new Flow(
                    "a second sign-in", FaultySite::wasHere, FaultySite::signIn, "1 user, 1 account, 2 sessions", true),
            new Flow("a first link in a mail", FaultySite::askForLink, FaultySite::openLink, "1 user, 1 session", true),
            new Flow(
                    "a link for a known user",
                    FaultySite::linkWasHere,
                    FaultySite::openLink,
                    "1 user, 2 sessions",
                    true),
            new Flow("asking for a link", tested -> {}, FaultySite::askForLink, "1 token", false),
            new Flow(
                    "an account that is linked",
                    FaultySite::byLink,
                    FaultySite::signIn,
                    "1 user, 1 account, 1 session",
                    true),
            new Flow(
                    "a session kept alive",
                    FaultySite::daysAgo,
                    FaultySite::session,
                    "1 user, 1 account, 1 session",
                    true),
            new Flow("a session that ended", FaultySite::monthsAgo, FaultySite::session, "1 user, 1 account", false),
            new Flow("a sign-out", FaultySite::signIn, FaultySite::signOut, "1 user, 1 account", false));

    @TestFactory
    Stream<DynamicTest> in_one_unit_a_flow_is_complete_or_left_nothing_and_the_next_try_succeeds() {
        return faults(AdapterProbe::on, true);
    }

    @TestFactory
    Stream<DynamicTest> without_units_the_next_try_heals_what_a_fault_left() {
        return faults(real -> AdapterProbe.without(UnitOfWork.class, real), false);
    }

    private static Stream<DynamicTest> faults(Function<Adapter, AdapterProbe> probe, boolean atomic) {
        return FLOWS.stream().flatMap(flow -> {
            int calls = calls(flow, probe);
            return Stream.of(Fault.values())
                    .flatMap(fault -> IntStream.rangeClosed(1, calls)
                            .mapToObj(call -> DynamicTest.dynamicTest(
                                    flow + ", call " + call + " " + fault,
                                    () -> check(flow, fault, call, probe, atomic))));
        });
    }

    private static int calls(Flow flow, Function<Adapter, AdapterProbe> probe) {
        var tested = new FaultySite(probe);
        flow.before.accept(tested);
        tested.probe.forgetCalls();
        flow.run.accept(tested);
        assertThat(tested.rows()).isEqualTo(flow.rows);
        assertThat(tested.isSignedIn()).isEqualTo(flow.signedIn);
        return (int) tested.probe.calls().stream().count();
    }

    private static void check(Flow flow, Fault fault, int call, Function<Adapter, AdapterProbe> probe, boolean atomic) {
        var tested = new FaultySite(probe);
        flow.before.accept(tested);
        var before = tested.rows();
        fault.strike(tested.probe, call);
        flow.run.accept(tested);
        Fault.mend(tested.probe);
        // If the answer to an insert is lost, the session's row stays until it expires, but no browser has its token.
        if (atomic) assertThat(lasting(tested.rows())).isIn(lasting(before), lasting(flow.rows));
        boolean orphaned = before.isEmpty() && tested.rows("user") > tested.rows("account");

        tested.askAgainIfUsedUp();
        flow.run.accept(tested);
        if (!atomic && orphaned && flow.rows.contains("account")) {
            // A user without account looks like one whom the application made: a matching address must not open it.
            assertThat(tested.site.log).extracting(e -> e.type()).endsWith(ErrorType.OAUTH_ACCOUNT_NOT_LINKED);
            assertThat(tested.isSignedIn()).isFalse();
            return;
        }
        assertThat(lasting(tested.rows())).isEqualTo(lasting(flow.rows));
        assertThat(tested.isSignedIn()).isEqualTo(flow.signedIn);
    }

    /** Users and accounts. */
    private static String lasting(String rows) {
        return rows.replaceFirst("(, )?\\d tokens?", "").replaceFirst("(, )?\\d sessions?", "");
    }

    /** A site with its own database and one visitor. */
    private static final class FaultySite {
        final JdbcDataSource database = new JdbcDataSource();
        final AdapterProbe probe;
        final Site site;

        FaultySite(Function<Adapter, AdapterProbe> watch) {
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            probe = watch.apply(JdbcAdapter.builder(database).migrateOnStart().build());
            site = Site.onRows(probe.adapter());
        }

        void signIn() {
            var csrf = csrf();
            site.browser.post(APP + "/auth/signin/op", Map.of(FORM_TOKEN, csrf, "callbackUrl", "/dash"));
        }

        void wasHere() {
            signIn();
            site.browser.clearCookies();
        }

        void askForLink() {
            site.browser.post(APP + "/auth/signin/email", Map.of(FORM_TOKEN, csrf(), "email", "ada@example.com"));
        }

        void openLink() {
            site.browser.open(site.inbox.last("ada@example.com").orElseThrow().url());
        }

        void byLink() {
            askForLink();
            openLink();
        }

        void linkWasHere() {
            byLink();
            site.browser.clearCookies();
            askForLink();
        }

        void daysAgo() {
            signIn();
            site.clock.advance(Duration.ofDays(2));
        }

        /** With a browser that kept the cookie for longer than it was asked to. */
        void monthsAgo() {
            signIn();
            var token = site.sessionCookie().orElseThrow();
            site.clock.advance(Duration.ofDays(60));
            site.browser.setCookie(APP + "/", "__Secure-authjs.session-token=" + token + "; Path=/; Secure");
        }

        void session() {
            assertThat(site.browser.open(APP + "/auth/session").status()).isEqualTo(200);
        }

        void signOut() {
            site.browser.post(APP + "/auth/signout", Map.of(FORM_TOKEN, csrf()));
        }

        /** Requests another link where the first was already used. */
        void askAgainIfUsedUp() {
            if (!site.inbox.mails().isEmpty() && rows("verificationToken") == 0) askForLink();
        }

        boolean isSignedIn() {
            return !site.session().equals("null");
        }

        private String csrf() {
            return site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        }

        String rows() {
            return String.join(
                    ", ",
                    Stream.of("user", "account", "session", "verificationToken")
                            .map(table -> named(rows(table), table))
                            .filter(text -> !text.isEmpty())
                            .toList());
        }

        private static String named(int count, String table) {
            var name = table.equals("verificationToken") ? "token" : table;
            return count == 0 ? "" : count + " " + name + (count == 1 ? "" : "s");
        }

        int rows(String table) {
            try (var connection = database.getConnection();
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("select count(*) from \"" + table + "\"")) {
                rows.next();
                return rows.getInt(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
