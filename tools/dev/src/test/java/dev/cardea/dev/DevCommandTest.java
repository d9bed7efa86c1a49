package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code cardea dev} as a command. */
@Tag("part")
class DevCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int run(Map<String, String> variables, String... options) {
        return new CommandLine(new DevCommand(Env.of(variables)))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(options);
    }

    private String file(String yaml) throws Exception {
        return Files.writeString(folder.resolve("cardea.yml"), yaml).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CARDEA_ENV", "NODE_ENV"})
    void a_production_environment_ends_it_with_2(String name) {
        assertThat(run(Map.of(name, "production"))).isEqualTo(2);
        assertThat(err.toString()).contains(name + " is production");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url: https://app.example              | isn't on this machine",
                "env: production                       | environment is production",
                "store: postgresql://db.example/app    | the store might not be local"
            })
    void a_configuration_of_production_ends_it_with_2(String line, String why) throws Exception {
        assertThat(run(
                        Map.of(),
                        "--core-port",
                        free(),
                        "--port",
                        free(),
                        "--config",
                        file(line + "\nproviders: [github]\n")))
                .as(err.toString())
                .isEqualTo(2);
        assertThat(err.toString()).contains(why);
    }

    @ParameterizedTest
    @CsvSource({
        "--port, 0, --port must be",
        "--app, https://localhost:1, --app must be",
        "--app, http://app.example, --app must be",
        "--app, http://localhost:1/path, --app must be"
    })
    void a_wrong_option_ends_it_with_2(String option, String value, String why) {
        assertThat(run(Map.of(), option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(why);
    }

    @Test
    void a_port_in_use_ends_it_with_3() throws Exception {
        try (var socket = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            var port = String.valueOf(socket.getLocalPort());
            assertThat(run(Map.of(), "--port", port, "--config", file("store: memory\nproviders: [github]\n")))
                    .isEqualTo(3);
            assertThat(err.toString()).contains("port " + port + " is in use", "--port");
        }
    }

    private static String free() {
        return String.valueOf(FreePorts.one());
    }

    @Test
    @Tag("process")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the application is a shell script")
    void it_starts_the_application_and_ends_with_its_exit_code() throws Exception {
        var process = ServerCommandLine.start(
                folder,
                "dev",
                "--port",
                free(),
                "--",
                "sh",
                "-c",
                "echo URL $CARDEA_URL $AUTH_URL ${#AUTH_SECRET}; exit 7");
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(7);
        assertThat(said).containsPattern("URL http://127.0.0.1:\\d+ http://localhost:\\d+ 43");
    }

    @Test
    @Tag("process")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
    void a_signal_ends_the_application_and_what_it_started() throws Exception {
        Require.program("sleep");
        var process = ServerCommandLine.start(
                folder, "dev", "--port", free(), "--", "sh", "-c", "sleep 300 & echo CHILD $!; wait");
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        while (line != null && !line.startsWith("CHILD ")) line = out.readLine();
        assertThat(line).isNotNull();
        var child = ProcessHandle.of(Long.parseLong(line.substring(6))).orElseThrow();
        process.destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        child.onExit().get(1, TimeUnit.MINUTES);
    }
}
