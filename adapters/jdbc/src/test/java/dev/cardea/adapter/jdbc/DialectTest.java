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
        assertThat(Dialect.H2.kindOf(new SQLException("x", state))).isEqualTo(kind);
    }

    @Test
    void where_the_state_is_missing_the_class_says_it() {
        assertThat(Dialect.H2.kindOf(new SQLException("x"))).isEqualTo(Kind.OTHER);
        assertThat(Dialect.H2.kindOf(new SQLNonTransientConnectionException("x")))
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(Dialect.H2.kindOf(new SQLTransientConnectionException("x"))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(Dialect.H2.kindOf(new SQLIntegrityConstraintViolationException("x", "23000")))
                .isEqualTo(Kind.DUPLICATE);
    }

    @Test
    void the_reason_may_be_the_next_in_a_chain() {
        var batch = new BatchUpdateException();
        batch.setNextException(new SQLException("x", "40001"));

        assertThat(Dialect.H2.kindOf(batch)).isEqualTo(Kind.CONFLICT);
    }

    @Test
    void names_are_quoted_whatever_is_in_them() {
        assertThat(Dialect.H2.quote("userId")).isEqualTo("\"userId\"");
        assertThat(Dialect.H2.quote("a\"b")).isEqualTo("\"a\"\"b\"");
    }

    @Test
    void the_database_says_which_it_is() throws SQLException {
        try (var database = H2Database.inMemory();
                var connection = database.pool().getConnection()) {
            assertThat(Dialect.of(connection)).isSameAs(Dialect.H2);
        }
    }
}
