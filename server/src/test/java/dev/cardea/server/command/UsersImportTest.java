package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Origins;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cardea users import}, with SQLite. */
@Tag("store")
class UsersImportTest {
    private static final String HASH = "$2y$04$......................IBkH8pjfkDYmjZtzsiFYGYLacsaGHyW";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path config;

    @BeforeEach
    void site() throws IOException {
        config = Files.writeString(directory.resolve("cardea.yml"), """
                env: test
                url: https://app.example
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                store: { url: 'jdbc:sqlite:%s', pool: { timeout: 60000 } }
                providers: [{ id: nodemailer, server: "smtp://localhost:2525", from: no-reply@app.example }]
                accounts: true
                """.formatted(directory.resolve("people.db")));
        assertThat(run("migrate")).isZero();
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--config", config.toString()));
        return CardeaCommand.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                new BufferedReader(new StringReader("")),
                Env.none(),
                all.toArray(String[]::new));
    }

    private int users(Path file, String... further) {
        var all = new ArrayList<>(List.of("users", "import", "--file", file.toString()));
        all.addAll(List.of(further));
        return run(all.toArray(String[]::new));
    }

    private Path file(String... lines) throws IOException {
        return Files.write(directory.resolve("users.ndjson"), List.of(lines));
    }

    private static String line(String email, String hash) {
        return Claims.of("email", email)
                .with("emailVerified", true)
                .with("passwordHash", hash)
                .toJson();
    }

    @Test
    void an_unreadable_hash_is_counted_and_stops_the_import_and_nothing_changes() throws IOException {
        var file = file(line("ada@example.com", HASH), line("bob@example.com", "{noop}S3CRET"));

        assertThat(users(file, "--dry-run")).isEqualTo(1);
        assertThat(out.toString())
                .contains("1 user would be created, 0 completed; 0 already exist; 1 line can't be read", "bcrypt 1");
        assertThat(err.toString()).contains("line 2: has a passwordHash that Cardea can't read");
        for (int i = 0; i < 2; i++) {
            assertThat(users(file)).isEqualTo(1);
            assertThat(err.toString())
                    .contains("line 2: has a passwordHash that Cardea can't read", "nothing was written")
                    .doesNotContain("S3CRET", HASH, "\tat ");
            assertThat(out.toString()).contains("0 users were created").doesNotContain("S3CRET", HASH);
            assertThat(run("users", "show", "ada@example.com")).isEqualTo(1);
        }

        assertThat(users(file, "--skip-unreadable", "--json")).isZero();
        assertThat(counts("created", "existing", "unreadable")).containsExactly(1L, 0L, 1L);
        assertThat(users(file, "--skip-unreadable", "--json")).isZero();
        assertThat(counts("created", "existing", "unreadable")).containsExactly(0L, 1L, 1L);
        assertThat(out.toString()).doesNotContain("S3CRET", HASH);
        assertThat(run("users", "show", "ada@example.com")).isZero();
    }

    @Test
    void a_dry_run_a_run_and_a_second_run_count_what_they_do() throws IOException {
        var file = file(line("ada@example.com", HASH), line("bob@example.com", HASH));

        assertThat(users(file, "--dry-run", "--json")).isZero();
        assertThat(counts("created", "existing")).containsExactly(2L, 0L);
        assertThat(Json.parseObject(out.toString(), 8).value("hashes")).isEqualTo(Map.of("bcrypt", 2L));
        assertThat(users(file)).isZero();
        assertThat(out.toString()).contains("2 users were created");
        assertThat(users(file, "--json")).isZero();
        assertThat(counts("created", "existing")).containsExactly(0L, 2L);
    }

    @Test
    void an_imported_user_signs_in_with_the_password_of_before_and_has_a_new_hash_afterwards() throws Exception {
        assertThat(users(file(line("ada@example.com", HASH)))).isZero();
        var settings = ConfigFile.read(config, Env.none());
        try (var store = Objects.requireNonNull(settings.store())) {
            var auth = Auth.of(settings.auth());
            var browser = Browser.of(Origins.of("https://app.example", auth::handle), FakeClock.at(Instant.now()));
            browser.open("https://app.example/auth/signin")
                    .form("Sign in")
                    .fill("email", "ada@example.com")
                    .fill("password", "correct horse")
                    .submit();
            assertThat(browser.open("https://app.example/auth/session").text()).contains("ada@example.com");
            var adapter = (UserAdapter & ModuleRecords) store.adapter();
            var id = adapter.getUserByEmail("ada@example.com").orElseThrow().id();
            assertThat(adapter.getRecord("password", id).orElseThrow().data()).contains("$argon2id$");
        }
    }

    @Test
    void a_field_without_a_column_stops_at_its_line_and_leaves_no_part_of_that_user() throws IOException {
        var file = file(
                line("ada@example.com", HASH),
                "{\"email\":\"bob@example.com\",\"emailVerified\":true,\"fields\":{\"role\":\"admin\"}}");

        assertThat(users(file)).isEqualTo(1);
        assertThat(err.toString()).contains("line 2: the store has no place for role; 1 user was created before");
        assertThat(run("users", "show", "bob@example.com")).isEqualTo(1);
    }

    @Test
    void a_file_that_is_not_there_and_a_terminal_command_in_its_name_do_no_harm() {
        assertThat(users(directory.resolve("none\u001b[2J"))).isEqualTo(2);
        assertThat(err.toString()).contains("can't be read", "\\u001b").doesNotContain("\u001b", "\tat ");
    }

    private List<Long> counts(String... names) {
        var report = Json.parseObject(out.toString(), 8);
        return List.of(names).stream().map(it -> (Long) report.value(it)).toList();
    }
}
