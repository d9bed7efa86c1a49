package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.log.LoggedLines;
import dev.cardea.server.tracing.Tracers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stays in force if a reload fails. */
@ResourceLock(LoggedLines.SERVER)
class ReloadTest {
    private static final String CONFIG = "env: test\nsecret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\nport: 0\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class, IllegalStateException.class})
    void whatever_fails_the_configuration_in_force_stays_as_a_whole(Class<? extends Throwable> kind) throws Exception {
        var failure = kind.getConstructor(String.class).newInstance("while the file was read");
        Env failing = name -> {
            throw ReloadTest.<RuntimeException>unchecked(failure);
        };
        var process = started();
        try (var site = process.startSite("127.0.0.1", 0)) {
            var before = process.settings();
            write("basePath: /login\n");
            new Reload(file(), failing, process).run();
            assertThat(process.settings()).isSameAs(before);
            assertThat(status(site, "/auth/session")).isEqualTo(200);
            new Reload(file(), Env.none(), process).run();
            assertThat(status(site, "/login/session")).isEqualTo(200);
        }
    }

    @Test
    void aliases_that_repeat_without_end_are_an_error_of_the_file() throws Exception {
        var process = started();
        try (var site = process.startSite("127.0.0.1", 0)) {
            var bomb = new StringBuilder("x0: &x0 [a, b, c]\n");
            for (int i = 1; i < 16; i++) bomb.append("x%1$d: &x%1$d [*x%2$d, *x%2$d, *x%2$d]\n".formatted(i, i - 1));
            write(bomb.toString());
            new Reload(file(), Env.none(), process).run();
            assertThat(status(site, "/auth/session")).isEqualTo(200);
        }
    }

    private ServerProcess started() throws Exception {
        write("");
        return new ServerProcess(ConfigFile.read(file(), Env.none()), Tracers.of(Env.of(Map.of()), "test"));
    }

    private Path file() {
        return folder.resolve("cardea.yml");
    }

    private void write(String more) throws Exception {
        Files.writeString(file(), CONFIG + more);
    }

    private static int status(HttpServer site, String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + site.port() + path));
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
