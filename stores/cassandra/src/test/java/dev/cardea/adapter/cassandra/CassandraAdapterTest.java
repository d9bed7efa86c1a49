package dev.cardea.adapter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.json.Claim;
import dev.cardea.model.User;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is particular to this store; the promises that all adapters make are in the contract tests. */
@Tag("store")
class CassandraAdapterTest extends PeopleTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final Instant DAY = NOW.plus(Duration.ofDays(1));
    private static final int HOUR = 3_600;

    private final CassandraAdapter then = CassandraAdapter.builder(session)
            .keyspace("people")
            .clock(FakeClock.at(NOW))
            .build();

    @Test
    void tables_are_made_on_request_only_once_and_can_be_looked_at_before() {
        session.execute("drop keyspace if exists fresh");
        session.execute(
                "create keyspace fresh with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        var fresh = CassandraAdapter.builder(session).keyspace("fresh").build();
        var lines = new CopyOnWriteArrayList<String>();

        assertThat(fresh.schemaDryRun()).hasSize(TABLES.size()).allMatch(it -> it.contains(" fresh.cardea_"));
        assertThatThrownBy(fresh::check).isInstanceOf(InvalidQueryException.class);
        session.execute("create table fresh.cardea_user (id text primary key)");
        assertThat(fresh.schemaDryRun()).hasSize(TABLES.size() - 1);
        session.execute("drop table fresh.cardea_user");
        fresh.createSchema(lines::add);
        fresh.createSchema(lines::add);

        assertThat(lines)
                .containsExactlyElementsOf(
                        TABLES.stream().map("created the table "::concat).toList());
        assertThat(fresh.schemaDryRun()).isEmpty();
        fresh.check();
    }

    @Test
    void a_session_without_a_keyspace_is_rejected_with_the_remedy() {
        assertThatThrownBy(() -> CassandraAdapter.of(session).schemaStatus()).hasMessageContaining("withKeyspace");
        try (var there = CassandraServer.start().connect("people")) {
            assertThat(CassandraAdapter.of(there).schemaDryRun()).isEmpty();
            CassandraAdapter.of(there).check();
        }
    }

    @Test
    void there_are_no_units_of_work() {
        assertThat(adapter).isNotInstanceOf(UnitOfWork.class);
    }

    @Test
    void a_session_and_its_user_are_two_reads_and_a_link_is_a_read_and_a_decision() {
        var user = adapter.createUser(person("ada"));
        var one = adapter.createSession(new AdapterSession(unique(), id(user), LATER));
        var link = adapter.createVerificationToken(new VerificationToken(address("ada"), unique(), LATER));
        var commands = InterruptedCommands.never(commands(session));
        var counted = CassandraAdapter.of(commands);

        assertThat(counted.getSessionAndUser(one.sessionToken())).isPresent();
        assertThat(commands.steps()).isEqualTo(2);
        assertThat(counted.useVerificationToken(link.identifier(), link.token()))
                .isPresent();
        assertThat(commands.steps()).isEqualTo(4);
    }

    @Test
    void expired_rows_are_deleted_after_an_hour() {
        var user = then.createUser(person("ada"));
        String token = unique();
        then.createSession(new AdapterSession(token, id(user), DAY));
        then.createVerificationToken(new VerificationToken(token, token, NOW.plusSeconds(900)));
        then.markUsed(token, DAY);

        assertThat(ttl("ttl(user_id)", "cardea_session", "session_token", token))
                .isBetween(25 * HOUR - 60, 25 * HOUR + 1);
        assertThat(ttl("ttl(expires)", "cardea_session", "session_token", token))
                .isBetween(25 * HOUR - 60, 25 * HOUR + 1);
        assertThat(ttl("ttl(spent_by)", "cardea_spent_token", "spent_key", token))
                .isBetween(24 * HOUR + 1, 24 * HOUR + 61);
        var link = session.execute(
                        "select ttl(expires) from people.cardea_verification_token where identifier = ? and token_hash = ?",
                        token,
                        token)
                .one();
        assertThat(link.getInt(0)).isBetween(900 + HOUR - 60, 900 + HOUR + 1);
        assertThat(ttl("ttl(email)", "cardea_user", "id", id(user))).isZero();
    }

    /** Longer and shorter: no column may outlive the others, or a session would lose its user. */
    @Test
    void a_refresh_moves_the_end_of_all_columns() {
        var one = then.createSession(new AdapterSession(unique(), id(then.createUser(person("ada"))), DAY));
        for (int days : new int[] {9, 3}) {
            then.updateSession(SessionChange.of(one.sessionToken()).expires(NOW.plus(Duration.ofDays(days))));
            int end = days * 24 * HOUR + HOUR + 1;
            assertThat(ttl("ttl(user_id)", "cardea_session", "session_token", one.sessionToken()))
                    .isBetween(end - 60, end);
            assertThat(ttl("ttl(expires)", "cardea_session", "session_token", one.sessionToken()))
                    .isBetween(end - 60, end);
        }
    }

    @Test
    void a_session_that_lost_its_columns_leaves_nothing() {
        var one = adapter.createSession(new AdapterSession(unique(), id(adapter.createUser(person("ada"))), LATER));
        session.execute(
                "update people.cardea_session using ttl 1 set user_id = ?, expires = ? where session_token = ? if user_id = ?",
                one.userId(),
                one.expires(),
                one.sessionToken(),
                one.userId());

        Eventually.passes(() -> assertThat(session.execute(
                                "select * from people.cardea_session where session_token = ?", one.sessionToken())
                        .all())
                .isEmpty());
        assertThat(adapter.getSessionAndUser(one.sessionToken())).isEmpty();
        assertThat(adapter.listSessionsByUserId(one.userId())).isEmpty();
        assertThat(adapter.createSession(one)).isEqualTo(one);
    }

    @Test
    void a_row_that_ends_later_than_Cassandra_can_count_stays() {
        String token = unique();
        adapter.createSession(new AdapterSession(token, "unknown", Instant.parse("9999-12-31T23:59:59.999Z")));

        assertThat(ttl("ttl(expires)", "cardea_session", "session_token", token))
                .isZero();
        assertThat(adapter.markUsed(token, Instant.MAX)).isTrue();
        assertThat(adapter.markUsed(token, Instant.MAX)).isFalse();
    }

    @Test
    void times_long_ago_and_far_ahead_are_kept_to_the_millisecond() {
        for (var time : List.of("0001-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z")) {
            var instant = Instant.parse(time);
            var user = adapter.createUser(person("ada").with("emailVerified", instant));
            assertThat(adapter.getUser(id(user)).orElseThrow().emailVerified()).isEqualTo(instant);
            String token = unique();
            adapter.createSession(new AdapterSession(token, id(user), instant));
            assertThat(adapter.getSessionAndUser(token).orElseThrow().session().expires())
                    .isEqualTo(instant);
        }
    }

    /** A later step must see an earlier one, and what is not decided by a condition is never asked for twice. */
    @Test
    void every_statement_says_how_many_must_agree_and_whether_it_may_be_repeated() {
        var told = new Doubt(session);
        everything(told.adapter());

        for (var statement : told.asked()) {
            boolean isRead = statement.getPreparedStatement().getQuery().startsWith("select");
            assertThat(statement.isIdempotent()).isEqualTo(isRead);
            if (isRead) {
                assertThat(statement.getConsistencyLevel())
                        .isIn(DefaultConsistencyLevel.LOCAL_QUORUM, DefaultConsistencyLevel.LOCAL_SERIAL);
            } else {
                assertThat(statement.getConsistencyLevel()).isEqualTo(DefaultConsistencyLevel.LOCAL_QUORUM);
                assertThat(statement.getSerialConsistencyLevel()).isEqualTo(DefaultConsistencyLevel.LOCAL_SERIAL);
            }
        }
    }

    @Test
    void where_several_data_centres_sign_people_in_all_of_them_agree() {
        var told = new Doubt(session);
        var everywhere = CassandraAdapter.builder(told.session())
                .keyspace("people")
                .consistency(DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL);
        everything(everywhere.build());

        assertThat(told.asked())
                .allMatch(it -> it.getConsistencyLevel() == DefaultConsistencyLevel.QUORUM
                        || it.getConsistencyLevel() == DefaultConsistencyLevel.SERIAL)
                .anyMatch(it -> it.getSerialConsistencyLevel() == DefaultConsistencyLevel.SERIAL);
        assertThatThrownBy(() ->
                        everywhere.consistency(DefaultConsistencyLevel.SERIAL, DefaultConsistencyLevel.LOCAL_QUORUM))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_statement_is_prepared_once() {
        var told = new Doubt(session);
        var there = told.adapter();
        everything(there);
        int prepared = told.prepared().size();
        everything(there);

        assertThat(told.prepared()).hasSize(prepared);
        assertThat(new HashSet<>(told.prepared())).hasSize(prepared);
    }

    /** Whatever decides is decided: a plain write beside conditional ones could be later and count as earlier. */
    @Test
    void only_the_list_of_sessions_is_written_without_a_condition() {
        var told = new Doubt(session);
        everything(told.adapter());

        assertThat(told.asked())
                .map(it -> it.getPreparedStatement().getQuery())
                .filteredOn(it -> !it.startsWith("select") && !it.contains(" if "))
                .isNotEmpty()
                .allMatch(it -> it.contains(".cardea_session_by_user"));
    }

    @Test
    void malformed_Unicode_does_not_match_its_replacement() {
        String unique = unique();
        adapter.createUser(User.of(null, "Ada", "?" + unique));
        adapter.createVerificationToken(new VerificationToken("?" + unique, "?", LATER));

        assertThat(adapter.getUserByEmail("\uD800" + unique)).isEmpty();
        assertThat(adapter.useVerificationToken("\uD800" + unique, "?")).isEmpty();
        assertThat(adapter.useVerificationToken("?" + unique, "?")).isPresent();
        for (var text : List.of("\uD800" + unique, "", "x".repeat(70_000), "ż".repeat(33_000))) {
            assertThatThrownBy(() -> adapter.createUser(User.of(null, "Ada", text)))
                    .hasMessageContaining("Unicode");
            assertThatThrownBy(() -> adapter.markUsed(text, LATER)).hasMessageContaining("Unicode");
            assertThat(adapter.getUserByEmail(text)).isEmpty();
        }
    }

    @Test
    void a_creation_that_is_refused_leaves_nothing() {
        var user = adapter.createUser(person("ada"));
        var before = rowsWith(String.valueOf(user.email()));

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", user.email())))
                .hasMessage("there is a user with this email address already");
        assertThat(rowsWith(String.valueOf(user.email()))).hasSameElementsAs(before);
    }

    @Test
    void an_account_whose_user_is_gone_is_free() {
        var gone = adapter.createUser(person("gone"));
        var account = adapter.linkAccount(account(gone));
        session.execute("delete from people.cardea_user where id = ? if exists", id(gone));
        assertThat(adapter.getUserByAccount("github", account.providerAccountId()))
                .isEmpty();

        var ada = adapter.createUser(person("ada"));
        adapter.linkAccount(account.with("userId", ada.id()));
        assertThat(adapter.getUserByAccount("github", account.providerAccountId()))
                .hasValue(ada);
        assertThat(adapter.listAccountsByUserId(id(gone))).isEmpty();
    }

    /** A change on its way to a user without an address, who is deleted meanwhile. */
    @Test
    void a_change_never_brings_a_user_back() {
        for (int step = 1; step <= 5; step++) {
            var user = adapter.createUser(User.of(null, "Ada", null));
            String address = address("ada");
            var commands =
                    InterruptedCommands.never(commands(session)).meanwhile(step, () -> adapter.deleteUser(id(user)));
            try {
                CassandraAdapter.of(commands).updateUser(UserChange.of(id(user)).email(address));
            } catch (RowNotFoundException | DuplicateKeyException unknown) {
                assertThat(unknown).hasMessageStartingWith("there is");
            }
            assertThat(adapter.getUser(id(user))).isEmpty();
            assertThat(adapter.getUserByEmail(address)).isEmpty();
            adapter.createUser(User.of(null, "Other", address));
        }
    }

    @Test
    void a_link_that_is_sent_anew_has_the_new_end() {
        var first = adapter.createVerificationToken(new VerificationToken(address("ada"), unique(), LATER));
        var second = new VerificationToken(first.identifier(), first.token(), LATER.plusSeconds(60));
        adapter.createVerificationToken(second);

        assertThat(adapter.useVerificationToken(first.identifier(), first.token()))
                .hasValue(second);
        assertThat(adapter.useVerificationToken(first.identifier(), first.token()))
                .isEmpty();
    }

    @Test
    void members_of_the_application_travel_with_the_user() {
        var user = adapter.createUser(person("ada")
                .with("logins", 3)
                .with("score", 1.5)
                .with("active", true)
                .with("createdAt", NOW)
                .with("none", null)
                .with("tags", List.of("a", "b")));

        assertThat(user.get(Claim.number("logins"))).hasValue(3L);
        assertThat(user.get(Claim.time("createdAt"))).hasValue(NOW);
        assertThat(user.get(Claim.list("tags"))).hasValue(List.of("a", "b"));
        assertThat(adapter.getUser(id(user))).hasValue(user);
    }

    @Test
    void an_account_of_an_unknown_user_is_rejected_but_a_session_is_not() {
        assertThatThrownBy(() -> adapter.linkAccount(account(User.of("unknown", null, null))))
                .hasMessage("there is no such user");
        String token = unique();
        adapter.createSession(new AdapterSession(token, "elsewhere", LATER));
        assertThat(adapter.getSessionAndUser(token)).isEmpty();
        assertThat(adapter.updateSession(SessionChange.of(token))).isPresent();
    }

    @Test
    void ids_of_users_come_from_the_given_randomness() {
        var fixed = CassandraAdapter.builder(session)
                .keyspace("people")
                .randomness(FixedRandomness.of("cassandra"))
                .build();

        assertThat(fixed.createUser(person("ada")).id())
                .isEqualTo(FixedRandomness.of("cassandra").uuid());
    }

    private static void everything(CassandraAdapter it) {
        var user = it.createUser(person("ada"));
        it.updateUser(UserChange.of(id(user)).email(address("countess")));
        it.updateUser(UserChange.of(id(user)).name("Countess"));
        var account = it.linkAccount(account(user));
        it.updateAccount(account.with("access_token", "fresh"));
        var one = it.createSession(new AdapterSession(unique(), id(user), LATER));
        it.getSessionAndUser(one.sessionToken());
        it.updateSession(SessionChange.of(one.sessionToken()).expires(LATER.plusSeconds(1)));
        var link = it.createVerificationToken(new VerificationToken(unique(), unique(), LATER));
        it.useVerificationToken(link.identifier(), link.token());
        it.markUsed(unique(), LATER);
        var passkey = it.createAuthenticator(passkey(user));
        it.updateAuthenticatorCounter(passkey.credentialID(), 2);
        it.deleteAuthenticator(passkey.credentialID());
        it.deleteSession(one.sessionToken());
        it.deleteUser(id(user));
    }

    /** Seconds; 0 for a column that stays. */
    private static int ttl(String what, String table, String key, String value) {
        return session.execute("select " + what + " from people." + table + " where " + key + " = ?", value)
                .one()
                .getInt(0);
    }
}
