package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.json.Json;
import dev.cardea.server.ServedProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCommandTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e630123456789ab";

    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private StringWriter out;
    private StringWriter err;

    @Test
    void show_names_the_origin_of_each_value_and_hides_secrets() throws IOException {
        Files.writeString(folder.resolve("client.txt"), "top-secret\n");
        var file = file("""
                port: 80
                url: ${SITE:-https://app.example}
                store: postgres://ann:hunter2@db.example/people?password=hunter3
                providers:
                  - github
                  - { id: staff, use: keycloak, issuer: 'https://id.example', clientSecret: { file: client.txt },
                      client: { token: hunter4 } }
                hooks: { url: 'http://127.0.0.1:1', headers: { x-key: hunter5 } }
                """);
        variables.put("AUTH_SECRET", SECRET);
        variables.put("AUTH_GITHUB_ID", "github-id");
        variables.put("AUTH_GITHUB_SECRET", "hunter6");
        assertThat(run("config", "--show", "--config", file)).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "port: 80  # " + file + ":1",
                        "url: https://app.example  # " + file + ":2",
                        "host: 127.0.0.1  # default",
                        "secret: set, 44 characters  # variable AUTH_SECRET",
                        "store: postgres://ann:***@db.example/people?password=***  # " + file + ":3",
                        "session.maxAge: 2592000  # default",
                        "providers.github.clientId: github-id  # variable AUTH_GITHUB_ID",
                        "providers.github.clientSecret: set, 7 characters  # variable AUTH_GITHUB_SECRET",
                        "providers.staff.clientSecret: set, 10 characters, in client.txt  # " + file + ":6",
                        "hooks.headers.x-key: set, 7 characters  # " + file + ":8");
        assertThat(out.toString()).doesNotContain("hunter", SECRET, "top-secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db/p?user=ann&sslpassword=hunter&sslkey=hunter&sslmode=verify-full"
                        + " | jdbc:postgresql://db/p?user=***&sslpassword=***&sslkey=***&sslmode=verify-full",
                "jdbc:sqlserver://db;x=hunter;SSL=true | jdbc:sqlserver://db;x=***;SSL=true",
                "mongodb://ann:hunter@db/p?tlsCertificateKeyFilePassword=hunter&replicaSet=rs"
                        + " | mongodb://ann:***@db/p?tlsCertificateKeyFilePassword=***&replicaSet=rs",
                "https://hunter@app.example/hooks?key=hunter&sig=hunter#x | https://***@app.example/hooks?key=***&sig=***#x",
                "http://app.example/hooks?code=hunter | http://app.example/hooks?code=***"
            })
    void show_masks_each_parameter_that_is_not_known_to_be_no_secret(String address, String shown) throws IOException {
        variables.put("AUTH_SECRET", SECRET);
        run("config", "--show", "--config", file("hooks: { url: '" + address + "' }\n"));
        assertThat(out.toString().lines()).anyMatch(line -> line.startsWith("hooks.url: " + shown + "  # "));
        assertThat(out.toString()).doesNotContain("hunter");
    }

    @Test
    void show_says_where_traces_go_without_the_credentials_of_the_address() throws IOException {
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example:4318/hunter7?key=hunter8");
        variables.put("OTEL_EXPORTER_OTLP_HEADERS", "authorization=hunter9");
        assertThat(run("config", "--show", "--config", file("port: 80\n"))).isZero();
        assertThat(out.toString())
                .contains("# traces are exported to http://collector.example:4318, as the variable"
                        + " OTEL_EXPORTER_OTLP_ENDPOINT says")
                .doesNotContain("hunter");
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "collector.example");
        assertThat(run("config", "--show", "--config", file("port: 80\n"))).isEqualTo(2);
        assertThat(err.toString()).contains("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL");
    }

    @Test
    void doctor_reports_a_collector_that_does_not_answer_and_a_variable_that_cannot_be_used() throws IOException {
        var file = file("secret: " + SECRET + "\nurl: https://app.example\n");
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
        assertThat(run("doctor", "--config", file)).isZero();
        assertThat(out.toString()).contains("advice traces the collector at http://127.0.0.1:1 isn't responding");
        assertThat(run("doctor", "--offline", "--config", file)).isZero();
        assertThat(out.toString()).doesNotContain("collector");
        variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
        assertThat(run("doctor", "--config", file)).isEqualTo(1);
        assertThat(out.toString())
                .contains("broken traces the variable OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf");
    }

    @Test
    void show_computes_the_connections_and_the_heap_that_the_limits_need() throws IOException {
        assertThat(run("config", "--show", "--config", file("port: 80\n"))).isZero();
        assertThat(out.toString())
                .containsPattern("limits.connections: \\d+  # default: fits in three quarters of the heap")
                .contains("limits.requests: 256  # default", "limits.hookCalls: 64  # default")
                .containsPattern("# the limits may need \\d+ MB of heap, and the process has \\d+ MB");
        assertThat(run("config", "--show", "--config", file("limits: { connections: 1000, headBytes: 65536 }\n")))
                .isZero();
        assertThat(out.toString())
                .contains("# the limits may need 250 MB of heap")
                .doesNotContain("three quarters");
    }

    @Test
    void explain_documents_a_key_and_names_the_nearest_of_an_unknown_one() {
        assertThat(run("config", "--explain", "session.maxAge")).isZero();
        assertThat(out.toString())
                .contains(
                        "session.maxAge",
                        "How many seconds without a request until a session expires.",
                        "default: 2592000",
                        "number from 1 to");
        assertThat(run("config", "--explain", "port")).isZero();
        assertThat(out.toString()).contains("a change needs a restart");
        assertThat(run("config", "--explain", "url")).isZero();
        assertThat(out.toString()).contains("variables: AUTH_URL, NEXTAUTH_URL");
        assertThat(run("config", "--explain", "session.maxAg")).isEqualTo(2);
        assertThat(err.toString()).contains("did you mean \"session.maxAge\"?");
    }

    @Test
    void schema_is_json_of_draft_07() {
        assertThat(run("config", "--schema")).isZero();
        assertThat(Json.parseObject(out.toString(), 60).text("$schema"))
                .isEqualTo("http://json-schema.org/draft-07/schema#");
    }

    @Test
    void a_variable_may_name_a_file_that_holds_its_value() throws IOException {
        var secret = Files.writeString(folder.resolve("secret.txt"), SECRET + "\n");
        variables.put("AUTH_SECRET_FILE", secret.toString());
        variables.put(
                "DB_FILE",
                Files.writeString(folder.resolve("db.txt"), "memory\n").toString());
        assertThat(run("doctor", "--config", file("store: ${DB}\n"))).isZero();
        variables.put("AUTH_SECRET_FILE", folder.resolve("gone").toString());
        assertThat(run("doctor", "--config", file("port: 1\n"))).isEqualTo(3);
        assertThat(err.toString()).contains("AUTH_SECRET_FILE", "can't be read");
    }

    @Test
    void the_file_is_found_by_its_variable() throws IOException {
        assertThat(run("doctor")).isEqualTo(2);
        assertThat(err.toString()).contains("cardea init", "--config", "CARDEA_CONFIG");
        variables.put("AUTH_SECRET", SECRET);
        variables.put("CARDEA_CONFIG", file("port: 1\n"));
        assertThat(run("doctor")).isZero();
    }

    @Test
    void init_writes_a_file_that_doctor_accepts_and_overwrites_nothing() throws IOException {
        var site = folder.resolve("new/site");
        assertThat(run("init", site.toString())).isZero();
        assertThat(out.toString()).contains("next:", "cd " + site, "cardea serve");
        var file = Files.readString(site.resolve("cardea.yml"));
        assertThat(file)
                .startsWith("# yaml-language-server: $schema=./cardea.schema.json\n")
                .contains("jdbc:sqlite:", "session: { strategy: revocable }", "accounts: true");
        assertThat(Json.parseObject(Files.readString(site.resolve("cardea.schema.json")), 60)
                        .text("title"))
                .isNotNull();
        Files.writeString(site.resolve("cardea.yml"), "mine");
        assertThat(run("init", site.toString())).isEqualTo(1);
        assertThat(Files.readString(site.resolve("cardea.yml"))).isEqualTo("mine");
    }

    @Test
    @Tag("process")
    void serve_finds_what_init_wrote_in_its_folder() throws Exception {
        assertThat(run("init", folder.toString())).isZero();
        try (var served = ServedProcess.run(folder, Map.of("AUTH_SECRET", SECRET), List.of("--port", "0"))) {
            assertThat(served.get(served.site() + "/auth/providers").body()).contains("\"passkey\"", "\"password\"");
            assertThat(served.get(served.site() + "/auth/signup").body()).contains("Create your account");
        }
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("cardea.yml"), text).toString();
    }

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return CardeaCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), Env.of(variables), args);
    }
}
