package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.config.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileUpgradeTest {
    /** Keys as of a release in which two were renamed. */
    private static final List<Key> KEYS = List.of(
            Key.of("port", "3000", "The port.", new Shape.Number(0, 65_535)),
            Key.group(
                    "session",
                    "Sessions.",
                    Key.of("maxAge", null, "Seconds.", new Shape.Number(1, 9)).formerly("age", "max_age")),
            Key.of(
                            "rules",
                            null,
                            "Rules.",
                            new Shape.ListOf(new Shape.Group(
                                    List.of(Key.of("path", null, "A path.", new Shape.Text())
                                            .formerly("prefix")),
                                    false)))
                    .formerly("ruleList"));

    private final Path file = Path.of("c.yml");
    private final Findings findings = new Findings(file);

    @TempDir
    Path folder;

    @Test
    void a_former_name_is_read_as_the_present_one_with_advice() {
        var table = Document.read("session: { age: 5 }\n", "c.yml", Env.none(), findings, true, KEYS)
                .orElseThrow();
        assertThat(findings.lines()).isEmpty();
        assertThat(findings.advice())
                .containsExactly("c.yml:1: key \"session.age\" is the old name of \"session.maxAge\"; it works until"
                        + " the next minor release, and cardea config --upgrade c.yml rewrites it");
        var session = (Item.Table) table.entries().get("session").value();
        assertThat(session.entries()).containsOnlyKeys("maxAge");
    }

    @Test
    void a_key_under_both_of_its_names_is_an_error_of_the_file() throws IOException {
        var text = "session:\n  maxAge: 5\n  max_age: 6\n";
        Document.read(text, "c.yml", Env.none(), findings, true, KEYS);
        assertThat(findings.lines())
                .containsExactly("c.yml:3: key \"session.max_age\" is the old name of \"session.maxAge\", which is on"
                        + " line 2; remove one of them");
        var written = written(text);
        assertThatThrownBy(() -> FileUpgrade.run(written, KEYS))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("remove one of them");
        assertThat(written).hasContent(text);
    }

    @Test
    void two_former_names_of_one_key_are_an_error_of_the_file() {
        Document.read("session: { age: 5, max_age: 6 }", "c.yml", Env.none(), findings, true, KEYS);
        assertThat(findings.lines()).singleElement().asString().contains("\"maxAge\" is given twice");
    }

    @Test
    void an_upgrade_rewrites_former_names_and_nothing_else() throws Exception {
        var file = written(
                "# \uD83D\uDE00 age: 1\r\nport: 80\nsession: { 'age': 5 } # age\n\nruleList:\n  - prefix: /age\n");
        var result = FileUpgrade.run(file, KEYS);
        assertThat(Files.readString(file))
                .isEqualTo(
                        "# \uD83D\uDE00 age: 1\r\nport: 80\nsession: { maxAge: 5 } # age\n\nrules:\n  - path: /age\n");
        assertThat(result.left()).isEmpty();
        assertThat(result.changes())
                .containsExactlyInAnyOrder(
                        file + ":3: 'age' is now maxAge",
                        file + ":5: ruleList is now rules",
                        file + ":6: prefix is now path");
        assertThat(FileUpgrade.run(file, KEYS).changes()).isEmpty();
    }

    @Test
    void a_name_that_does_not_stand_there_as_it_reads_is_left_to_the_operator() throws Exception {
        var file = written("session: { \"\\u0061ge\": 5 }\n");
        assertThat(FileUpgrade.run(file, KEYS).left())
                .containsExactly(file + ":1: write maxAge in place of \"\\u0061ge\"");
        assertThat(file).hasContent("session: { \"\\u0061ge\": 5 }\n");
    }

    @Test
    void paths_in_the_former_notation_are_rewritten_so_that_they_read_the_same() throws Exception {
        var file = written("""
                providers:
                  - { id: one, profile: { id: data.0.id, name: [full.name, login], email: "a.b", image: avatar } }
                  - { id: two, profile: { id: id, image: 'picture?.data?.url', name: a.b } } # has the present notation
                  - { id: three, profile: { id: "https://acme.example/id", name: "${PATH}" } }
                  - github
                """);
        FileUpgrade.run(file);
        assertThat(Files.readString(file)).isEqualTo("""
                providers:
                  - { id: one, profile: { id: "data?.[0]?.id", name: ["full?.name", login], email: "a?.b", image: avatar } }
                  - { id: two, profile: { id: id, image: 'picture?.data?.url', name: a.b } } # has the present notation
                  - { id: three, profile: { id: '["https://acme.example/id"]', name: "${PATH}" } }
                  - github
                """);
    }

    @Test
    void a_file_that_needs_no_change_is_not_written() throws Exception {
        var file = written("port: 80\n");
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        FileUpgrade.run(file);
        assertThat(Files.getLastModifiedTime(file).toMillis()).isZero();
    }

    @Test
    void the_permissions_of_the_file_stay() throws Exception {
        var file = written("session: { age: 5 }\n");
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) return;
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        FileUpgrade.run(file, KEYS);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void the_schema_has_former_names_as_deprecated() {
        var session =
                (Map<?, ?>) ((Map<?, ?>) ConfigSchema.group(KEYS, false, false).get("properties")).get("session");
        assertThat(session.toString())
                .contains("The former name of maxAge. Seconds.")
                .contains("deprecated=true");
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("cardea.yml"), text);
    }
}
