package dev.cardea.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("even")
class SignatureCheckTest {
    @TempDir
    Path folder;

    private SampleRepository repository;

    @BeforeEach
    void signed() throws IOException {
        repository = new SampleRepository(folder);
    }

    @Test
    void files_with_their_signatures_have_no_findings() throws IOException {
        assertThat(SignatureCheck.check(folder, SampleRepository.keys())).isEmpty();
    }

    @Test
    void a_changed_file_and_one_without_a_signature_are_found() throws IOException {
        Files.writeString(repository.file("cardea-bom", ".pom"), "\n", StandardOpenOption.APPEND);
        Files.delete(SampleRepository.with(repository.file("cardea-core", "-sources.jar"), ".asc"));
        assertThat(SignatureCheck.check(folder, SampleRepository.keys()))
                .satisfiesExactly(
                        bom -> assertThat(bom).contains("cardea-bom-1.0.0.pom: the signature is absent or"),
                        sources -> assertThat(sources).contains("cardea-core-1.0.0-sources.jar: the signature is"));
    }

    @Test
    void a_signature_by_another_key_is_found() throws IOException {
        var other = ThrowAwayKey.armored(Instant.now()).getBytes(StandardCharsets.US_ASCII);
        var keys = Signatures.by(new ByteArrayInputStream(other));
        assertThat(SignatureCheck.check(folder, keys)).hasSize(7);
    }

    @Test
    void a_folder_without_files_is_not_in_order() throws IOException {
        var empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(SignatureCheck.check(empty, SampleRepository.keys()))
                .singleElement()
                .asString()
                .contains("no file to verify");
    }
}
