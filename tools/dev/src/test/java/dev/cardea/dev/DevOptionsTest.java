package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of {@code cardea dev}, each in a process that ends with its application. */
@Tag("process")
@Tag("nightly")
@EnabledOnOs(value = OS.LINUX, disabledReason = "the application and the browser are shell scripts")
class DevOptionsTest {
    private static final String GITHUB = """
            store: memory
            providers:
              - { id: github, clientId: real-id, clientSecret: real-secret }
              - google
            """;

    @TempDir
    private Path folder;

    private final String port = String.valueOf(FreePorts.one());

    private record End(int code, String said) {}

    /** @param application what the shell runs as the application */
    private End run(Map<String, String> variables, String application, String... options) throws Exception {
        var words = new ArrayList<>(List.of("dev", "--port", port, "--smtp-port", String.valueOf(FreePorts.one())));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "/bin/sh", "-c", application));
        var process = ServerCommandLine.start(folder, variables, words.toArray(String[]::new));
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new End(process.exitValue(), said);
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("cardea.yml"), yaml).toString();
    }

    @Test
    void open_shows_the_sign_in_page_in_the_browser_of_the_desktop() throws Exception {
        var bin = Files.createDirectory(folder.resolve("bin"));
        var opened = folder.resolve("opened");
        var browser = Files.writeString(
                bin.resolve("xdg-open"),
                "#!/bin/sh\necho \"$@\" > '" + opened + ".new'\nmv '" + opened + ".new' '" + opened + "'\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        var path = Map.of("PATH", bin + ":" + System.getenv("PATH"));
        var awaited = "while [ ! -e '" + opened + "' ]; do sleep 0.05; done";
        assertThat(run(path, awaited, "--open").code()).isZero();
        assertThat(opened).hasContent("http://localhost:" + port + "/auth/signin");
        Files.delete(opened);
        assertThat(run(path, "exit 0").code()).isZero();
        assertThat(opened).as("without the option").doesNotExist();
    }

    @Test
    void open_without_a_browser_names_the_page_and_goes_on() throws Exception {
        var end = run(Map.of("PATH", folder.toString()), "exit 5", "--open");
        assertThat(end.code()).isEqualTo(5);
        assertThat(end.said())
                .contains("no browser can be opened here; open http://localhost:" + port + "/auth/signin");
    }

    @Test
    void local_plays_providers_with_credentials_too() throws Exception {
        var config = file(GITHUB);
        assertThat(run(Map.of(), "exit 0", "--config", config).said())
                .containsPattern("Providers +google \\(played locally\\); github\n");
        assertThat(run(Map.of(), "exit 0", "--config", config, "--local").said())
                .containsPattern("Providers +github, google \\(played locally\\)\n");
    }

    @Test
    void a_database_in_another_process_of_this_machine_is_accepted_with_keep_store_alone() throws Exception {
        var database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            var url = "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:keep;DB_CLOSE_DELAY=-1";
            var config = file("store: '" + url + "'\nmigrate: true\nproviders: [github]\n");
            var rejected = run(Map.of(), "exit 0", "--config", config);
            assertThat(rejected.code()).isEqualTo(2);
            assertThat(rejected.said()).contains("the store isn't embedded", "--keep-store");
            var accepted = run(Map.of(), "exit 7", "--config", config, "--keep-store");
            assertThat(accepted.code()).as(accepted.said()).isEqualTo(7);
            assertThat(accepted.said()).contains("session: database");
        } finally {
            database.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:tcp://db.invalid/mem:app", "redis://203.0.113.5:6379"})
    void keep_store_does_not_accept_a_database_of_another_machine(String store) throws Exception {
        var rejected = run(
                Map.of(), "exit 0", "--keep-store", "--config", file("store: '" + store + "'\nproviders: [github]\n"));
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.said()).contains("the store might not be local");
    }
}
