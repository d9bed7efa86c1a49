package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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

    @TempDir
    Path folder;

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
        var config = CONFIG + "store: memory\nmanagement: { port: 0 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            var management = served.management();
            assertThat(served.get(served.site() + "/livez").statusCode()).isEqualTo(404);
            assertThat(served.get(served.site() + "/readyz").statusCode()).isEqualTo(404);
            assertThat(served.get(served.site() + "/healthz").body()).isEqualTo("{\"status\":\"up\"}");
            assertThat(served.get(management + "/livez").body()).isEqualTo("{\"status\":\"up\"}");
            assertThat(served.get(management + "/auth/session").statusCode()).isEqualTo(404);
            var ready = json(served.get(management + "/readyz").body());
            assertThat(ready).containsEntry("status", "up");
            var checks = (Map<?, ?>) ready.get("checks");
            assertThat(checks.keySet().stream().map(String::valueOf)).containsExactly("process", "store");
            assertThat(((Map<?, ?>) checks.get("store")).get("age")).isInstanceOf(Number.class);
            assertThat(json(served.get(management + "/info").body()))
                    .containsEntry("name", "cardea")
                    .containsKeys("version", "java", "started")
                    .doesNotContainKey("secret");
        }
    }

    @Test
    void promtool_finds_nothing_in_the_metrics() throws Exception {
        var config = CONFIG + "store: \"jdbc:h2:mem:promtool\"\nmigrate: true\nmanagement: { port: 0 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            served.get(served.site() + "/auth/session");
            assertThat(Promtool.findings(
                            served.get(served.management() + "/metrics").body()))
                    .isEmpty();
        }
    }

    @Test
    void metrics_count_requests_and_name_what_runs() throws Exception {
        var config = CONFIG + "store: \"jdbc:h2:mem:metrics\"\nmigrate: true\nmanagement: { port: 0 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            served.get(served.site() + "/auth/session");
            served.get(served.site() + "/auth/callback/planted?code=planted");
            var text = served.get(served.management() + "/metrics");
            assertThat(text.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
            var open = served.get(
                    served.management() + "/metrics", "Accept", "application/openmetrics-text;version=1.0.0");
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
    }

    /** The order of a stop: not ready, then the delay in which requests are still answered, then the end. */
    @Test
    void after_sigterm_the_process_is_not_ready_and_answers_until_the_delay_is_over() throws Exception {
        var config = CONFIG + "management: { port: 0 }\nshutdown: { delay: 5 }\n";
        try (var served = ServedProcess.start(folder, config)) {
            var site = served.site();
            var management = served.management();
            assertThat(served.get(management + "/readyz").statusCode()).isEqualTo(200);
            // The first answers of a process are slow, and those below have to fit into the delay.
            assertThat(served.get(site + "/healthz").statusCode()).isEqualTo(200);
            assertThat(served.get(site + "/auth/session").body()).isEqualTo("null");
            assertThat(served.get(management + "/livez").statusCode()).isEqualTo(200);
            long begin = System.nanoTime();
            served.terminate();
            awaitStatus(served, management + "/readyz", 503);
            assertThat(served.get(site + "/healthz").statusCode()).isEqualTo(503);
            assertThat(served.get(site + "/auth/session").body()).isEqualTo("null");
            assertThat(served.get(management + "/livez").statusCode()).isEqualTo(200);
            assertThat(served.end(15)).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(15));
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
        try (var first = ServedProcess.start(folder, CONFIG + "management: { port: 0 }\n")) {
            var port = first.management().replaceAll(".*:", "");
            first.site();
            try (var second = ServedProcess.start(folder, CONFIG + "management: { port: " + port + " }\n")) {
                second.awaitError("cardea cannot listen on 127.0.0.1:" + port);
                assertThat(second.end(10)).isEqualTo(3);
            }
        }
    }

    @Test
    void root_is_warned() throws Exception {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        try (var served = ServedProcess.start(folder, CONFIG)) {
            served.site();
            served.terminate();
            assertThat(served.end(60)).isZero();
            assertThat(served.errors().stream().anyMatch(line -> line.contains("cardea runs as root")))
                    .isEqualTo(isRoot);
        }
    }

    private static void awaitStatus(ServedProcess served, String url, int status) throws Exception {
        for (int i = 0; i < 100; i++) {
            if (served.get(url).statusCode() == status) return;
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError(url + " never answered with " + status);
    }

    private static Map<String, Object> json(String body) {
        return Json.parseObject(body, 10).asMap();
    }
}
