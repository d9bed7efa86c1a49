package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables are taken for what their names, types and keys say; what is not certain is refused, and nothing is made. */
@Tag("store")
class LayoutDetectionTest {
    private static final Instant NOW = Instant.now();

    private Database database;

    @AfterEach
    void close() {
        if (database != null) database.close();
    }

    @Test
    void living_sessions_of_TypeORM_stay_and_its_expired_ones_go() {
        postgres("typeorm-postgresql.sql");
        database.execute(
                "insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com')");
        typeOrmSession("living", NOW.plus(Duration.ofDays(1)));
        typeOrmSession("expired", NOW.minus(Duration.ofDays(1)));
        var adapter = JdbcAdapter.of(database.pool());

        assertThat(adapter.deleteExpired().total()).isEqualTo(1);
        assertThat(adapter.getSessionAndUser("living").orElseThrow().session().expires())
                .isEqualTo(Instant.ofEpochMilli(NOW.plus(Duration.ofDays(1)).toEpochMilli()));
        assertThat(adapter.getSessionAndUser("expired")).isEmpty();
    }

    @Test
    void times_are_written_as_TypeORM_reads_them() {
        postgres("typeorm-postgresql.sql");
        var adapter = JdbcAdapter.of(database.pool());
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com").with("emailVerified", NOW));
        adapter.createSession(new AdapterSession("t", String.valueOf(user.id()), NOW));

        assertThat(database.rows("select expires from sessions")).containsExactly("" + NOW.toEpochMilli());
        assertThat(database.rows("select \"emailVerified\" from users")).containsExactly("" + NOW.toEpochMilli());
    }

    @Test
    void text_times_of_an_unknown_program_are_refused_and_nothing_is_made() {
        database = PostgresDatabase.create();
        database.execute(
                "create table users (id text primary key, name text, email text unique, \"emailVerified\" text, image text)",
                "create table sessions (\"sessionToken\" text primary key, \"userId\" text, expires text)");
        refused("their times are text");
    }

    @Test
    void text_times_that_are_not_milliseconds_are_refused_though_the_tables_look_like_TypeORM() {
        postgres("typeorm-postgresql.sql");
        database.execute(
                "insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com')",
                "insert into sessions (\"sessionToken\", \"userId\", expires) values"
                        + " ('t', '00000000-0000-4000-8000-000000000001', '2099-01-01T00:00:00.000Z')");
        refused("sessions.expires contains texts that aren't milliseconds");
    }

    @Test
    void tables_of_D1_are_refused_while_nothing_shows_which_form_their_times_have() {
        database = SqliteDatabase.create();
        d1();
        refused("@auth/d1-adapter");

        var named = JdbcAdapter.builder(database.pool())
                .layout(Layout.PRISMA_MAPPED)
                .build();
        assertThat(named.getUser("1")).isEmpty();
    }

    @Test
    void tables_of_D1_are_refused_for_their_rows_whatever_layout_is_named() {
        database = SqliteDatabase.create();
        d1();
        database.execute(
                "insert into \"users\" values ('u1', 'Ada', 'ada@example.com', null, null)",
                "insert into \"sessions\" values ('s1', 't', 'u1', '2099-01-01T00:00:00.000Z')");
        refused("@auth/d1-adapter");
        assertThatThrownBy(() -> JdbcAdapter.builder(database.pool())
                        .layout(Layout.PRISMA_MAPPED)
                        .build()
                        .deleteExpired())
                .hasMessageContaining("sessions.expires contains texts");
        assertThat(database.rows("select count(*) from \"sessions\"")).containsExactly("1");
    }

    @Test
    void seconds_are_refused_and_never_removed_as_milliseconds() {
        database = SqliteDatabase.create();
        var adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        // Written by another program, after this one looked.
        database.execute("insert into \"session\" (\"sessionToken\", \"userId\", \"expires\") values ('t', '"
                + user.id() + "', " + NOW.plus(Duration.ofDays(1)).getEpochSecond() + ")");

        assertThat(adapter.deleteExpired().total()).isZero();
        assertThat(database.rows("select count(*) from \"session\"")).containsExactly("1");
        assertThatThrownBy(() -> JdbcAdapter.of(database.pool()).getUser("1"))
                .hasMessageContaining("session.expires contains seconds since 1970");
    }

