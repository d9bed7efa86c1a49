package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** Inside a transaction of the application, whose connection the DataSource lends, calls join it. */
@Tag("store")
class JoinedTransactionTest {
    private final Database database = PostgresDatabase.create();
    private final TransactionTemplate transactions =
            new TransactionTemplate(new DataSourceTransactionManager(database.pool()));
    private final JdbcAdapter adapter = JdbcAdapter.of(new TransactionAwareDataSourceProxy(database.pool()));

    @BeforeEach
    void tables() {
        JdbcMigrations.of(database.pool()).run(line -> {});
        database.execute("create table tenant (name text primary key)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void the_application_stores_its_row_and_the_user_in_one_transaction() {
        DataSource dataSource = database.pool();
        Tenants tenants = name -> insertTenant();
        // sample
        var users = JdbcAdapter.of(new TransactionAwareDataSourceProxy(dataSource));
        transactions.executeWithoutResult(status -> {
            tenants.insert("acme");
            users.createUser(User.of(null, "Ada", "ada@example.com"));
        });
        // end

        assertThat(database.rows("select name from tenant")).hasSize(1);
        assertThat(users.getUserByEmail("ada@example.com")).isPresent();
    }

    private interface Tenants {
        void insert(String name);
    }

    @Test
    void a_rollback_of_the_application_removes_the_rows_of_both() {
        transactions.executeWithoutResult(status -> {
            insertTenant();
            createUser();
            status.setRollbackOnly();
        });

        assertThat(database.rows("select name from tenant")).isEmpty();
        assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void a_commit_of_the_application_keeps_the_rows_of_both() {
        transactions.executeWithoutResult(status -> {
            insertTenant();
            createUser();
            // Another connection does not see them yet: nothing was committed behind the application's back.
            assertThat(database.rows("select name from tenant")).isEmpty();
            assertThat(database.rows("select \"email\" from \"user\"")).isEmpty();
        });

        assertThat(database.rows("select name from tenant")).containsExactly("acme");
        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
    }

    @Test
    void a_unit_that_fails_takes_only_itself_back() {
        transactions.executeWithoutResult(status -> {
            insertTenant();
            assertThatThrownBy(() -> adapter.inUnit(unit -> {
                        ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
        });

        assertThat(database.rows("select name from tenant")).containsExactly("acme");
        assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void outside_of_a_transaction_calls_commit_by_themselves() {
        createUser();
        assertThat(database.rows("select \"email\" from \"user\"")).containsExactly("ada@example.com");
    }

    /** Agroal's connection in a JTA transaction throws on commit, rollback and a change of auto-commit. */
    @Test
    void a_connection_that_rejects_commits_is_not_committed() throws SQLException {
        try (var enlisted = database.pool().getConnection()) {
            enlisted.setAutoCommit(false);
            var here = Thread.currentThread();
            var joined = JdbcAdapter.of(source(() -> Thread.currentThread() == here
                    ? strict(enlisted)
                    : database.pool().getConnection()));
            var user = joined.createUser(User.of(null, "Ada", "ada@example.com"));
            joined.linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id()));
            joined.unlinkAccount("github", "1");
            joined.deleteUser(String.valueOf(user.id()));
            joined.createUser(User.of(null, "Eve", "eve@example.com"));
            assertThat(database.rows("select \"email\" from \"user\"")).isEmpty();
            enlisted.commit();
            enlisted.setAutoCommit(true);
        }
        assertThat(database.rows("select \"email\" from \"user\"")).containsExactly("eve@example.com");
    }

    @Test
    void a_pool_that_never_commits_by_itself_is_committed_as_before() {
        var pool = database.pool(config -> config.setAutoCommit(false));
        JdbcAdapter.of(pool).createUser(User.of(null, "Ada", "ada@example.com"));
        assertThat(database.rows("select \"email\" from \"user\"")).containsExactly("ada@example.com");
    }

    private void createUser() {
        adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    private void insertTenant() {
        try (var connection = new TransactionAwareDataSourceProxy(database.pool()).getConnection();
                var statement = connection.createStatement()) {
            statement.execute("insert into tenant values ('acme')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface ConnectionSource {
        Connection lend() throws SQLException;
    }

    private static DataSource source(ConnectionSource lending) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> lending.lend());
    }

    private static Connection strict(Connection connection) {
        var refused = Set.of("setAutoCommit", "commit", "setTransactionIsolation", "abort");
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) return null;
                    boolean isRollback = method.getName().equals("rollback") && arguments == null;
                    if (isRollback || refused.contains(method.getName())) {
                        throw new SQLException("taking part in a transaction");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
