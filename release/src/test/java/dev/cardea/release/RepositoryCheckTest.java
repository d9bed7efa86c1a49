package dev.cardea.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule for a repository is broken once. */
class RepositoryCheckTest {
    @TempDir
    Path folder;

    private SampleRepository repository;

    @BeforeEach
    void publishable() throws IOException {
        repository = new SampleRepository(folder);
    }

    @Test
    void a_complete_repository_has_no_findings() throws IOException {
        assertThat(findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    <name>Core</name>                        | has no <name>
                    <description>The core</description>      | has no <description>
                    """)
    void a_module_must_say_what_it_is(String element, String finding) throws IOException {
        repository.edit("cardea-core", element, "");
        assertThat(findings()).containsExactly("dev.cardea:cardea-core:1.0.0: " + finding);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    <url>https://license.test</url>                                | <licenses/license/url>
                    <email>ada@cardea.test</email>                                 | <developers/developer/email>
                    <name>Ada</name>                                               | <developers/developer/name>
                    <connection>scm:git:${home}</connection>                       | <scm/connection>
                    <developerConnection>scm:git:${home}</developerConnection>     | <scm/developerConnection>
                    """)
    void an_element_that_the_parent_lacks_is_missing_in_each_child(String element, String path) throws IOException {
        repository.edit("cardea-parent", element, "");
        assertThat(findings())
                .containsExactly(
                        "dev.cardea:cardea-core:1.0.0: has no " + path,
                        "dev.cardea:cardea-parent:1.0.0: has no " + path);
    }

    @Test
    void a_property_that_no_pom_sets_is_found() throws IOException {
        repository.edit("cardea-parent", "<home>https://cardea.test</home>", "");
        assertThat(findings()).anyMatch(each -> each.contains("<url> names a property that no POM sets: ${home}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"repositories", "pluginRepositories", "distributionManagement"})
    void a_pom_must_not_name_repositories(String element) throws IOException {
        repository.edit("cardea-core", "<dependencies>", "<" + element + "/><dependencies>");
        assertThat(findings()).containsExactly("dev.cardea:cardea-core:1.0.0: must not have <" + element + ">");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2.1-SNAPSHOT  | depends on the SNAPSHOT org.lib:lib:2.1-SNAPSHOT
                    [2.1,3)       | depends on a range of versions, org.lib:lib:[2.1,3)
                    LATEST        | depends on a range of versions, org.lib:lib:LATEST
                    ${lib}        | depends on a version that no POM sets, org.lib:lib:${lib}
                    """)
    void versions_are_fixed(String version, String finding) throws IOException {
        repository.edit("cardea-parent", "2.1", version);
        assertThat(findings()).containsExactly("dev.cardea:cardea-parent:1.0.0: " + finding);
    }

    @Test
    void a_dependency_of_the_project_must_be_published_too() throws IOException {
        repository.edit(
                "cardea-core",
                "</dependencies>",
                "<dependency><groupId>dev.cardea</groupId><artifactId>cardea-mail</artifactId><version>1.0.0</version>"
                        + "</dependency></dependencies>");
        assertThat(findings())
                .containsExactly("dev.cardea:cardea-core:1.0.0: depends on dev.cardea:cardea-mail:1.0.0, which is not"
                        + " in the repository");
    }

    @ParameterizedTest
    @ValueSource(strings = {".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"})
    void each_jar_has_its_companions(String ending) throws IOException {
        Files.delete(repository.file("cardea-core", ending));
        assertThat(findings()).isNotEmpty().allMatch(each -> each.endsWith("has no cardea-core-1.0.0" + ending));
    }

    @ParameterizedTest
    @CsvSource({
        ".jar, META-INF/LICENSE",
        ".jar, dev/cardea/Auth.class",
        "-sources.jar, dev/cardea/Auth.class",
        "-javadoc.jar, README"
    })
    void an_archive_without_its_content_is_found(String ending, String only) throws IOException {
        repository.put("cardea-core", ending, SampleRepository.zip(only));
        assertThat(findings())
                .containsExactly("dev.cardea:cardea-core:1.0.0: cardea-core-1.0.0" + ending + " lacks what it is for");
    }

    @ParameterizedTest
    @ValueSource(strings = {".asc", ".md5", ".sha1"})
    void each_file_has_signature_and_checksums(String ending) throws IOException {
        Files.delete(SampleRepository.with(repository.file("cardea-core", ".jar"), ending));
        assertThat(findings()).hasSize(1);
    }

    @Test
    void a_changed_file_is_found_by_signature_and_checksums() throws IOException {
        Files.writeString(repository.file("cardea-bom", ".pom"), "\n", java.nio.file.StandardOpenOption.APPEND);
        assertThat(findings())
                .containsExactly(
                        "dev.cardea:cardea-bom:1.0.0: the signature of cardea-bom-1.0.0.pom does not verify",
                        "dev.cardea:cardea-bom:1.0.0: .md5 of cardea-bom-1.0.0.pom differs",
                        "dev.cardea:cardea-bom:1.0.0: .sha1 of cardea-bom-1.0.0.pom differs");
    }

    @Test
    void a_signature_by_another_key_does_not_verify() throws IOException {
        var other = ThrowAwayKey.armored(java.time.Instant.now()).getBytes(StandardCharsets.US_ASCII);
        var keys = Signatures.by(new java.io.ByteArrayInputStream(other));
        assertThat(RepositoryCheck.check(folder, keys, false))
                .hasSize(7)
                .allMatch(each -> each.contains("does not verify"));
    }

    @Test
    void the_bom_has_no_parent_and_lists_what_is_published() throws IOException {
        repository.edit("cardea-bom", "<artifactId>cardea-core", "<artifactId>cardea-gone");
        assertThat(findings())
                .containsExactly(
                        "dev.cardea:cardea-core:1.0.0: is not in the BOM",
                        "dev.cardea:cardea-bom:1.0.0: lists dev.cardea:cardea-gone:1.0.0, which is not in the"
                                + " repository");
    }

    @Test
    void a_bom_with_a_parent_is_found() throws IOException {
        repository.edit(
                "cardea-bom",
                "<packaging>",
                "<parent><groupId>dev.cardea</groupId><artifactId>cardea-parent</artifactId><version>1.0.0</version>"
                        + "</parent><packaging>");
        assertThat(findings()).contains("dev.cardea:cardea-bom:1.0.0: has a parent");
    }

    @Test
    void an_artifact_that_must_not_be_published_is_found() throws IOException {
        repository.put(
                "cardea-engine",
                ".pom",
                Files.readString(repository.file("cardea-parent", ".pom"))
                        .replace("cardea-parent", "cardea-engine")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(findings())
                .containsExactly("dev.cardea:cardea-engine:1.0.0: is neither a jar, nor the BOM, nor a parent");
    }

    @Test
    void placeholders_are_for_trials_only() throws IOException {
        repository.edit("cardea-parent", "https://cardea.test", "https://cardea.example");
        assertThat(findings())
                .contains("dev.cardea:cardea-parent:1.0.0: <url> is a placeholder: https://cardea.example");
        assertThat(RepositoryCheck.check(folder, SampleRepository.keys(), true)).isEmpty();
    }

    private java.util.List<String> findings() throws IOException {
        return RepositoryCheck.check(folder, SampleRepository.keys(), false);
    }
}
