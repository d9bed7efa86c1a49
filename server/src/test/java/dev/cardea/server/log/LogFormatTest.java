package dev.cardea.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.server.log.LogSettings.ClientAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogFormatTest {
    private static final AuthConfig CONFIG = AuthConfig.builder()
            .env(Env.of(Map.of()))
            .url("https://app.example")
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .trustedProxies("10.0.0.0/8")
            .provider(OAuthProvider.oidc("acme", "Acme", "https://id.example")
                    .clientId("id")
                    .clientSecret("secret"))
            .build();

    private static final Instant AT = Instant.parse("2026-05-04T09:12:33.007Z");

    /** Names that the log puts into entries, as their sources have them. */
    @Test
    void the_guide_lists_each_field_of_a_line() throws IOException {
        var named = Pattern.compile("(?:put\\((?:fields, )?|^ +)\"([a-z_]+)\",", Pattern.MULTILINE);
        var fields = new TreeSet<String>();
        for (var source : List.of("JsonFormat", "LogEntry", "AccessEntry")) {
            var file = Path.of("src/main/java/dev/cardea/server/log/" + source + ".java");
            named.matcher(Files.readString(file)).results().forEach(it -> fields.add(it.group(1)));
        }
        var audit = Path.of("../libraries/accounts/src/main/java/dev/cardea/accounts/AuditLog.java");
        var given = Pattern.compile("with\\(\\s*\"([a-z_]+)\"");
        given.matcher(Files.readString(audit)).results().forEach(it -> fields.add(it.group(1)));
        var guide = Files.readString(Path.of("../docs/guides/operate-the-server.md"));
        var table = guide.substring(guide.indexOf("| field in JSON |"));
        var rows = table.substring(0, table.indexOf("\n\n")).lines().skip(2).toList();
        var listed = new TreeSet<String>();
        for (var row : rows) {
            var cell = row.split("\\|")[1];
            Pattern.compile("`([a-z_]+)`").matcher(cell).results().forEach(it -> listed.add(it.group(1)));
        }
        assertThat(listed).isEqualTo(fields).hasSizeGreaterThan(15);
    }

    @Test
    void a_line_of_the_audit_log_has_its_fields_in_both_formats() {
        var entry = audit(
                "{\"time\":\"x\",\"event\":\"signIn\",\"user_id\":\"u1 actor=root\",\"network\":\"192.0.2.0/24\"}");
        assertThat(new TextFormat().format(entry))
                .endsWith(" INFO dev.cardea.audit: signIn user_id=\"u1 actor=root\" network=192.0.2.0/24\n");
        assertThat(Json.parseObject(new JsonFormat().format(entry), 4).asMap())
                .containsEntry("message", "signIn")
                .containsEntry("user_id", "u1 actor=root")
                .containsEntry("network", "192.0.2.0/24")
                .doesNotContainKey("event");
    }

    @ParameterizedTest
    @CsvSource({"PREFIX, 203.0.113.0/24", "FULL, 203.0.113.77", "NONE,"})
    void the_audit_log_has_as_much_of_the_address_as_every_other_line(ClientAddress setting, String client) {
        var request = requests(setting).begin(request("/auth/callback/acme", "203.0.113.77"), 0);
        var entry = audit("{\"event\":\"signIn\",\"user_id\":\"u1\",\"network\":\"203.0.113.0/24\"}");
        var lines = new String[1];
        request.run(() -> lines[0] = new JsonFormat().format(entry));
        var fields = Json.parseObject(lines[0], 4);
        assertThat(fields.text("client")).isEqualTo(client);
        assertThat(fields.has("network")).isFalse();
        assertThat(fields.text("user_id")).isEqualTo("u1");
    }

    @Test
    void a_message_of_the_audit_logger_that_is_no_event_is_written_as_it_is() {
        assertThat(new TextFormat().format(audit("{0} {\"a\":1"))).contains("dev.cardea.audit: {0} {\"a\":1");
        assertThat(new TextFormat().format(audit("{\"a\":1}"))).contains("dev.cardea.audit: {\"a\":1}");
    }

    private static LogRecord audit(String message) {
        var record = new LogRecord(Level.INFO, message);
        record.setLoggerName("dev.cardea.audit");
        return record;
    }

    @Test
    void a_line_of_json_has_the_fields_of_the_request_and_of_the_failure() {
        var request = requests(ClientAddress.PREFIX).begin(request("/auth/callback/acme?code=c", "203.0.113.77"), 0);
        var lines = new String[1];
        request.run(() -> lines[0] = new JsonFormat().format(entry("broken", new IllegalStateException("a\nb"))));
        assertThat(lines[0]).endsWith("}\n").doesNotContain("code=c");
        assertThat(lines[0].indexOf('\n')).isEqualTo(lines[0].length() - 1);
        assertThat(Json.parseObject(lines[0], 4).asMap())
                .containsEntry("time", "2026-05-04T09:12:33.007Z")
                .containsEntry("level", "warn")
                .containsEntry("logger", "dev.cardea.x")
                .containsEntry("message", "broken")
                .containsEntry("request_id", request.id())
                .containsEntry("action", "callback")
                .containsEntry("provider", "acme")
                .containsEntry("client", "203.0.113.0/24")
                .hasEntrySatisfying(
                        "stack",
                        stack -> assertThat(String.valueOf(stack))
                                .startsWith("java.lang.IllegalStateException: a\nb\n\tat "));
    }

    @Test
    void a_text_is_one_line_whatever_a_visitor_sent() {
        for (var formatter : new Formatter[] {new TextFormat(), new JsonFormat()}) {
            var line = formatter.format(
                    entry("a\r\n2026-01-01T00:00:00Z ERROR forged\u0085x\u2028y\u2029z\t\u001b[31m", new Error("x")));
            assertThat(line.strip().lines()).hasSize(1);
            assertThat(line.stripTrailing()).doesNotContain("\n", "\r", "\u0085", "\u2028", "\u2029", "\u001b");
        }
        assertThat(new TextFormat().format(entry("hello", null)))
                .isEqualTo("2026-05-04T09:12:33.007Z WARN dev.cardea.x: hello\n");
    }

    @ParameterizedTest
    @CsvSource({
        "PREFIX, 203.0.113.77, 203.0.113.0/24",
        "FULL, 203.0.113.77, 203.0.113.77",
        "PREFIX, 2001:db8:1:2:3::4, 2001:db8:1:0:0:0:0:0/48",
        "NONE, 203.0.113.77,",
    })
    void the_address_of_a_client_is_shortened(ClientAddress mode, String address, String logged) {
        var context = requests(mode).begin(request("/auth/session", address), 0);
        assertThat(context.client()).isEqualTo(logged);
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, abc-DEF_1.2, true",
        "10.1.2.3, 'a b', false",
        "10.1.2.3, a\u00e4, false",
        "11.1.2.3, abc, false",
    })
    void an_id_counts_from_a_trusted_proxy_and_in_its_form(String peer, String id, boolean isTaken) {
        var headers = Headers.of("X-Request-Id", id);
        var request = Request.of("GET", "http", "/auth/session", headers, new byte[0], peer);
        assertThat(requests(ClientAddress.FULL).begin(request, 0).id().equals(id))
                .isEqualTo(isTaken);
    }

    @Test
    void a_trace_counts_from_a_trusted_proxy_in_one_header_and_in_its_form() {
        var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assertThat(traceOf("10.1.2.3", trace)).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(traceOf("11.1.2.3", trace)).isNull();
        assertThat(traceOf("10.1.2.3", trace + "-more")).isNull();
        assertThat(traceOf("10.1.2.3", trace, trace.replace("4bf9", "aaaa"))).isNull();
        assertThat(traceOf("10.1.2.3")).isNull();
    }

    @Test
    void the_lines_of_a_request_name_its_trace() {
        var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        var line = new AtomicReference<>("");
        begun("10.1.2.3", trace).run(() -> line.set(new JsonFormat().format(entry("hello", null))));
        assertThat(line.get())
                .contains("\"trace_id\":\"4bf92f3577b34da6a3ce929d0e0e4736\"")
                .doesNotContain("span_id");
        begun("10.1.2.3").run(() -> line.set(new JsonFormat().format(entry("hello", null))));
        assertThat(line.get()).doesNotContain("trace_id");
    }

    private static String traceOf(String peer, String... headers) {
        var trace = begun(peer, headers).trace();
        return trace == null ? null : trace.traceId();
    }

    private static RequestContext begun(String peer, String... headers) {
        var sent = Headers.NONE;
        for (var header : headers) sent = sent.with("traceparent", header);
        var request = Request.of("GET", "http", "/auth/session", sent, new byte[0], peer);
        return requests(ClientAddress.FULL).begin(request, 0);
    }

    private static RequestLog requests(ClientAddress mode) {
        var normal = LogSettings.DEFAULT;
        var settings = new LogSettings(normal.format(), normal.level(), normal.levels(), normal.access(), mode);
        return new RequestLog(settings, CONFIG);
    }

    private static Request request(String target, String peer) {
        return Request.of("GET", "http", target, Headers.NONE, new byte[0], peer);
    }

    private static LogRecord entry(String message, Throwable thrown) {
        var record = new LogRecord(Level.WARNING, message);
        record.setLoggerName("dev.cardea.x");
        record.setInstant(AT);
        record.setThrown(thrown);
        return record;
    }
}
