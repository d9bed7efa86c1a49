package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnknownFieldException;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.json.Claim;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to this store, on each database; the promises that all adapters make are in the contract tests. */
abstract class JdbcAdapterTest {
    static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");

    final Database database;
    final WatchedDatabase watched;
    final FakeClock clock = FakeClock.at(NOW);
    final JdbcAdapter adapter;

    JdbcAdapterTest(Database database) {
        this.database = database;
        watched = new WatchedDatabase(database.pool());
        adapter = JdbcAdapter.builder(watched.dataSource())
                .clock(clock)
                .randomness(FixedRandomness.of("jdbc"))
                .migrateOnStart(line -> {})
                .build();
    }

    @AfterEach
    void close() {
        assertThat(watched.closed).hasValue(watched.opened.get());
        database.close();
    }

    @Test
    void a_session_and_its_user_are_one_query() {
        var session = session(ada());
        watched.statements.clear();

        assertThat(adapter.getSessionAndUser(session.sessionToken())).isPresent();
        assertThat(watched.statements).containsExactly("executeQuery");
    }

    @Test
    void rows_look_as_Drizzle_makes_them() {
        var user =
                adapter.createUser(User.of("proposed", "Ada", "ada@example.com").with("emailVerified", NOW));
        adapter.linkAccount(Account.of("github", "42", ProviderType.OAUTH)
                .with("userId", user.id())
                .with("access_token", "secret")
                .with("expires_at", 1_800_000_000)
                .with("moon", "full"));
        session(user);

        assertThat(database.rows("select \"id\", \"name\", \"email\", \"emailVerified\", \"image\" from \"user\""))
                .containsExactly(user.id() + "|Ada|ada@example.com|" + database.printed(NOW) + "|null");
        assertThat(database.rows("select \"userId\", \"type\", \"provider\", \"providerAccountId\", \"access_token\","
                        + " \"expires_at\" from \"account\""))
                .containsExactly(user.id() + "|oauth|github|42|secret|1800000000");
        assertThat(database.rows("select \"expires\" from \"session\""))
                .containsExactly(database.printed(NOW.plus(Duration.ofDays(1))));
    }

    @Test
    void a_field_of_a_user_without_a_column_is_an_error_and_nothing_is_written() {
        var admin = User.of(null, "Ada", "ada@example.com").with("role", "ADMIN");
        assertThatThrownBy(() -> adapter.createUser(admin))
                .isInstanceOfSatisfying(
                        UnknownFieldException.class, e -> assertThat(e.fields()).containsExactly("role"))
                .hasMessage("createUser: the table user has no column for these user fields: role; add a column "
                        + "with that name, or leave out the field (SQL state 42S22)");
        assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();

        var change = UserChange.of(String.valueOf(ada().id())).name("Countess");
        assertThatThrownBy(() -> adapter.updateUser(change.with("role", "ADMIN")))
                .isInstanceOf(UnknownFieldException.class)
                .hasMessageContaining("role");
        assertThatThrownBy(() -> adapter.inUnit(
                        unit -> ((UserAdapter) unit).createUser(admin.with("email", "other@example.com"))))
                .isInstanceOf(UnknownFieldException.class);
        assertThat(adapter.getUser(change.id()).orElseThrow().name()).isEqualTo("Ada");
    }

    @Test
    void an_empty_field_needs_no_column() {
        var change = UserChange.of(String.valueOf(ada().id())).clear("role");
        assertThat(adapter.updateUser(change).name()).isEqualTo("Ada");
    }

    @Test
    void a_column_that_was_added_since_is_found() {
        var change = UserChange.of(String.valueOf(ada().id())).with("role", "ADMIN");
        database.execute("alter table \"user\" add \"role\" varchar(20)");
        assertThat(adapter.updateUser(change).claims().text("role")).isEqualTo("ADMIN");
    }

    @Test
    void rows_that_Auth_js_made_are_read() {
        database.execute(
                "insert into \"user\" values ('u1', 'Ada', 'ada@example.com', " + database.literal(NOW) + ", null)",
                "insert into \"account\" (\"userId\", \"type\", \"provider\", \"providerAccountId\", \"expires_at\")"
                        + " values ('u1', 'oidc', 'google', '7', 1800000000)",
                "insert into \"session\" values ('t1', 'u1', " + database.literal(NOW.plusMillis(377)) + ")");

        assertThat(adapter.getUserByAccount("google", "7").orElseThrow().emailVerified())
                .isEqualTo(NOW);
        assertThat(adapter.getSessionAndUser("t1").orElseThrow().session())
                .isEqualTo(new AdapterSession("t1", "u1", NOW.plusMillis(377)));
        assertThat(adapter.getAccount("7", "google").orElseThrow().expiresAt()).isEqualTo(1_800_000_000L);
    }

