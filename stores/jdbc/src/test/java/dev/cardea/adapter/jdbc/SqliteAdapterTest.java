package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("store")
class SqliteAdapterTest extends JdbcAdapterTest {
    SqliteAdapterTest() {
        super(SqliteDatabase.create());
    }

    @Override
    Database another() {
        return SqliteDatabase.create();
    }

    @Override
    void addColumns() {
        database.execute(
                "alter table \"user\" add \"role\" text default 'guest'",
                "alter table \"user\" add \"logins\" integer",
                "alter table \"user\" add \"score\" real",
                "alter table \"user\" add \"active\" boolean",
                "alter table \"user\" add \"createdAt\" datetime",
                "alter table \"user\" add \"seenAt\" timestamp",
                "alter table \"user\" add \"tags\" text");
    }

    /** A request between the two would find an account of which nothing is known. */
    @ParameterizedTest
    @ValueSource(strings = {"account", "cardea_account"})
    void an_account_and_what_is_known_of_it_are_removed_together_or_not_at_all(String failing) {
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        adapter.linkAccount(Account.of("github", "42", ProviderType.OAUTH)
                .with("userId", user.id())
                .with(Account.UNVERIFIED_EMAIL, "ada@example.com"));
        database.execute("create trigger \"fails\" before delete on \"" + failing
                + "\" begin select raise(abort, 'the deletion fails'); end");
        assertThatThrownBy(() -> adapter.unlinkAccount("github", "42")).isInstanceOf(JdbcException.class);

        assertThat(adapter.listAccountsByUserId(String.valueOf(user.id())))
                .extracting(Account::unverifiedEmail)
                .containsExactly("ada@example.com");
    }

    /** SQLite has no server that could stop a statement; what takes long is the wait for another writer. */
    @Test
    @Override
    void a_statement_that_takes_too_long_is_stopped() {
        var impatient = JdbcAdapter.builder(database.pool())
                .statementTimeout(Duration.ofSeconds(1))
                .build();
        impatient.check();
        long start = System.nanoTime();
        try (var other = database.pool().getConnection();
                var statement = other.createStatement()) {
            statement.execute("begin immediate");
            assertThatThrownBy(() -> impatient.createUser(User.of(null, "Ada", "ada@example.com")))
                    .isInstanceOf(StoreUnavailableException.class);
            statement.execute("rollback");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
        assertThat(impatient.createUser(User.of(null, "Ada", "ada@example.com")).id())
                .isNotNull();
    }
}
