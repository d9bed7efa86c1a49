package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.command.CardeaCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** {@code cardea explain --replay} with the jar of development mode beside that of the server. */
@ResourceLock(Resources.SYSTEM_OUT)
class ExplainReplayTest {
    @TempDir
    Path directory;

    private String out = "";

    @Test
    void a_failure_that_is_still_there_ends_with_0() throws IOException {
        assertThat(run("explain", "--file", failed().toString(), "--replay")).isZero();
        assertThat(out)
                .contains("Cause (")
                .contains("GET /auth/callback/acme: status 302, InvalidCheck")
                .contains("Result: the current code ends with the recorded error, InvalidCheck.");
    }

    @Test
    void a_failure_that_ends_in_another_way_ends_with_1() throws IOException {
        var file = failed();
        Files.writeString(file, Files.readString(file).replace("INVALID_CHECK", "CALLBACK_ROUTE_ERROR"));
        assertThat(run("explain", "--file", file.toString(), "--replay")).isEqualTo(1);
        assertThat(out).contains("Result: the current code ends with InvalidCheck; recorded was CallbackRouteError.");
    }

    /** A file may come from anywhere: here one id is that of two kinds of provider. */
    @Test
    void steps_that_no_configuration_allows_are_named() throws IOException {
        var file = failed();
        var trace = Files.readString(file);
        var other = "\"provider\":{\"id\":\"acme\",\"type\":\"OAUTH\"}";
        var start = trace.substring(trace.indexOf("{\"time\""), trace.indexOf("},{\"time\"") + 2)
                .replaceFirst("\"provider\":\\{[^}]*}", other)
                .replaceFirst("\"request\":\"[0-9a-f]{16}", "\"request\":\"00000000000000aa");
        Files.writeString(file, trace.replace("\"steps\":[", "\"steps\":[" + start));
        assertThat(run("explain", "--file", file.toString(), "--replay")).isEqualTo(1);
        assertThat(out).contains("cannot be run again: no valid configuration fits its steps");
    }

    private Path failed() throws IOException {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url("https://app.example")
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63-of-the-tests")
                .observer(RecorderOptions.DEFAULT.folder(directory))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        // The recorder has it.
                    }
                })
                .provider(OAuthProvider.oidc("acme", "Acme", "https://id.example")
                        .clientId("id")
                        .clientSecret("secret")));
        auth.handle(Request.get("https://app.example/auth/callback/acme?code=c&state=s"));
        Recorder.of(auth).flush(Duration.ofMinutes(1));
        try (var files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }

    private int run(String... args) {
        var standard = System.out;
        var buffer = new ByteArrayOutputStream();
        System.setOut(new PrintStream(buffer, true, StandardCharsets.UTF_8));
        try {
            return CardeaCommand.run(args);
        } finally {
            System.setOut(standard);
            out = buffer.toString(StandardCharsets.UTF_8);
        }
    }
}
