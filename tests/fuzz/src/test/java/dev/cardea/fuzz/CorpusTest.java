package dev.cardea.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs each target over its corpus: examples by hand, and what the fuzzer found. */
class CorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final int MAX_PREFIXES = 200;
    private static final int CHANGES = 50;

    @ParameterizedTest
    @EnumSource(Target.class)
    void the_rules_of_a_target_hold_for_its_corpus(Target target) throws Exception {
        List<Path> seeds = seeds(target);
        assertThat(seeds).hasSizeGreaterThan(3);
        for (Path seed : seeds) take(target, Files.readAllBytes(seed), seed.getFileName());
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void it_holds_for_the_beginning_of_each_example_and_for_each_with_a_byte_changed(Target target) throws Exception {
        Random random = new Random(14);
        for (Path seed : seeds(target)) {
            byte[] data = Files.readAllBytes(seed);
            for (int length = 0; length < Math.min(data.length, MAX_PREFIXES); length++) {
                take(target, Arrays.copyOf(data, length), seed.getFileName() + " up to " + length);
            }
            for (int i = 0; i < CHANGES && data.length > 0; i++) {
                byte[] changed = data.clone();
                int at = random.nextInt(data.length);
                changed[at] = (byte) random.nextInt(256);
                take(target, changed, seed.getFileName() + " with byte " + at + " as " + changed[at]);
            }
        }
    }

    private static void take(Target target, byte[] data, Object name) {
        try {
            target.input.take(data);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw new AssertionError(target + ", " + name + ": " + e, e);
        }
    }

    static List<Path> seeds(Target target) throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve(target.folder()))) {
            return files.sorted().toList();
        }
    }
}
