package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each page of {@code docs/start} is followed by a test, and names the version of Cardea that it was followed with. */
@Tag("part")
@Tag("process")
class StartPagesTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern FOLLOWED = Pattern.compile("(?:Tutorial\\.of|tutorial)\\(\"([\\w-]+)\"");

    @Test
    void each_page_is_followed_by_a_test() throws IOException {
        var followed = new TreeSet<String>();
        for (var folder : new String[] {"tests/it/src/test/java/dev/cardea/it", "js/apps"}) {
            try (var files = Files.list(ROOT.resolve(folder))) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    FOLLOWED.matcher(Files.readString(file)).results().forEach(found -> followed.add(found.group(1)));
                }
            }
        }
        try (var pages = Files.list(ROOT.resolve("docs/start"))) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", ""))
                            .collect(Collectors.toList()))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(followed).contains(page));
        }
    }

    @Test
    void each_page_names_the_version_of_cardea() throws IOException {
        var version = MavenProject.first(Pattern.compile("<version>(.*?)<"), Files.readString(ROOT.resolve("pom.xml")));
        try (var pages = Files.list(ROOT.resolve("docs/start"))) {
            for (var page : pages.toList())
                assertThat(Files.readString(page)).as("%s", page).contains(version);
        }
    }

    @Test
    void pages_name_the_versions_that_are_tested() throws IOException {
        assertThat(Tutorial.text("spring-boot")).contains("<version>" + tested("spring-boot.version") + "</version>");
        assertThat(Tutorial.text("quarkus"))
                .contains("<quarkus.version>" + tested("quarkus.version") + "</quarkus.version>");
        assertThat(Tutorial.text("plain-java")).contains("<version>" + tested("sqlite.version"));
    }

    private static String tested(String property) throws IOException {
        var pom = Files.readString(ROOT.resolve("pom.xml"));
        return MavenProject.first(Pattern.compile("<" + Pattern.quote(property) + ">(.*?)<"), pom);
    }
}
