package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void the_sample_of_the_README_is_the_one_that_is_compiled() throws IOException {
        var root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("CHANGELOG.md"))) root = root.getParent();
        var source = Files.readString(root.resolve("examples/src/main/java/dev/cardea/examples/readme/SixLines.java"));
        var sample = source.substring(source.indexOf("// sample\n") + 10, source.indexOf("        // end"))
                .stripTrailing()
                .stripIndent()
                .strip();
        assertThat(Files.readString(root.resolve("README.md"))).contains("```java\n" + sample + "\n```");
    }
}
