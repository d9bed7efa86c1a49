package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Json;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules and the dashboard of the archives. */
@Tag("part")
@Tag("process")
class MonitoringTest {
    private static final Path SAMPLES = Path.of("src/main/archive/monitoring");
    private static final String[] TESTS = {"alerts-test.yml", "alerts-of-days-test.yml"};
    private static final Pattern METER = Pattern.compile("cardea_\\w+");

    @TempDir
    Path folder;

    @Test
    void each_alert_fires_for_its_series_and_for_no_others() throws Exception {
        Require.program("promtool");
        Files.copy(SAMPLES.resolve("alerts.yml"), folder.resolve("alerts.yml"));
        for (var file : TESTS) Files.copy(Path.of("src/test/resources", file), folder.resolve(file));
        assertThat(Archive.run(
                        folder,
                        "promtool",
                        "check",
                        "rules",
                        folder.resolve("alerts.yml").toString()))
                .contains("9 rules found");
        for (var file : TESTS) {
            assertThat(Archive.run(
                            folder,
                            "promtool",
                            "test",
                            "rules",
                            folder.resolve(file).toString()))
                    .contains("SUCCESS");
        }
    }

    @Test
    void rules_and_dashboard_use_meters_that_exist() throws IOException {
        var page = Files.readString(Path.of("../../docs/meters.md"));
        for (var file : new String[] {"alerts.yml", "dashboard.json"}) {
            METER.matcher(Files.readString(SAMPLES.resolve(file)))
                    .results()
                    .map(meter -> meter.group().replaceAll("_seconds_(count|sum|max)$", "_seconds"))
                    .forEach(meter -> assertThat(page).as(file).contains("`" + meter + "`"));
        }
        assertThat(Json.parseObject(Files.readString(SAMPLES.resolve("dashboard.json")), 32)
                        .text("title"))
                .isEqualTo("Cardea");
    }
}
