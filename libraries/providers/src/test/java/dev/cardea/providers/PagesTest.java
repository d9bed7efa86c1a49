package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code -Dcardea.write=pages} writes the pages instead of comparing them. */
class PagesTest {
    private static final Path FOLDER = Path.of("../../docs/providers");

    @Test
    void every_page_matches_its_class() throws IOException {
        var pages = new Pages().all();
        if ("pages".equals(System.getProperty("cardea.write"))) {
            Files.createDirectories(FOLDER);
            for (var page : pages.entrySet()) Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
        }
        for (var page : pages.entrySet()) {
            assertThat(FOLDER.resolve(page.getKey()))
                    .as("CONTRIBUTING.md says how to generate it")
                    .exists();
            assertThat(Files.readString(FOLDER.resolve(page.getKey())))
                    .as(page.getKey() + "; CONTRIBUTING.md says how to generate it again")
                    .isEqualTo(page.getValue());
        }
    }

    @Test
    void every_page_has_a_provider() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()))
                    .isEqualTo(new Pages().all().keySet());
        }
    }

    @Test
    void every_comment_says_where_to_register_and_ends_with_what_to_set() {
        var pages = new Pages();
        for (var brand : Providers.all()) {
            if (brand.retired().isPresent()) continue;
            var paragraphs = pages.comment(brand).paragraphs();
            assertThat(paragraphs.size()).as(brand.id()).isGreaterThan(2);
            assertThat(paragraphs.get(paragraphs.size() - 1))
                    .as(brand.id())
                    .isEqualTo(
                            brand.oauth().isEmpty()
                                    ? "Variable: `" + Pages.key(brand) + "`."
                                    : "Redirect URI: `/auth/callback/" + brand.id() + "`. Variables: `"
                                            + String.join("`, `", Pages.variables(brand)) + "`.");
        }
    }
}
