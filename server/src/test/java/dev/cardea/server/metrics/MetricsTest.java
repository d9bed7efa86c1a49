package dev.cardea.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
    private static final String OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/openmetrics-text",
                "Application/OpenMetrics-Text; Version=1.0.0",
                "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                "text/plain;q=0.9, application/openmetrics-text",
                "text/html, application/openmetrics-text ; q=0.1",
            })
    void a_scraper_that_prefers_openmetrics_gets_it(String accept) {
        try (var metrics = new Metrics("0.1.0", Clock.systemUTC())) {
            var answer = metrics.handle(asking(accept));
            assertThat(answer.header("content-type")).hasValue(OPENMETRICS);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                    .contains("# TYPE cardea info\n")
                    .endsWith("# EOF\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "text/plain",
                "text/plain, application/openmetrics-text;q=0.5",
                "application/openmetrics-text;q=0",
                "application/openmetrics-text; Q=0.000, */*",
                "application/openmetrics-textual",
                "x-application/openmetrics-text",
                ";;,,;q=,",
            })
    void every_other_client_gets_the_text_that_each_tool_reads(String accept) {
        try (var metrics = new Metrics("0.1.0", Clock.systemUTC())) {
            var answer = metrics.handle(asking(accept));
            assertThat(answer.header("content-type")).hasValue(TEXT);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).doesNotContain("# EOF");
        }
    }

    @Test
    void an_answer_is_never_cached() {
        try (var metrics = new Metrics("0.1.0", Clock.systemUTC())) {
            assertThat(metrics.handle(asking("*/*")).header("cache-control")).hasValue("no-store");
        }
    }

    private static Request asking(String accept) {
        var headers = Headers.NONE.set("accept", accept);
        return Request.of("GET", "http", "/metrics", headers, new byte[0], "127.0.0.1");
    }
}
