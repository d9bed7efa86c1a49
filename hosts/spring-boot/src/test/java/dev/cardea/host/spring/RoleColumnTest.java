package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The first recipe for roles: a column of the user's row, without code. */
class RoleColumnTest {
    @EnableMethodSecurity
    @Import({Drafts.class, AutoConfigurationTest.HiddenConfiguration.class})
    static class App {
        @Bean
        DataSource people() throws SQLException {
            var h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:role-column;DB_CLOSE_DELAY=-1");
            JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
            run(h2, "ALTER TABLE \"user\" ADD COLUMN \"role\" VARCHAR(20)");
            return h2;
        }
    }

    @RestController
    static class Drafts {
        @PreAuthorize("hasRole('EDITOR')")
        @GetMapping("/drafts")
        String drafts() {
            return "for editors";
        }
    }

    @Test
    void a_column_named_role_is_a_role_from_the_next_request_on_and_browsers_do_not_see_it() throws SQLException {
        try (var app = Boot.run(beans -> {}, App.class, "AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63")) {
            var store = app.getBean(JdbcAdapter.class);
            var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
            assertThat(Web.get(app, "/drafts", ada.cookies()).statusCode()).isEqualTo(403);

            run(app.getBean(DataSource.class), "UPDATE \"user\" SET \"role\" = 'EDITOR'");

            assertThat(Web.get(app, "/drafts", ada.cookies()).body()).isEqualTo("for editors");
            assertThat(Web.get(app, "/auth/session", ada.cookies()).body())
                    .contains("Ada")
                    .doesNotContain("EDITOR");

            run(app.getBean(DataSource.class), "UPDATE \"user\" SET \"role\" = NULL");
            assertThat(Web.get(app, "/drafts", ada.cookies()).statusCode()).isEqualTo(403);

            var editor = User.of(null, "Eve", "eve@example.com").with("role", "EDITOR");
            var eve = SignedIn.as(store.createUser(editor), store);
            assertThat(Web.get(app, "/drafts", eve.cookies()).body()).isEqualTo("for editors");
        }
    }

    private static void run(DataSource database, String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
