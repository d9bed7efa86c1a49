package com.example.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide shows the files that the tests run. Its Java is compared by the module {@code examples}. */
class GuideTest {
    private static final Path HERE = Path.of("src/test/resources");
    private static final Path GUIDE = Path.of("../../docs/guides/jpa.md");

    @ParameterizedTest
    @ValueSource(strings = {"notes.properties", "db/migration/V1__notes.sql", "db/migration/V2__role.sql"})
    void a_file_of_the_guide_is_the_one_that_runs(String file) throws IOException {
        String kind = file.replaceFirst(".*\\.", "");
        assertThat(Files.readString(GUIDE))
                .contains("```" + kind + "\n" + Files.readString(HERE.resolve(file)) + "```\n");
    }
}
