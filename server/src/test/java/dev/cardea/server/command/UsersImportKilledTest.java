package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Eventually;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import whose process is killed halfway. */
@Tag("process")
@Tag("store")
@Tag("even")
class UsersImportKilledTest {
    private static final int USERS = 5_000;
    private static final String HASH = "$2y$04$......................IBkH8pjfkDYmjZtzsiFYGYLacsaGHyW";
    private static final String WITHOUT_PASSWORD =
            "select count(*) from \"user\" where id not in (select \"userId\" from cardea_record where kind = 'password')";
    private static final String WITHOUT_ACCOUNT =
            "select count(*) from \"user\" where id not in (select \"userId\" from \"account\")";

    @TempDir
    private Path directory;

    @Test
    void a_killed_import_leaves_whole_users_and_a_second_run_adds_the_others() throws Exception {
        var config = Files.writeString(directory.resolve("cardea.yml"), """
                env: test
                url: https://app.example
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                store: { url: '%s', pool: { timeout: 60000 } }
                providers: [{ id: nodemailer, server: "smtp://localhost:2525", from: no-reply@app.example }]
                accounts: true
                """.formatted(url()));
        var file = Files.write(
                directory.resolve("users.ndjson"),
                IntStream.range(0, USERS).mapToObj(UsersImportKilledTest::line).toList());
        run("migrate", "--config", config.toString());

        var process = start("users", "import", "--file", file.toString(), "--config", config.toString());
        Eventually.passes(
                () -> assertThat(count("select count(*) from \"user\"")).isPositive());
        process.destroyForcibly();
        assertThat(process.waitFor()).isEqualTo(137);

        int before = count("select count(*) from \"user\"");
        assertThat(before).isPositive().isLessThan(USERS);
        assertThat(count(WITHOUT_PASSWORD)).isZero();
        assertThat(count(WITHOUT_ACCOUNT)).isZero();
        var report = Json.parseObject(
                run("users", "import", "--json", "--file", file.toString(), "--config", config.toString()), 8);
        assertThat(report.value("existing")).isEqualTo((long) before);
        assertThat(report.value("created")).isEqualTo((long) USERS - before);
        assertThat(count(WITHOUT_PASSWORD) + count(WITHOUT_ACCOUNT)).isZero();
    }

    private String url() {
        return "jdbc:sqlite:" + directory.resolve("people.db");
    }

    private static String line(int number) {
        return Claims.of("email", "u" + number + "@example.com")
                .with("emailVerified", true)
                .with("passwordHash", HASH)
                .with("accounts", List.of(Claims.of("provider", "github").with("providerAccountId", "a" + number)))
                .toJson();
    }

    private int count(String query) throws SQLException {
        try (var connection = DriverManager.getConnection(url());
                var rows = connection.createStatement().executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static Process start(String... arguments) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var all = new ArrayList<>(List.of(
                java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        all.add("dev.cardea.server.Main");
        all.addAll(List.of(arguments));
        return new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = CardeaCommand.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                new BufferedReader(new StringReader("")),
                Env.none(),
                arguments);
        assertThat(code).as(err.toString()).isZero();
        return out.toString();
    }
}
