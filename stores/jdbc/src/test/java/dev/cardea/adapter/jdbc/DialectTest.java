package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {
    @ParameterizedTest
    @CsvSource({
        "23505, DUPLICATE",
        "23503, OTHER",
        "23502, OTHER",
        "40001, CONFLICT",
        "40P01, CONFLICT",
        "08006, UNAVAILABLE",
        "08S01, UNAVAILABLE",
        "42P01, SCHEMA",
        "42S02, SCHEMA",
        "42703, SCHEMA",
        "57014, OTHER",
    })
    void a_state_says_what_went_wrong(String state, Kind kind) {
        assertThat(Dialect.H2.sql().kindOf(new SQLException("x", state))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, 23000, 1062, DUPLICATE",
        "mysql, 23000, 1452, OTHER",
        "mysql, 40001, 1213, CONFLICT",
        "mysql, HY000, 1205, UNAVAILABLE",
        "mysql, 42S02, 1146, SCHEMA",
        "mysql, 42S22, 1054, SCHEMA",
        "mysql, 42000, 1142, OTHER",
        "sqlserver, 23000, 2627, DUPLICATE",
        "sqlserver, 23000, 2601, DUPLICATE",
        "sqlserver, 23000, 547, OTHER",
        "sqlserver, 40001, 1205, CONFLICT",
        "sqlserver, S0002, 208, SCHEMA",
        "sqlserver, S0001, 207, SCHEMA",
        "sqlserver, S0051, 1222, UNAVAILABLE",
        "sqlserver, 08S01, 0, UNAVAILABLE",
        "oracle, 23000, 1, DUPLICATE",
        "oracle, 23000, 2291, OTHER",
        "oracle, 61000, 60, CONFLICT",
        "oracle, 72000, 8177, CONFLICT",
        "oracle, 42000, 942, SCHEMA",
        "oracle, 42000, 904, SCHEMA",
        "oracle, 42000, 1031, OTHER",
        "oracle, 08006, 17002, UNAVAILABLE",
        "oracle, 66000, 1034, UNAVAILABLE",
    })
    void a_code_says_what_went_wrong(String dialect, String state, int code, Kind kind) {
        assertThat(named(dialect).sql().kindOf(new SQLException("x", state, code)))
                .isEqualTo(kind);
        // References and rights have the class and the state of a key that is taken.
        assertThat(named(dialect).sql().kindOf(new SQLIntegrityConstraintViolationException("x", state, code)))
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "[SQLITE_CONSTRAINT_UNIQUE] x, 19, DUPLICATE",
        "[SQLITE_CONSTRAINT_PRIMARYKEY] x, 19, DUPLICATE",
        "[SQLITE_CONSTRAINT_FOREIGNKEY] x, 19, OTHER",
        "[SQLITE_CONSTRAINT_NOTNULL] x, 19, OTHER",
        "[SQLITE_BUSY_SNAPSHOT] x, 5, CONFLICT",
        "[SQLITE_BUSY] x, 5, UNAVAILABLE",
        "[SQLITE_CANTOPEN] x, 14, UNAVAILABLE",
        "[SQLITE_ERROR] SQL error or missing database (no such table: user), 1, SCHEMA",
        "[SQLITE_ERROR] SQL error or missing database (near x), 1, OTHER",
    })
    void SQLite_says_it_in_words(String message, int code, Kind kind) {
        assertThat(Dialect.SQLITE.sql().kindOf(new SQLException(message, null, code)))
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, postgresql",
        "H2, h2",
        "MySQL, mysql",
        "MariaDB, mysql",
        "SQLite, sqlite",
        "Microsoft SQL Server, sqlserver",
        "Oracle, oracle",
    })
    void a_product_has_one_dialect(String product, String dialect) {
        assertThat(Dialect.all().stream().filter(it -> it.sql().speaksFor(product)))
                .containsExactly(named(dialect));
    }

    private static Dialect named(String name) {
        return Dialect.all().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void where_the_state_is_missing_the_class_says_it() {
        assertThat(Dialect.H2.sql().kindOf(new SQLException("x"))).isEqualTo(Kind.OTHER);
        assertThat(Dialect.H2.sql().kindOf(new SQLNonTransientConnectionException("x")))
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(Dialect.H2.sql().kindOf(new SQLTransientConnectionException("x")))
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(Dialect.H2.sql().kindOf(new SQLIntegrityConstraintViolationException("x", "23000")))
                .isEqualTo(Kind.DUPLICATE);
    }

    @Test
    void the_reason_may_be_the_next_in_a_chain() {
        var batch = new BatchUpdateException();
        batch.setNextException(new SQLException("x", "40001"));

        assertThat(Dialect.H2.sql().kindOf(batch)).isEqualTo(Kind.CONFLICT);
    }

    @Test
    void names_are_quoted_whatever_is_in_them() {
        assertThat(Dialect.H2.sql().quote("userId")).isEqualTo("\"userId\"");
        assertThat(Dialect.H2.sql().quote("a\"b")).isEqualTo("\"a\"\"b\"");
    }

    @Test
    void the_database_says_which_it_is() throws SQLException {
        try (var database = H2Database.inMemory();
                var connection = database.pool().getConnection()) {
            assertThat(Dialect.of(connection)).isSameAs(Dialect.H2);
        }
    }
}