    @Test
    void tables_of_the_pg_adapter_are_those_with_counted_ids() {
        postgres("pg-postgresql.sql");
        assertThat(found()).isSameAs(Layout.PG);
        database.execute("drop table verification_token");
        assertThat(found()).isSameAs(Layout.PG);
        database.execute("create unique index on users (email)");
        assertThat(found()).isSameAs(Layout.PRISMA_MAPPED);
    }

    @Test
    void tables_of_the_pg_adapter_are_refused_elsewhere() {
        database = H2Database.inMemory();
        database.execute(
                "create table \"users\" (\"id\" integer primary key, \"email\" varchar, \"emailVerified\" timestamp)",
                "create table \"sessions\" (\"sessionToken\" varchar, \"userId\" integer, \"expires\" timestamp)",
                "create table \"verification_token\" (\"identifier\" varchar)");
        refused("only work on PostgreSQL");
    }

    @Test
    void a_table_of_another_program_is_not_used_and_none_is_made_beside_it() {
        database = PostgresDatabase.create();
        // What stores of sessions for Express make.
        database.execute(
                "create table session (sid varchar primary key, sess json not null, expire timestamp(6) not null)");
        refused("the table session has no column sessionToken");

        var own = Layout.DRIZZLE.table("session", "cardea_login");
        JdbcMigrations.of(database.pool()).layout(own).run(line -> {});
        JdbcAdapter.builder(database.pool()).layout(own).build().check();
    }

    @Test
    void accounts_without_users_that_go_with_them_are_refused() {
        database = PostgresDatabase.create();
        database.execute("create table users (id text primary key, email text, verified boolean)");
        JdbcMigrations.of(database.pool()).dryRun();
        database.execute("create table accounts (\"userId\" text, provider text, \"providerAccountId\" text)");
        refused("the table accounts looks like an Auth.js table, but the table users lacks the columns");
    }

    @Test
    void tables_with_a_prefix_are_recognized_and_no_others_are_made_next_to_them_unless_they_are_asked_for() {
        database = SqliteDatabase.create();
        database.execute(
                "create table auth_users (id text primary key, name text, email text unique, \"emailVerified\" integer, image text)",
                "create table auth_accounts (\"userId\" text, type text, provider text, \"providerAccountId\" text,"
                        + " primary key (provider, \"providerAccountId\"))",
                "create table auth_sessions (\"sessionToken\" text primary key, \"userId\" text, expires integer)");
        refused("tables: { user: auth_users, account: auth_accounts, session: auth_sessions }");

        var described = Layout.DRIZZLE
                .table("user", "auth_users")
                .table("account", "auth_accounts")
                .table("session", "auth_sessions");
        JdbcMigrations.of(database.pool()).layout(described).run(line -> {});
        assertThat(JdbcMigrations.of(database.pool()).layout(described).status().isCurrent())
                .isTrue();
        JdbcMigrations.of(database.pool()).layout(Layout.DRIZZLE).run(line -> {});
        assertThat(database.rows("select count(*) from \"user\"")).containsExactly("0");
    }

    @Test
    void tables_with_a_prefix_and_columns_in_snake_case_need_a_layout_too() {
        database = SqliteDatabase.create();
        database.execute(
                "create table app_user (id text primary key, email text unique, email_verified integer)",
                "create table app_session (session_token text primary key, user_id text, expires integer)");
        refused("layout: prisma-snake, tables: { user: app_user, session: app_session }");
    }

    @Test
    void users_of_another_program_without_accounts_or_sessions_stop_no_migration() {
        database = SqliteDatabase.create();
        database.execute("create table people (id text primary key, email text, email_verified integer)");
        JdbcMigrations.of(database.pool()).run(line -> {});
        assertThat(database.rows("select count(*) from \"user\"")).containsExactly("0");
    }

    @Test
    void a_layout_that_is_named_wrongly_is_refused_and_the_right_one_named() {
        postgres("drizzle-postgresql.sql");
        assertThatThrownBy(() ->
                        JdbcMigrations.of(database.pool()).layout(Layout.PRISMA).run(line -> {}))
                .hasMessageContaining("the database has the tables of the layout drizzle");
        assertThat(database.tables()).doesNotContain("User", "cardea_migration");
    }

    @Test
    void tables_of_two_layouts_are_refused_until_one_is_named() {
        postgres("drizzle-postgresql.sql");
        database.executeFile("prisma-snake-postgresql.sql");
        refused("tables of several layouts, [drizzle, prisma-snake]");
        database.execute("drop table \"authenticator\"");

        JdbcAdapter.builder(database.pool())
                .layout(Layout.PRISMA_SNAKE)
                .migrateOnStart(line -> {})
                .build()
                .check();
    }

