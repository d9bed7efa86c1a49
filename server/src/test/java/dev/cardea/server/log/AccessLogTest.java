package dev.cardea.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.server.file.ConfigFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests get a line, as {@code log.access} says. */
class AccessLogTest {
    private static final Logger LOGGER = Logger.getLogger("dev.cardea.access");

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Level before;

    @BeforeEach
    void listen() {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.INFO);
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void end() {
        LOGGER.removeHandler(handler);
        LOGGER.setLevel(before);
    }

    @ParameterizedTest
    @CsvSource({
        "'log: { access: off }', ''",
        "'', ''",
        "'log: { access: errors }', 400 404 503",
        "'log: { access: all }', 200 302 399 400 404 503"
    })
    void a_request_gets_a_line_if_its_status_is_one_of_those(String lines, String statuses) throws Exception {
        var log = log(lines);
        for (int status : new int[] {200, 302, 399, 400, 404, 503}) {
            log.end(log.begin(request("/auth/session"), 0), status, 7);
        }
        var expected = statuses.isEmpty()
                ? List.<String>of()
                : List.of(statuses.split(" ")).stream()
                        .map(status -> "GET /auth/session " + status)
                        .toList();
        assertThat(this.lines).isEqualTo(expected);
    }

    @Test
    void a_line_has_no_query() throws Exception {
        var log = log("log: { access: errors }");
        log.end(log.begin(request("/auth/callback/acme?code=abc"), 0), 500, 7);
        assertThat(lines).containsExactly("GET /auth/callback/acme 500");
    }

    private static Request request(String target) {
        return Request.of("GET", "http", target, Headers.NONE, new byte[0], "203.0.113.77");
    }

    private RequestLog log(String lines) throws Exception {
        var file = folder.resolve("c.yml");
        Files.writeString(file, "secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\nurl: https://app.example\n" + lines + "\n");
        return ConfigFile.read(file, Env.none()).operation().requests();
    }
}
