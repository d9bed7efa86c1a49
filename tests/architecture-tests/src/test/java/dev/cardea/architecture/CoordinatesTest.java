package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The coordinates for Gradle, which no build runs, are those of the BOM. */
class CoordinatesTest {
    private static final Pattern KOTLIN = Pattern.compile("(?s)```kotlin\n(.*?)```");
    private static final Pattern COORDINATES = Pattern.compile("\"dev\\.cardea:([\\w-]+)(?::([^\"]+))?\"");

    @Test
    void each_artifact_in_a_sample_for_Gradle_is_in_the_BOM_in_its_version() {
        var page = Modules.read(Modules.TOP.resolve("docs/modules.md"));
        var bom = Modules.read(Modules.TOP.resolve("bom/pom.xml"));
        var samples = KOTLIN.matcher(page).results().map(it -> it.group(1)).toList();
        assertThat(samples).isNotEmpty();
        var found = COORDINATES.matcher(String.join("\n", samples)).results().toList();
        assertThat(found).hasSizeGreaterThan(3);
        for (var each : found) {
            var artifact = each.group(1);
            boolean isBom = artifact.equals("cardea-bom");
            assertThat(bom).contains("<artifactId>" + artifact + "</artifactId>");
            assertThat(List.of(String.valueOf(each.group(2)))).containsExactly(isBom ? version() : "null");
        }
    }

    private static String version() {
        var parent = Modules.read(Modules.TOP.resolve("pom.xml"));
        var version = Pattern.compile("<artifactId>cardea-parent</artifactId>\\s*<version>(.*?)</")
                .matcher(parent);
        assertThat(version.find()).isTrue();
        return version.group(1);
    }
}
