package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.StoreLocation.Location;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

class DatabaseAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:sqlite:users.db                                          | EMBEDDED",
                "jdbc:sqlite::memory:                                          | EMBEDDED",
                "jdbc:h2:mem:test                                              | EMBEDDED",
                "jdbc:h2:~/users                                               | EMBEDDED",
                "jdbc:h2:file:/data/users;MODE=PostgreSQL                      | EMBEDDED",
                "jdbc:hsqldb:mem:test                                          | EMBEDDED",
                "jdbc:derby:users                                              | EMBEDDED",
                "jdbc:h2:tcp://localhost/users                                 | LOOPBACK",
                "jdbc:h2:tcp://db.example/users                                | REMOTE",
                "jdbc:derby://localhost:1527/users                             | LOOPBACK",
                "jdbc:postgresql://localhost/app                               | LOOPBACK",
                "jdbc:postgresql://127.0.0.1:5432/app?user=app                 | LOOPBACK",
                "jdbc:postgresql://[::1]:5432/app                              | LOOPBACK",
                "jdbc:postgresql://localhost,db.example/app                    | REMOTE",
                "jdbc:postgresql://db.example/app?host=localhost               | REMOTE",
                "jdbc:mariadb://localhost:3306/app                             | LOOPBACK",
                "jdbc:mysql://app@db.example:3306/localhost                    | REMOTE",
                "jdbc:sqlserver://localhost:1433;databaseName=app              | LOOPBACK",
                "jdbc:sqlserver://db.example;databaseName=app                  | REMOTE",
                "jdbc:oracle:thin:@//localhost:1521/app                        | LOOPBACK",
                "jdbc:oracle:thin:@db.example:1521:app                         | REMOTE",
                "jdbc:postgresql:app                                           | REMOTE",
                "null                                                          | REMOTE"
            })
    void the_address_of_a_database_tells_where_it_is(String url, Location location) {
        assertThat(DatabaseAddress.location(url)).isEqualTo(location);
    }

    @Test
    void the_adapter_asks_the_database_for_its_address() {
        var h2 = new JdbcDataSource();
        h2.setUrl("jdbc:h2:mem:address");
        assertThat(JdbcAdapter.of(h2).location()).isEqualTo(Location.EMBEDDED);
        var absent = new JdbcDataSource();
        absent.setUrl("jdbc:h2:tcp://localhost:1/absent");
        assertThat(JdbcAdapter.of(absent).location()).isEqualTo(Location.REMOTE);
    }

    @Test
    void a_database_that_answers_late_is_asked_again() {
        var tries = new AtomicInteger();
        var late = new SQLiteDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                if (tries.incrementAndGet() < 3) throw new SQLTransientConnectionException("no connection in time");
                return super.getConnection();
            }
        };
        late.setUrl("jdbc:sqlite::memory:");
        assertThat(JdbcAdapter.of(late).location()).isEqualTo(Location.EMBEDDED);
        assertThat(tries).hasValue(3);
    }
}
