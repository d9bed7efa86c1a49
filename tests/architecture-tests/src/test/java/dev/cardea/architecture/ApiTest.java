package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public API of each artifact is listed in {@code release/api}, so that a review sees each change of it. */
class ApiTest {
    private static final Path LISTINGS = Modules.TOP.resolve("release/api");

    private static final String COMMAND = "mvn -q -pl tests/architecture-tests -am test -Dtest=ApiTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=api";

    static Set<String> artifacts() {
        return Modules.ENTRIES.keySet();
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void the_listing_shows_the_public_api(String artifact) throws IOException {
        Path file = LISTINGS.resolve(artifact + ".txt");
        String present = ApiListing.of(artifact);
        if ("api".equals(System.getProperty("cardea.write"))) {
            Files.createDirectories(LISTINGS);
            Files.writeString(file, present);
        }
        assertThat(Files.exists(file) ? Files.readString(file) : "")
                .as("the API of %s changed. If that is intended, run on JDK 21 or newer:%n  %s%n", artifact, COMMAND)
                .isEqualTo(present);
    }

    @Test
    void there_is_one_listing_for_each_published_artifact() throws IOException {
        try (var files = Files.list(LISTINGS)) {
            Set<String> listed = files.map(file -> file.getFileName().toString().replace(".txt", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(listed).isEqualTo(new TreeSet<>(Modules.PUBLISHED.keySet()));
        }
    }
}
