package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;
import dev.cardea.testing.Rounds;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code tests/it/kills}: a few rounds on each store. */
@Tag("process")
@Tag("store")
class KillsTest {
    private static final int ROUNDS = Rounds.of(3);

    @Test
    @Tag("even")
    void a_server_on_SQLite_that_is_killed_loses_nothing_that_it_answered() throws Exception {
        killed("sqlite");
    }

    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis"})
    void a_server_on_a_shared_store_that_is_killed_loses_nothing_that_it_answered(String store) throws Exception {
        killed(store);
    }

    /** A sign-in writes a record and the user in one unit, and an end is one write. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis", "sqlite"})
    void a_server_that_is_killed_keeps_each_revocable_session_that_it_answered(String store) throws Exception {
        killed(store, "strategy: revocable");
    }

    /** A sign-up, a reset and a change of the address are one unit each, or steps of which a crash leaves less access. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis", "sqlite"})
    void a_server_that_is_killed_leaves_no_half_of_an_account(String store) throws Exception {
        Require.program("oathtool");
        var problems = new ArrayList<String>();
        try (var site = Site.open(store, Site.DATABASE, Account.LINE)) {
            new AccountKills(site).run(ROUNDS, problems);
            site.end(problems);
        }
        assertThat(problems).isEmpty();
    }

    /** Unknown is neither signed in nor signed out. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "redis"})
    void a_store_that_hangs_for_a_minute_signs_no_user_of_revocable_sessions_out(String store) throws Exception {
        var problems = new ArrayList<String>();
        try (var site = Site.open(store, "strategy: revocable")) {
            new Freeze(site, false).run(60, problems);
            site.end(problems);
        }
        assertThat(problems).isEmpty();
    }

    private static void killed(String store) throws Exception {
        killed(store, Site.DATABASE);
    }

    private static void killed(String store, String session) throws Exception {
        var problems = new ArrayList<String>();
        try (var site = Site.open(store, session)) {
            new ServerKills(site).run(ROUNDS, problems);
            site.end(problems);
        }
        assertThat(problems).isEmpty();
    }
}
