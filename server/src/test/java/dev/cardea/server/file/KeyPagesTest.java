package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The files that are made from the declarations of the keys are up to date. */
class KeyPagesTest {
    private static final String COMMAND = "mvn -o -q -pl server test -Dtest=KeyPagesTest -Dcardea.write=keys";
    private static final Map<String, Supplier<String>> FILES = Map.of(
            "docs/server-file.md", KeyPagesTest::page,
            "server/distribution/src/main/archive/conf/cardea.schema.json", ConfigSchema::text);

    @TestFactory
    Stream<DynamicTest> a_generated_file_is_up_to_date() {
        return FILES.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> check(
                                root().resolve(each.getKey()), each.getValue().get())));
    }

    private static void check(Path file, String wanted) throws IOException {
        if ("keys".equals(System.getProperty("cardea.write"))) {
            Files.writeString(file, wanted);
            return;
        }
        assertThat(file).as("stale; write it with: " + COMMAND).hasContent(wanted);
    }

    private static String page() {
        return KeyReference.page() + "\n## A file with every key\n\n```yaml\n" + CompleteGuideTest.everyKey() + "```\n";
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
