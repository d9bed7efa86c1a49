package dev.cardea.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs Jazzer on each target for {@code fuzz.seconds} seconds. What it finds is printed and stays in {@code target/fuzz};
 * copy the input into the corpus with a name that says what it is.
 */
@Tag("fuzz")
@Tag("process")
class FuzzingTest {
    private static final long SECONDS = Long.getLong("cardea.fuzz.seconds", 60);

    @ParameterizedTest
    @EnumSource(Target.class)
    void the_fuzzer_finds_nothing(Target target) throws Exception {
        Path folder =
                Files.createDirectories(Path.of("target/fuzz", target.folder()).toAbsolutePath());
        Path found = Files.createDirectories(folder.resolve("corpus"));
        Path seeds = Path.of("src/test/resources/corpus", target.folder()).toAbsolutePath();
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+EnableDynamicAgentLoading",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target.type.getName(),
                        "--instrumentation_includes=dev.cardea.**",
                        "--reproducer_path=" + folder,
                        "-artifact_prefix=" + folder + "/",
                        "-max_total_time=" + SECONDS,
                        "-max_len=4096",
                        "-timeout=20",
                        found.toString(),
                        seeds.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(SECONDS + 300, TimeUnit.SECONDS)) process.destroyForcibly();
        String output = Files.readString(log);
        assertThat(process.waitFor()).as(output).isZero();
        System.out.println(target + ": " + output.lines().reduce("", (before, line) -> line.isBlank() ? before : line));
    }
}
