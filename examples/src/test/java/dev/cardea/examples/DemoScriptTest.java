package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the demo, in a separate folder. Its Maven writes down that it was called. */
@Tag("process")
class DemoScriptTest {
    private static final Instant AN_HOUR_AGO = Instant.now().minusSeconds(3600);
    private static final String MAVEN_CALLED = "Maven was called";

    @TempDir
    Path folder;

    private int minutes;

    @BeforeEach
    void write() throws Exception {
        Files.copy(Path.of("..", "demo"), folder.resolve("demo"));
        program("java", "echo served \"${@: -1}\"");
        maven("exit 0");
        source("pom.xml");
        source("libraries/core/src/main/java/Auth.java");
        source("libraries/core/src/test/java/AuthTest.java");
    }

    @Test
    void the_first_start_builds_and_the_second_starts_at_once() throws Exception {
        assertThat(demo("4000")).contains("only the first time", "served 4000");
        assertThat(callsOfMaven()).isEqualTo(1);
        assertThat(demo("4000")).isEqualTo("served 4000\n");
        assertThat(callsOfMaven()).isEqualTo(1);
    }

    @Test
    void a_source_or_a_pom_that_changed_is_built() throws Exception {
        demo("4000");
        change("libraries/core/src/main/java/Auth.java");
        assertThat(demo("4000")).contains("because sources have changed", "served 4000");
        change("libraries/core/src/test/java/AuthTest.java");
        assertThat(demo("4000")).isEqualTo("served 4000\n");
        change("pom.xml");
        assertThat(demo("4000")).contains("because sources have changed");
        assertThat(callsOfMaven()).isEqualTo(3);
    }

    @Test
    void a_build_that_fails_is_shown_and_tried_again_at_the_next_start() throws Exception {
        maven("echo '[ERROR] no network'; exit 1");
        assertThat(demo("4000"))
                .contains("[ERROR] no network", "examples/target/demo-build.log")
                .doesNotContain("served");
        maven("exit 0");
        assertThat(demo("4000")).contains("served 4000");
    }

    private String demo(String port) throws Exception {
        var builder = new ProcessBuilder("bash", folder.resolve("demo").toString(), port).redirectErrorStream(true);
        builder.environment().merge("PATH", folder + ":", (path, own) -> own + path);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private void maven(String ending) throws IOException {
        program("mvn", "echo '" + MAVEN_CALLED + "' >>'" + folder.resolve("calls") + "'\n" + ending);
    }

    private long callsOfMaven() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).stream()
                .filter(MAVEN_CALLED::equals)
                .count();
    }

    private void program(String name, String text) throws IOException {
        var file = Files.writeString(folder.resolve(name), "#!/usr/bin/env bash\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void source(String name) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.setLastModifiedTime(Files.writeString(file, "x"), FileTime.from(AN_HOUR_AGO));
        for (var parent = file.getParent(); !parent.equals(folder); parent = parent.getParent()) {
            Files.setLastModifiedTime(parent, FileTime.from(AN_HOUR_AGO));
        }
    }

    /** Changes a file after the last build and after every other change, but before now. */
    private void change(String name) throws IOException {
        minutes += 2;
        var built = AN_HOUR_AGO.plusSeconds(60L * minutes);
        Files.setLastModifiedTime(folder.resolve("examples/target/demo.built"), FileTime.from(built));
        Files.setLastModifiedTime(folder.resolve(name), FileTime.from(built.plusSeconds(60)));
    }
}
