package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Json;
import dev.cardea.testing.Eventually;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Probes, the management listener and the order in which the process stops. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
@Tag("process")
class ManagementProcessTest {
    private static final String CONFIG = """
            secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
            port: 0
            """;

    /** A process that several tests ask, after two requests to its site. */
    private static ServedProcess shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void startShared(@TempDir Path folder) throws Exception {
        var config = CONFIG + "store: \"jdbc:h2:mem:shared\"\nmigrate: true\nmanagement: { port: 0 }\n";
        shared = ServedProcess.start(folder, config);
        shared.get(shared.site() + "/auth/session");
        shared.get(shared.site() + "/auth/callback/planted?code=planted");
    }

    @AfterAll
    static void endShared() {
        if (shared != null) shared.close();
    }

    @Test
    void without_a_management_listener_the_site_has_the_probes() throws Exception {
        try (var served = ServedProcess.start(folder, CONFIG)) {
            for (var path : new String[] {"/livez", "/readyz", "/healthz"}) {
                var answer = served.get(served.site() + path);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"status\":\"up\"}");
            }
            for (var path : new String[] {"/info", "/metrics", "/traces/0123456789abcdef"}) {
                assertThat(served.get(served.site() + path).statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void with_a_management_listener_the_site_has_only_healthz() throws Exception {
        var management = shared.management();
        assertThat(shared.get(shared.site() + "/livez").statusCode()).isEqualTo(404);
        assertThat(shared.get(shared.site() + "/readyz").statusCode()).isEqualTo(404);
        assertThat(shared.get(shared.site() + "/healthz").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(shared.get(management + "/livez").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(shared.get(management + "/auth/session").statusCode()).isEqualTo(404);
        var ready = json(shared.get(management + "/readyz").body());
        assertThat(ready).containsEntry("status", "up");
        var checks = (Map<?, ?>) ready.get("checks");
        assertThat(checks.keySet().stream().map(String::valueOf)).containsExactly("process", "store");
        assertThat(((Map<?, ?>) checks.get("store")).get("age")).isInstanceOf(Number.class);
        assertThat(json(shared.get(management + "/info").body()))
                .containsEntry("name", "cardea")
                .containsKeys("version", "java", "started")
                .doesNotContainKey("secret");
    }

    @Test
    @Tag("part")
    void promtool_finds_nothing_in_the_metrics() throws Exception {
        assertThat(Promtool.findings(
                        shared.get(shared.management() + "/metrics").body()))
                .isEmpty();
    }

    @Test
    void metrics_count_requests_and_name_what_runs() throws Exception {
        var text = shared.get(shared.management() + "/metrics");
        assertThat(text.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        var open = shared.get(shared.management() + "/metrics", "Accept", "application/openmetrics-text;version=1.0.0");
        assertThat(open.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
        assertThat(open.body()).endsWith("# EOF\n");
        assertThat(text.body())
                .contains("cardea_requests_seconds_count{action=\"session\",method=\"GET\",outcome=\"ok\"} 1")
                .contains("cardea_sign_ins_total{new_user=\"unknown\",provider=\"unknown\"")
                .contains("cardea_sessions_read_total{result=\"absent\",strategy=\"database\"} 1.0")
                .contains("cardea_recorder_traces_total{result=\"kept\"}")
                .contains("cardea_connections{state=\"max\"}")
                .contains("cardea_store_connections{state=\"max\"}")
                .containsPattern("cardea_info\\{java=\"[^\"]+\",version=\"[^\"]+\"} 1")
                .contains("jvm_memory_used_bytes")
                .contains("process_uptime_seconds")
                .doesNotContain("planted");
    }

    /** The delay is longer than the test; {@link ServeProcessTest} sees its end. */
    @Test
    void after_sigterm_the_process_is_not_ready_and_answers_until_the_delay_is_over() throws Exception {
        var config = CONFIG + "management: { port: 0 }\nshutdown: { delay: 300 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            var site = served.site();
            var management = served.management();
            assertThat(served.get(management + "/readyz").statusCode()).isEqualTo(200);
            served.terminate();
            Eventually.isTrue(
                    "/readyz is 503", () -> served.get(management + "/readyz").statusCode() == 503);
            assertThat(served.get(site + "/healthz").statusCode()).isEqualTo(503);
            assertThat(served.get(site + "/auth/session").body()).isEqualTo("null");
            assertThat(served.get(management + "/livez").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_store_that_is_down_leaves_the_process_alive_and_not_ready() throws Exception {
        var config = CONFIG + "store: 'redis://127.0.0.1:1'\nmanagement: { port: 0 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            served.site();
            assertThat(served.get(served.management() + "/livez").statusCode()).isEqualTo(200);
            var answer = served.get(served.management() + "/readyz");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat((Map<?, ?>) json(answer.body()).get("checks"))
                    .satisfies(checks -> assertThat(((Map<?, ?>) checks.get("store")).get("status"))
                            .isEqualTo("down"));
        }
    }

    @Test
    void a_provider_is_reported_by_its_last_call_and_never_makes_it_503() throws Exception {
        var config = CONFIG + """
                management: { port: 0 }
                url: http://localhost:3000
                providers:
                  - { id: acme, type: oidc, issuer: 'http://127.0.0.1:1', clientId: a, clientSecret: b }
                """;
        try (var served = ServedProcess.start(folder, config)) {
            var site = served.site();
            assertThat(checks(served).containsKey("provider acme")).isFalse();
            var csrf = served.get(site + "/auth/csrf");
            var token = csrf.body().replaceAll(".*\":\"|\"}", "");
            var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
            var begin = HttpRequest.newBuilder(URI.create(site + "/auth/signin/acme"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header("Cookie", cookie)
                    .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token))
                    .build();
            served.http().send(begin, HttpResponse.BodyHandlers.ofString());
            var check = (Map<?, ?>) checks(served).get("provider acme");
            assertThat(check.get("status")).isEqualTo("down");
            assertThat(check.get("age")).isInstanceOf(Number.class);
        }
    }

    private static Map<?, ?> checks(ServedProcess served) throws Exception {
        var answer = served.get(served.management() + "/readyz");
        assertThat(answer.statusCode()).isEqualTo(200);
        return (Map<?, ?>) json(answer.body()).get("checks");
    }

    @Test
    void a_management_port_that_is_taken_ends_the_start_with_3() throws Exception {
        var port = shared.management().replaceAll(".*:", "");
        try (var second = ServedProcess.start(folder, CONFIG + "management: { port: " + port + " }\n")) {
            second.awaitError("cardea can't listen on 127.0.0.1:" + port);
            assertThat(second.end()).isEqualTo(3);
        }
    }

    @Test
    void root_is_warned() {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        // The warning comes before this line.
        shared.awaitError("management on ");
        assertThat(shared.errors().stream().anyMatch(line -> line.contains("cardea runs as root")))
                .isEqualTo(isRoot);
    }

    private static Map<String, Object> json(String body) {
        return Json.parseObject(body, 10).asMap();
    }
}
