package dev.cardea.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The parent's POM states the version; everything else has the same. {@code release/set-version} changes all. */
class VersionsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final Pattern OWN = Pattern.compile("\"(?:version|@cardea/[a-z-]+)\": \"\\^?([^\"]+)\"");
    private static final Pattern PACKAGE =
            Pattern.compile("cardea-(?:bridge|next|solid-start|server)-(\\d[^/ ]*)\\.tgz");
    private static final Pattern IN_GUIDE = Pattern.compile("<cardea\\.version>([^<]+)<");

    private static String version;

    @BeforeAll
    static void read() throws IOException {
        version = first(VERSION, ROOT.resolve("pom.xml"));
    }

    @Test
    void each_module_has_the_version_of_the_parent() throws IOException {
        // Without those of other projects: the consumer, and the peers of the benchmarks.
        var poms = files("", "pom.xml")
                .filter(each -> !each.toString().contains("consumer")
                        && !each.toString().contains("peers"))
                .toList();
        assertThat(poms)
                .hasSizeGreaterThan(25)
                .allSatisfy(pom ->
                        assertThat(first(VERSION, pom)).as(pom.toString()).isEqualTo(version));
    }

    @Test
    void packages_and_guides_have_the_version_of_the_parent() throws IOException {
        var released = version.replace("-SNAPSHOT", "");
        for (var file : files("js", "package.json")
                .filter(each -> ROOT.relativize(each).getNameCount() == 3)
                .toList()) {
            if (Files.readString(file).contains("\"name\": \"@cardea/"))
                assertThat(all(OWN, file)).as(file.toString()).isNotEmpty().containsOnly(released);
        }
        for (var file : files("docs", ".md").toList()) {
            assertThat(all(PACKAGE, file)).as(file.toString()).allMatch(released::equals);
            assertThat(all(IN_GUIDE, file)).as(file.toString()).allMatch(version::equals);
        }
    }

    private static Stream<Path> files(String folder, String ending) throws IOException {
        return Files.walk(ROOT.resolve(folder))
                .filter(each -> each.toString().endsWith(ending))
                .filter(each -> Stream.of("target", "node_modules", ".git", ".mvn", "copies")
                        .noneMatch(part -> ROOT.relativize(each).toString().matches("(.*/)?" + part + "/.*")));
    }

    private static String first(Pattern pattern, Path file) throws IOException {
        return all(pattern, file).get(0);
    }

    private static List<String> all(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
