package dev.cardea.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.server.file.ConfigFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests get a line, as {@code log.access} says. */
class AccessLogTest {
    @TempDir
    private Path folder;

    private final LoggedLines log = LoggedLines.of("dev.cardea.access");

    @AfterEach
    void end() {
        log.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'log: { access: off }', ''",
        "'', ''",
        "'log: { access: errors }', 400 404 503",
        "'log: { access: all }', 200 302 399 400 404 503"
    })
    void a_request_gets_a_line_if_its_status_is_one_of_those(String lines, String statuses) throws Exception {
        var requests = requests(lines);
        for (int status : new int[] {200, 302, 399, 400, 404, 503}) {
            requests.end(requests.begin(request("/auth/session"), 0), status, 7);
        }
        var expected = statuses.isEmpty()
                ? List.<String>of()
                : List.of(statuses.split(" ")).stream()
                        .map(status -> "GET /auth/session " + status)
                        .toList();
        assertThat(log.lines()).isEqualTo(expected);
    }

    @Test
    void a_line_has_no_query() throws Exception {
        var requests = requests("log: { access: errors }");
        requests.end(requests.begin(request("/auth/callback/acme?code=abc"), 0), 500, 7);
        assertThat(log.lines()).containsExactly("GET /auth/callback/acme 500");
    }

    private static Request request(String target) {
        return Request.of("GET", "http", target, Headers.NONE, new byte[0], "203.0.113.77");
    }

    private RequestLog requests(String lines) throws Exception {
        var file = folder.resolve("c.yml");
        Files.writeString(file, "secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\nurl: https://app.example\n" + lines + "\n");
        return ConfigFile.read(file, Env.none()).operation().requests();
    }
}