    /** The zone of machine and session may change between writing and reading; the rows are UTC. */
    @ParameterizedTest
    @ValueSource(strings = {"Asia/Tokyo", "America/St_Johns", "Europe/Berlin", "Pacific/Apia"})
    @ResourceLock(Resources.TIME_ZONE)
    void times_do_not_depend_on_a_zone(String zone) {
        var before = TimeZone.getDefault();
        var gap = Instant.parse("2026-03-29T02:30:00.001Z");
        var user = ada();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            var there = JdbcAdapter.of(database.pool(config -> database.reach(config, zone)));
            there.createSession(new AdapterSession("t", String.valueOf(user.id()), gap));
            assertThat(there.getSessionAndUser("t").orElseThrow().session().expires())
                    .isEqualTo(gap);
        } finally {
            TimeZone.setDefault(before);
        }

        assertThat(adapter.getSessionAndUser("t").orElseThrow().session().expires())
                .isEqualTo(gap);
        assertThat(database.rows("select \"expires\" from \"session\"")).containsExactly(database.printed(gap));
    }

    /** {@code role} with the default {@code guest}, and one for each kind of value. */
    abstract void addColumns();

    @Test
    void columns_of_the_application_travel_with_the_user() {
        addColumns();
        var own = JdbcAdapter.of(database.pool());
        var user = own.createUser(User.of(null, "Ada", "ada@example.com")
                .with("logins", 3)
                .with("score", 1.5)
                .with("active", true)
                .with("createdAt", NOW)
                .with("seenAt", NOW)
                .with("tags", List.of("a", "b")));

        assertThat(user.get(Claim.text("role"))).hasValue("guest");
        assertThat(user.get(Claim.number("logins"))).hasValue(3L);
        assertThat(user.get(Claim.decimal("score"))).hasValue(1.5);
        assertThat(user.get(Claim.bool("active"))).hasValue(true);
        assertThat(user.get(Claim.time("createdAt"))).hasValue(NOW);
        assertThat(user.get(Claim.time("seenAt"))).hasValue(NOW);
        assertThat(user.get(Claim.text("tags"))).hasValue("[\"a\",\"b\"]");
        var updated = own.updateUser(UserChange.of(String.valueOf(user.id())).with("role", "admin"));
        assertThat(updated.claims().without("role")).isEqualTo(user.claims().without("role"));
        assertThat(own.getUserByEmail("ada@example.com")).hasValue(updated);
    }

    @Test
    void columns_are_looked_up_once() {
        ada();
        watched.statements.clear();
        for (int i = 0; i < 3; i++) adapter.getUserByEmail("ada@example.com");

        assertThat(watched.statements).hasSize(3);
    }

    @Test
    void without_tables_the_message_says_how_to_make_them() {
        try (var empty = another()) {
            var early = JdbcAdapter.of(empty.pool());
            assertThatThrownBy(() -> early.getUser("1"))
                    .isInstanceOfSatisfying(
                            JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.SCHEMA))
                    .hasMessageContaining("getUser")
                    .hasMessageContaining("migrateOnStart()");
            assertThatThrownBy(early::check).isInstanceOf(JdbcException.class);
            JdbcMigrations.of(empty.pool()).run(line -> {});

            early.check();
        }
        adapter.check();
    }

    abstract Database another();

    /** In a rolling upgrade, this process started before the tables were migrated, and another one after. */
    @Test
    void a_process_that_read_its_tables_before_the_migration_sees_what_others_know_of_accounts() {
        var user = ada();
        var id = String.valueOf(user.id());
        database.execute("drop table \"cardea_account\"", "delete from \"cardea_migration\" where \"version\" = 6");
        var early = JdbcAdapter.of(database.pool());
        var inUnits = JdbcAdapter.of(database.pool());
        assertThat(List.of(early, inUnits))
                .extracting(JdbcAdapter::keepsUnverifiedEmail)
                .containsOnly(false);
        assertThat(inUnits.<Boolean>inUnit(unit -> ((UnverifiedEmails) unit).keepsUnverifiedEmail()))
                .isFalse();
        JdbcMigrations.of(database.pool()).run(line -> {});
        adapter.linkAccount(github(user, "42").with(Account.UNVERIFIED_EMAIL, "ada@example.com"));

        assertThat(early.listAccountsByUserId(id))
                .extracting(Account::unverifiedEmail)
                .containsExactly("ada@example.com");
        assertThat(inUnits.<List<Account>>inUnit(unit -> ((AccountIndex) unit).listAccountsByUserId(id)))
                .extracting(Account::unverifiedEmail)
                .containsExactly("ada@example.com");
        assertThat(List.of(early, inUnits))
                .extracting(JdbcAdapter::keepsUnverifiedEmail)
                .containsOnly(true);
    }

    @Test
    void check_does_without_the_table_of_unverified_addresses_and_missing_names_it() {
        database.execute("drop table \"cardea_account\"");
        var without = JdbcAdapter.of(database.pool());

        without.check();
        assertThat(without.missing())
                .containsExactly(
                        "there is no table cardea_account, so users with an unverified email address are stored "
                                + "without it; run the migrations");
    }

    @Test
    void what_is_left_of_an_account_that_another_program_removed_counts_for_no_other_account() {
        var user = ada();
        for (var account : List.of(github(user, "42"), github(user, "43"))) {
            adapter.linkAccount(account.with(Account.UNVERIFIED_EMAIL, "ada@example.com"));
        }
        database.execute("delete from \"account\" where \"providerAccountId\" = '42'");
        adapter.linkAccount(github(user, "42").with(Account.UNVERIFIED_EMAIL, null));

        assertThat(adapter.listAccountsByUserId(String.valueOf(user.id())))
                .extracting(Account::providerAccountId, Account::unverifiedEmail)
                .containsExactlyInAnyOrder(tuple("42", null), tuple("43", "ada@example.com"));
    }

    /** Another link that fails because the account is there changes nothing of it. */
    @Test
    void linking_an_account_that_is_there_does_not_clear_what_is_known_of_it() {
        var user = ada();
        adapter.linkAccount(github(user, "42").with(Account.UNVERIFIED_EMAIL, "ada@example.com"));
        assertThatThrownBy(() -> adapter.linkAccount(github(user, "42").with(Account.UNVERIFIED_EMAIL, null)))
                .isInstanceOf(DuplicateKeyException.class);

        assertThat(adapter.listAccountsByUserId(String.valueOf(user.id())))
                .extracting(Account::unverifiedEmail)
                .containsExactly("ada@example.com");
    }

    @Test
    void the_clean_up_removes_what_is_left_of_accounts_that_another_program_removed() {
        var user = ada();
        adapter.linkAccount(github(user, "42").with(Account.UNVERIFIED_EMAIL, "ada@example.com"));
        var rows = new StringJoiner(",");
        for (int i = 0; i < 250; i++) rows.add("('github', 'gone" + i + "', 'u1', 'gone@example.com')");
        database.execute("insert into \"cardea_account\" values " + rows);
        var next = adapter.createUser(User.of(null, "Eve", "eve@example.com"));
        adapter.linkAccount(github(next, "43"));
        database.execute("insert into \"cardea_account\" values ('github', '43', 'u1', 'gone@example.com')");

        assertThat(adapter.deleteExpired().total()).isZero();
        assertThat(database.rows("select \"providerAccountId\" from \"cardea_account\""))
                .containsExactly("42");
    }

    private static Account github(User user, String id) {
        return Account.of("github", id, ProviderType.OAUTH).with("userId", user.id());
    }

    @Test
    void a_table_that_is_missing_is_named_and_found_when_it_comes() {
        var user = ada();
        database.execute("drop table \"authenticator\"", "drop table \"cardea_spent_token\"");
        var lacking = JdbcAdapter.of(database.pool());

        assertThat(lacking.getUserByEmail("ada@example.com")).hasValue(user);
        assertThatThrownBy(() -> lacking.getAuthenticator("1"))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.SCHEMA))
                .hasMessageContaining("there is no table authenticator");
        assertThatThrownBy(() -> lacking.inUnit(unit -> ((JdbcAdapter) unit).markUsed("1", NOW)))
                .hasMessageContaining(
                        "there is no table cardea_spent_token, which the migration 002-spent-tokens makes");
        lacking.deleteUser(String.valueOf(user.id()));
        assertThat(lacking.getUserByEmail("ada@example.com")).isEmpty();

        database.execute("delete from \"cardea_migration\"");
        JdbcMigrations.of(database.pool()).run(line -> {});
        assertThat(lacking.getAuthenticator("1")).isEmpty();
    }

    /** Such as the tables of Auth.js before the migrations of this library. */
    @Test
    void without_its_table_an_unverified_address_is_dropped_and_accounts_work() {
        database.execute("drop table \"cardea_account\"");
        var lacking = JdbcAdapter.of(database.pool());
        assertThat(lacking.keepsUnverifiedEmail()).isFalse();
        var ada = ada();
        var account = Account.of("github", "42", ProviderType.OAUTH)
                .with("userId", ada.id())
                .with(Account.UNVERIFIED_EMAIL, "ada@example.com");
        lacking.linkAccount(account);
        lacking.updateAccount(account);

        assertThat(lacking.listAccountsByUserId(String.valueOf(ada.id())))
                .extracting(Account::unverifiedEmail)
                .containsOnlyNulls();
        lacking.unlinkAccount("github", "42");
        lacking.deleteUser(String.valueOf(ada.id()));
        assertThat(lacking.getUser(String.valueOf(ada.id()))).isEmpty();
    }

    /** Auth.js, which shares the tables, removes an account without what is known of it. */
    @Test
    void what_was_known_of_an_account_that_another_program_removed_belongs_to_no_other_user() {
        var ada = ada();
        var account = Account.of("github", "42", ProviderType.OAUTH);
        adapter.linkAccount(account.with("userId", ada.id()).with(Account.UNVERIFIED_EMAIL, "ada@example.com"));
        database.execute("delete from \"account\"");
        var bob = adapter.createUser(User.of(null, "Bob", "bob@example.com"));
        adapter.linkAccount(account.with("userId", bob.id()));
        assertThat(adapter.listAccountsByUserId(String.valueOf(bob.id())))
                .extracting(Account::unverifiedEmail)
                .containsOnlyNulls();

        adapter.updateAccount(account.with(Account.UNVERIFIED_EMAIL, "bob@example.com"));
        assertThat(adapter.listAccountsByUserId(String.valueOf(bob.id())))
                .extracting(Account::unverifiedEmail)
                .containsExactly("bob@example.com");
    }

    @Test
    void a_database_without_names_of_passkeys_is_reported_with_the_missing_migration() {
        var id = String.valueOf(ada().id());
        adapter.createAuthenticator(new AdapterAuthenticator("c", id, "c", "key", 1, "singleDevice", true, null));
        database.execute("drop table \"cardea_passkey\"");
        var lacking = JdbcAdapter.of(database.pool());

        var told = "there is no table cardea_passkey, which the migration 003-passkeys makes; migrateOnStart() "
                + "or createSchema creates what's missing";
        assertThatThrownBy(() -> lacking.getPasskey("c")).hasMessageContaining(told);
        assertThatThrownBy(() -> lacking.listPasskeysByUserId(id)).hasMessageContaining(told);
        assertThatThrownBy(() -> lacking.updatePasskey(PasskeyChange.of("c").name("Phone")))
                .hasMessageContaining(told);
        assertThatThrownBy(() -> lacking.deleteAuthenticator("c")).hasMessageContaining(told);
        assertThat(lacking.getAuthenticator("c")).isPresent();
    }

    /** An id may have 1023 bytes (WebAuthn §4), which are 1364 characters. */
    @Test
    void a_long_id_of_a_passkey_is_kept_whole_or_refused_in_words() {
        var id = "a".repeat(1364);
        var passkey = new AdapterAuthenticator(
                id, String.valueOf(ada().id()), id.substring(0, 300), "key", 1, "singleDevice", true, null);
        if (database.dialect() == Dialect.MYSQL) {
            assertThatThrownBy(() -> adapter.createAuthenticator(passkey))
                    .hasStackTraceContaining(
                            "this credentialID has 1364 characters, and the column credentialID holds 512");
            assertThat(adapter.getAuthenticator(id)).isEmpty();
        } else {
            adapter.createAuthenticator(passkey);
            assertThat(adapter.getAuthenticator(id)).hasValue(passkey);
            adapter.updatePasskey(PasskeyChange.of(id).name("Phone"));
            assertThat(adapter.getPasskey(id).orElseThrow().name()).isEqualTo("Phone");
        }
    }

    @Test
    void a_table_that_goes_missing_later_is_named_too() {
        ada();
        database.execute("drop table \"authenticator\"");

        assertThatThrownBy(() -> adapter.getAuthenticator("1")).hasMessageContaining("there is no table authenticator");
    }

    @Test
    void columns_that_a_table_can_do_without_may_be_missing() {
        database.execute(
                "alter table \"user\" drop column \"image\"", "alter table \"account\" drop column \"session_state\"");
        var lacking = JdbcAdapter.of(database.pool());
        var user = lacking.createUser(User.of(null, "Ada", "ada@example.com").with("image", "a.png"));
        var account = Account.of("github", "1", ProviderType.OAUTH)
                .with("userId", user.id())
                .with("session_state", "x")
                .with("access_token", "y");
        lacking.linkAccount(account);
        lacking.updateAccount(account.with("access_token", "z"));

        assertThat(user.image()).isNull();
        var found = lacking.getAccount("1", "github").orElseThrow();
        assertThat(found.accessToken()).isEqualTo("z");
        assertThat(found.claims().text("session_state")).isNull();
    }

    @Test
    void text_that_no_database_can_store_finds_no_user_and_is_replaced_where_allowed() {
        assertThat(adapter.getUserByEmail("ada\0@example.com")).isEmpty();
        adapter.createUser(User.of(null, "Eve", "ada?@example.com"));
        assertThat(adapter.getUserByEmail("ada\uD800@example.com")).isEmpty();
        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada\uDC00@example.com")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no row can have this email");

        assertThat(adapter.createUser(User.of(null, "A\0d\uD800a \uD83D\uDE00", "ada@example.com"))
                        .name())
                .isEqualTo("A\uFFFDd\uFFFDa \uD83D\uDE00");
    }

    @Test
    void keys_of_any_text_and_length_are_spent_once() {
        for (var key : List.of("k".repeat(5_000), "k".repeat(4_999), "a\0b", "\uD800", "\uDC00", "?")) {
            assertThat(adapter.markUsed(key, NOW.plusSeconds(1_000))).isTrue();
            assertThat(adapter.markUsed(key, NOW.plusSeconds(1_000))).isFalse();
        }
        var hashed = database.rows("select \"key\" from \"cardea_spent_token\" where \"key\" like 'sha256:%'");
        assertThat(hashed).hasSize(5);
        assertThat(adapter.markUsed(hashed.get(0), NOW.plusSeconds(1_000))).isTrue();
    }

    @Test
    void a_pool_without_a_free_connection_is_an_exception_and_then_forgotten() throws SQLException {
        var small = database.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionTimeout(300);
        });
        var starved = JdbcAdapter.of(small);
        long start = System.nanoTime();
        try (var taken = small.getConnection()) {
            assertThat(taken).isNotNull();
            assertThatThrownBy(() -> starved.getUser("1")).isInstanceOf(StoreUnavailableException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        assertThat(starved.getUser("1")).isEmpty();
    }

    @Test
    void a_row_of_an_unknown_user_is_rejected_by_its_foreign_key() {
        var account = Account.of("github", "1", ProviderType.OAUTH).with("userId", "unknown");
        var session = new AdapterSession("t", "unknown", NOW);
        var passkey = new AdapterAuthenticator("c", "unknown", "a", "k", 0, "singleDevice", false, null);
        for (Runnable write : List.<Runnable>of(
                () -> adapter.linkAccount(account),
                () -> adapter.createSession(session),
                () -> adapter.createAuthenticator(passkey),
                () -> adapter.inUnit(unit -> ((JdbcAdapter) unit).createSession(session)))) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(RowNotFoundException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MISSING_REFERENCE));
        }
    }

    @Test
    void one_connection_is_enough_for_everything() {
        var small = database.pool(config -> config.setMaximumPoolSize(1));
        var thrifty = JdbcAdapter.of(small);
        var user = thrifty.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com")));
        thrifty.deleteUser(String.valueOf(user.id()));
        assertThatThrownBy(() -> thrifty.updateUser(UserChange.of("unknown"))).hasMessage("there is no such user");

        assertThat(thrifty.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(small.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void a_pool_that_does_not_commit_by_itself_works_too() throws SQLException {
        var manual = database.pool(config -> config.setAutoCommit(false));
        var borrowing = JdbcAdapter.of(manual);
        var user = borrowing.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com")));
        borrowing.deleteUser("unknown");

        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
        try (var connection = manual.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    void connections_go_back_as_they_came() throws SQLException {
        try (var connection = database.pool().getConnection();
                var statement = connection.createStatement()) {
            var borrowing = JdbcAdapter.of(new OneConnection(connection));
            int isolation = connection.getTransactionIsolation();
            int patience = connection.getNetworkTimeout();
            borrowing.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com")));
            assertThatThrownBy(() -> borrowing.inUnit(unit -> {
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");

            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
            assertThat(connection.getNetworkTimeout()).isEqualTo(patience);
            assertThat(statement.getQueryTimeout()).isZero();
        }
    }

    @Test
    void a_statement_that_takes_too_long_is_stopped() {
        database.execute(
                "alter table \"verificationToken\" rename to \"slow\"",
                "create view \"verificationToken\" as select * from \"slow\" where " + database.slow(),
                "insert into \"slow\" values ('a', 'b', " + database.literal(NOW) + ")");
        var impatient = JdbcAdapter.builder(database.pool())
                .statementTimeout(Duration.ofSeconds(1))
                .build();

        // Left alone it would count for hours.
        assertTimeout(
                Duration.ofSeconds(30),
                () -> assertThatThrownBy(() -> impatient.useVerificationToken("a", "b"))
                        .isInstanceOf(StoreException.class));
    }

    @Test
    void a_conflict_is_tried_again_and_in_the_end_given_up() {
        watched.failCommits(4, "40001");
        var runs = new AtomicInteger();
        var user = adapter.inUnit(unit -> {
            runs.incrementAndGet();
            return ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com"));
        });
        assertThat(runs).hasValue(5);
        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);

        watched.failCommits(5, "40P01");
        assertThatThrownBy(() ->
                        adapter.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Bob", "b@example.com"))))
                .isInstanceOf(StoreConflictException.class);
        assertThat(adapter.getUserByEmail("b@example.com")).isEmpty();
    }

    @Test
    void a_conflict_inside_a_unit_is_found_under_what_wraps_it() {
        ada();
        var runs = new AtomicInteger();
        var found = adapter.inUnit(unit -> {
            if (runs.incrementAndGet() == 1) watched.failStatements(1, "40001");
            try {
                return ((JdbcAdapter) unit).getUserByEmail("ada@example.com");
            } catch (RuntimeException e) {
                throw new IllegalStateException("wrapped", e);
            }
        });

        assertThat(found).isPresent();
        assertThat(runs).hasValue(2);
    }

    @Test
    void a_single_call_is_tried_again_too() {
        ada();
        watched.failStatements(2, "40001");

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
    }

    @Test
    void other_failures_are_not_tried_again() {
        ada();
        watched.statements.clear();
        watched.failStatements(1, "XX000");

        assertThatThrownBy(() -> adapter.getUserByEmail("ada@example.com"))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OTHER));
        assertThat(watched.statements).hasSize(1);
    }

    @Test
    void a_duplicate_is_called_so_and_quotes_no_row() {
        ada();

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com")))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageNotContaining("ada@example.com");
    }

    @Test
    void an_adapter_of_a_unit_that_is_over_refuses_to_work() {
        var kept = adapter.inUnit(unit -> (JdbcAdapter) unit);

        assertThatThrownBy(() -> kept.getUser("1")).hasMessage("getUser: the unit of work is over");
    }

    @Test
    void a_nested_unit_rolls_back_only_its_own_work() {
        adapter.inUnit(outer -> {
            ((JdbcAdapter) outer).createUser(User.of(null, "Ada", "ada@example.com"));
            assertThatThrownBy(() -> ((JdbcAdapter) outer).inUnit(inner -> {
                        ((JdbcAdapter) inner).createUser(User.of(null, "Eve", "eve@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
            ((JdbcAdapter) outer).deleteUser("unknown");
            return true;
        });

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
    }

    @Test
    void ids_of_users_come_from_the_given_randomness() {
        assertThat(ada().id()).isEqualTo(FixedRandomness.of("jdbc").uuid());
    }

    @Test
    void expired_rows_can_be_removed() {
        var user = ada();
        session(user);
        adapter.createSession(new AdapterSession("old", String.valueOf(user.id()), NOW.minusMillis(1)));
        adapter.createVerificationToken(new VerificationToken("a", "old", NOW.minusMillis(1)));
        adapter.createVerificationToken(new VerificationToken("a", "older", NOW.minusMillis(2)));
        adapter.createVerificationToken(new VerificationToken("a", "new", NOW.plusMillis(1)));
        for (var key : List.of("x", "y", "z")) adapter.markUsed(key, NOW.minusMillis(1));
        for (var id : List.of("a", "b", "c", "d")) {
            adapter.createRecord(new ModuleRecord("sample", id, null, "{}", 1, NOW.minusMillis(1)));
        }
        adapter.createRecord(new ModuleRecord("sample", "new", null, "{}", 1, NOW.plusMillis(1)));
        adapter.createRecord(new ModuleRecord("sample", "endless", null, "{}", 1, null));

        assertThat(adapter.deleteExpired()).isEqualTo(new RemovedRows(1, 2, 3, 4));
        assertThat(adapter.deleteExpired().total()).isZero();
        assertThat(adapter.useVerificationToken("a", "new")).isPresent();
        assertThat(adapter.getRecord("sample", "new")).isPresent();
        assertThat(adapter.getRecord("sample", "endless")).isPresent();
        assertThat(adapter.listSessionsByUserId(String.valueOf(user.id()))).hasSize(1);
    }

    @Test
    void expired_rows_are_removed_in_batches() {
        var rows = new StringJoiner(",");
        for (int i = 0; i < 2_500; i++) {
            // Most of them ended in the same moment.
            var end = NOW.minusMillis(i % 10 == 0 ? i + 1 : 1);
            rows.add("('a', '" + i + "', " + database.literal(end) + ")");
        }
        database.execute("insert into \"verificationToken\" values " + rows);
        adapter.createVerificationToken(new VerificationToken("a", "now", NOW));
        watched.statements.clear();

        assertThat(adapter.deleteExpired().total()).isEqualTo(2_500);
        assertThat(watched.statements).hasSizeBetween(8, 30);
        assertThat(adapter.useVerificationToken("a", "now")).isPresent();
    }

    @Test
    void without_some_tables_the_rest_is_removed() {
        adapter.createVerificationToken(new VerificationToken("a", "old", NOW.minusMillis(1)));
        database.execute("drop table \"session\"", "drop table \"cardea_spent_token\"");

        assertThat(JdbcAdapter.builder(database.pool()).clock(clock).build().deleteExpired())
                .isEqualTo(new RemovedRows(0, 1, 0, 0));
    }

    @Test
    void expired_single_use_keys_are_removed_from_time_to_time() {
        adapter.markUsed("a", NOW.plusSeconds(1));
        adapter.markUsed("b", NOW.plusSeconds(3_600));
        clock.advance(Duration.ofMinutes(11));
        adapter.markUsed("c", NOW.plusSeconds(7_200));

        assertThat(database.rows("select \"key\" from \"cardea_spent_token\" order by 1"))
                .containsExactly("b", "c");
        assertThat(adapter.markUsed("b", NOW)).isFalse();
    }

    @Test
    void two_processes_share_one_database() {
        var other = JdbcAdapter.of(database.pool());
        adapter.createVerificationToken(new VerificationToken("a", "hash", NOW));
        assertThat(other.useVerificationToken("a", "hash")).isPresent();
        assertThat(adapter.useVerificationToken("a", "hash")).isEmpty();
        assertThat(other.markUsed("k", NOW.plusSeconds(1_000))).isTrue();
        assertThat(adapter.markUsed("k", NOW.plusSeconds(1_000))).isFalse();
    }

    @Test
    void a_refresh_changes_the_expiry_only() {
        var session = session(ada());
        adapter.updateSession(SessionChange.of(session.sessionToken()).expires(NOW.plusMillis(1)));

        assertThat(database.rows("select \"expires\" from \"session\""))
                .containsExactly(database.printed(NOW.plusMillis(1)));
    }

    final User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    final AdapterSession session(User user) {
        return adapter.createSession(
                new AdapterSession("token", String.valueOf(user.id()), NOW.plus(Duration.ofDays(1))));
    }
}
