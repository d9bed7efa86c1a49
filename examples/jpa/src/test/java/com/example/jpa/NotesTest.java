package com.example.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.notes.App;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.http.Request;
import dev.cardea.model.User;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import dev.cardea.testing.SignedIn;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The application of the guide, on both databases. */
class NotesTest {
    private EmbeddedPostgres postgres;

    @AfterEach
    void stop() throws IOException {
        if (postgres != null) postgres.close();
    }

    @Test
    void a_note_belongs_to_the_signed_in_user_on_H2() throws IOException {
        tryOut(Boot.h2());
    }

    @Test
    @Tag("part")
    @Tag("store")
    void a_note_belongs_to_the_signed_in_user_on_PostgreSQL() throws IOException {
        Require.part("embedded PostgreSQL", () -> {
            postgres = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
            return true;
        });
        tryOut("spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"));
    }

    @Test
    @Tag("part")
    @Tag("store")
    void so_it_does_where_the_tables_are_created_at_startup() throws IOException {
        Require.part("embedded PostgreSQL", () -> {
            postgres = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
            return true;
        });
        tryOut(
                "spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
                "spring.flyway.locations=classpath:db/migration",
                "cardea.jdbc.migrate-on-start=true");
    }

    private void tryOut(String... more) throws IOException {
        var guide = new Properties();
        try (var in = NotesTest.class.getResourceAsStream("/notes.properties")) {
            guide.load(in);
        }
        guide.setProperty("spring.flyway.enabled", "true");
        for (var setting : more) guide.load(new StringReader(setting));
        var settings = guide.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toArray(String[]::new);
        User ada;
        try (var app = Boot.run(App.class, settings)) {
            var store = app.getBean(JdbcAdapter.class);
            ada = store.createUser(User.of(null, "Ada", "ada@example.com").with("role", "ADMIN"));
            var bob = store.createUser(User.of(null, "Bob", "bob@example.com"));
            String notes = Boot.address(app) + "/notes";
            var browser = SignedIn.as(ada, store).browser(notes);
            var form = Request.post(notes, "application/x-www-form-urlencoded", "content=first");
            assertThat(browser.send(form.header("Origin", "https://evil.example"))
                            .status())
                    .isEqualTo(403);
            browser.send(form.header("Origin", Boot.address(app)));

            assertThat(browser.open(notes).text()).isEqualTo("[\"first\"]");
            assertThat(SignedIn.as(bob, store).get(notes).text()).isEqualTo("[]");
        }
        // A second start finds everything, and a user leaves with the notes.
        try (var app = Boot.run(App.class, settings)) {
            var store = app.getBean(JdbcAdapter.class);
            assertThat(store.getUserByEmail("ada@example.com")).hasValue(ada);
            assertThat(store.schemaStatus().isCurrent()).isTrue();
            String id = String.valueOf(ada.id());
            assertThat(store.updateUser(UserChange.of(id).name("Countess")).name())
                    .isEqualTo("Countess");
            assertThat(Tables.count(app, "note")).isEqualTo(1);
            store.deleteUser(id);
            assertThat(Tables.count(app, "note")).isZero();
        }
    }
}