    @Test
    void check_names_each_table_that_is_missing() {
        postgres("hasura-postgresql.sql");
        var adapter = JdbcAdapter.of(database.pool());
        assertThat(adapter.missing())
                .containsExactly(
                        "there is no table authenticators",
                        "there is no table cardea_spent_token",
                        "there is no table cardea_passkey",
                        "there is no table cardea_limit",
                        "there is no table cardea_account, so users with an unverified email address are stored "
                                + "without it; run the migrations",
                        "there is no table cardea_record, so modules such as user accounts can't keep anything; "
                                + "run the migrations",
                        "there is no table cardea_session, so there are no revocable sessions; run the migrations");
        assertThatThrownBy(adapter::check)
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.SCHEMA))
                .hasMessageContaining("authenticators", "cardea_passkey", "migrateOnStart()");

        JdbcMigrations.of(database.pool()).run(line -> {});
        assertThat(adapter.missing()).isEmpty();
        adapter.check();
    }

    @Test
    @Tag("part")
    void check_names_a_unique_key_that_is_missing_with_the_statement_that_makes_it() {
        database = MariadbDatabase.create();
        database.executeFile("prisma-mapped-mysql.sql");
        database.execute("alter table \"accounts\" drop index \"Account_provider_providerAccountId_key\"");
        JdbcMigrations.of(database.pool()).run(line -> {});
        var adapter = JdbcAdapter.of(database.pool());
        var lines = adapter.missing();

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("the table accounts has no unique key over provider, providerAccountId,");
        assertThatThrownBy(adapter::check).hasMessageContaining("no unique key over provider");
        database.execute(lines.get(0).substring(lines.get(0).indexOf("run: ") + 5));
        assertThat(adapter.missing()).isEmpty();
        adapter.check();
    }

    @Test
    void without_a_unique_key_rows_are_kept_apart_by_locks_on_PostgreSQL() {
        postgres("drizzle-postgresql.sql");
        database.execute("alter table \"user\" drop constraint \"user_email_unique\"");
        var adapter = JdbcAdapter.of(database.pool());
        adapter.createUser(User.of(null, "Ada", "ada@example.com"));

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com")))
                .satisfies(e -> assertThat(JdbcException.is(e, Kind.DUPLICATE)).isTrue());
    }

    @Test
    void a_table_and_a_column_that_are_none_of_the_fields_are_a_mistake() {
        assertThatThrownBy(() -> Layout.DRIZZLE.table("users", "people"))
                .hasMessageContaining("there is no table users");
        assertThatThrownBy(() -> Layout.DRIZZLE.column("verified", "v"))
                .hasMessageContaining("there is no column verified");
    }

    private void postgres(String file) {
        database = PostgresDatabase.create();
        database.executeFile(file);
    }

    private void typeOrmSession(String token, Instant expires) {
        database.execute("insert into sessions (\"sessionToken\", \"userId\", expires) values ('" + token
                + "', '00000000-0000-4000-8000-000000000001', '" + expires.toEpochMilli() + "')");
    }

    private void d1() {
        database.execute(
                "create table \"accounts\" (\"id\" text, \"userId\" text, \"type\" text, \"provider\" text,"
                        + " \"providerAccountId\" text, \"oauth_token_secret\" text, \"oauth_token\" text)",
                "create table \"sessions\" (\"id\" text, \"sessionToken\" text, \"userId\" text, \"expires\" datetime)",
                "create table \"users\" (\"id\" text, \"name\" text, \"email\" text, \"emailVerified\" datetime,"
                        + " \"image\" text)",
                "create table \"verification_tokens\" (\"identifier\" text, \"token\" text, \"expires\" datetime)");
    }

    private Layout found() {
        try (var connection = database.pool().getConnection()) {
            return Tables.of(
                            connection,
                            database.dialect().sql(),
                            null,
                            new IdAndClock(length -> new byte[length], null))
                    .layout();
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the adapter and by the migrations alike, and no table is made. */
    private void refused(String reason) {
        List<String> before = database.tables();
        assertThatThrownBy(() -> JdbcAdapter.of(database.pool()).deleteExpired())
                .isInstanceOf(JdbcException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("migrateOnStart");
        assertThatThrownBy(() -> JdbcMigrations.of(database.pool()).run(line -> {}))
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> JdbcMigrations.of(database.pool()).status()).hasMessageContaining(reason);
        assertThat(database.tables()).isEqualTo(before);
    }
}
