package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** {@code mvn install -Dfor=WORD} in a clone installs what the pages for a framework tell developers to add. */
class InstallCommandTest {
    private static final Pattern COMMAND = Pattern.compile("mvn\\s+install\\s+-Dfor=([\\w-]+)");
    private static final Pattern ADDED = Pattern.compile("(?:<artifactId>|dev\\.cardea:)(cardea-[\\w-]+)");
    private static final Pattern NAMED = Pattern.compile("\\b(cardea-[a-z-]*[a-z])\\b");
    private static final String PROFILES = "/project/profiles/profile[activation/property[name='for']]";
    private static final Document POM = parse(Modules.TOP.resolve("pom.xml"));

    static List<Path> pages() throws Exception {
        try (var start = Files.list(Modules.TOP.resolve("docs/start"));
                var hosts = Files.list(Modules.TOP.resolve("docs/hosts"))) {
            return Stream.concat(start, hosts).sorted().toList();
        }
    }

    static List<String> words() {
        return List.of(values(POM, PROFILES + "//requireProperty[property='for']/regex")
                .get(0)
                .split("\\|"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void the_command_of_a_page_installs_every_artifact_that_the_page_names(Path page) {
        var text = Modules.read(page);
        var words = found(COMMAND, text).collect(Collectors.toSet());
        assertThat(words).as("words of the command").hasSize(1).allMatch(words()::contains);
        var named = found(NAMED, text).filter(Modules.PUBLISHED::containsKey);
        assertThat(Stream.concat(found(ADDED, text), named))
                .isNotEmpty()
                .isSubsetOf(artifacts(words.iterator().next()));
    }

    @ParameterizedTest
    @MethodSource("words")
    void what_an_installed_artifact_needs_is_installed_with_it(String word) {
        var installed = artifacts(word);
        for (var module : modules(word)) {
            var needed = values(
                    parse(Modules.TOP.resolve(module).resolve("pom.xml")),
                    "/project/dependencies/dependency[groupId='dev.cardea'][not(scope='test')]/artifactId");
            assertThat(installed).as(module).containsAll(needed);
        }
    }

    @Test
    void the_word_all_installs_every_published_artifact() {
        assertThat(artifacts("all")).containsAll(Modules.PUBLISHED.keySet()).contains("cardea-bom");
    }

    @Test
    void each_word_but_jdk_and_server_has_its_modules_and_the_pages_list_the_same_words() {
        var withModules = new TreeSet<>(values(POM, PROFILES + "/activation/property/value"));
        withModules.addAll(List.of("jdk", "server"));
        assertThat(withModules).isEqualTo(new TreeSet<>(words()));
        for (var page : List.of("README.md", "docs/modules.md")) {
            assertThat(Modules.read(Modules.TOP.resolve(page))).as(page).contains(words());
        }
    }

    @ParameterizedTest
    @MethodSource("words")
    void no_tests_run_in_the_modules_of_a_word(String word) {
        var left = values(POM, PROFILES + "//execution[phase='none']/id");
        var own = "/project/build/plugins/plugin[artifactId='maven-surefire-plugin']/executions/execution/id";
        for (var module : modules(word)) {
            assertThat(left)
                    .as(module)
                    .containsAll(values(parse(Modules.TOP.resolve(module).resolve("pom.xml")), own));
        }
    }

    /** The artifacts that a word installs. */
    private static Set<String> artifacts(String word) {
        var artifacts = modules(word).stream()
                .map(module -> parse(Modules.TOP.resolve(module).resolve("pom.xml")))
                .map(pom -> values(pom, "/project/artifactId").get(0))
                .collect(Collectors.toCollection(TreeSet::new));
        artifacts.add("cardea-parent");
        return artifacts;
    }

    private static List<String> modules(String word) {
        return Stream.concat(values(POM, "/project/modules/module").stream(), values(POM, profile(word)).stream())
                .toList();
    }

    private static String profile(String word) {
        return PROFILES + "[activation/property/value='" + word + "']/modules/module";
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    private static List<String> values(Document pom, String path) {
        try {
            var nodes = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(each -> nodes.item(each).getTextContent())
                    .toList();
        } catch (Exception e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    private static Document parse(Path pom) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        } catch (Exception e) {
            throw new IllegalStateException(pom.toString(), e);
        }
    }
}
