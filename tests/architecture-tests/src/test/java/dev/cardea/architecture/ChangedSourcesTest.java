package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fast loop compiles without Maven, by {@code .ci/ChangedSources.java}, and what it doesn't. */
class ChangedSourcesTest {
    private static final String GATE =
            "package org.example; class Gate { static final int LIMIT = 3; %s int width(int door) { return %s; } }";
    private static final String USER =
            "package org.example; class User { int limit() { return Gate.LIMIT + new Gate().width(1); } }";

    @TempDir
    private static Path program;

    private static Method update;

    @TempDir
    private Path clone;

    /** Sources of a module and its tests, as they were when Maven built them. */
    private Path gate;

    private Path user;
    private Path state;

    @BeforeAll
    static void program() throws Exception {
        javac(program, "", Modules.TOP.resolve(".ci/ChangedSources.java"));
        var loader = new URLClassLoader(new URL[] {program.toUri().toURL()});
        update = loader.loadClass("ChangedSources").getDeclaredMethod("update", Path.class, String.class, List.class);
        update.setAccessible(true);
    }

    @BeforeEach
    void built() throws Exception {
        gate = write("lib/src/main/java/org/example/Gate.java", GATE.formatted("", "1"));
        user = write("lib/src/main/java/org/example/User.java", USER);
        write("lib/src/main/resources/words.txt", "open");
        write("lib/pom.xml", "<project/>");
        javac(classes(), "", gate, user);
        state = clone.resolve("target/fast/sources");
        assertThat(isCompiled()).isFalse();
        Files.move(state.resolveSibling("sources.next"), state, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(state, FileTime.from(Instant.now()));
    }

    @Test
    void nothing_is_compiled_if_nothing_changed() throws Exception {
        var before = bytes("Gate");
        assertThat(isCompiled()).isTrue();
        assertThat(bytes("Gate")).isEqualTo(before);
    }

    @Test
    void the_inside_of_a_method_is_compiled_alone() throws Exception {
        var before = bytes("Gate");
        var other = bytes("User");
        write("lib/src/main/java/org/example/Gate.java", GATE.formatted("", "door * 20"));
        assertThat(isCompiled()).isTrue();
        assertThat(bytes("Gate")).isNotEqualTo(before);
        assertThat(bytes("User")).isEqualTo(other);
        assertThat(isCompiled()).isTrue();
    }

    @Test
    void what_is_private_is_noticed_by_no_other_class() throws Exception {
        var text = "private int twice(int door) { Runnable none = () -> {}; none.run(); return 2 * door; }";
        write("lib/src/main/java/org/example/Gate.java", GATE.formatted(text, "twice(door)"));
        assertThat(isCompiled()).isTrue();
    }

    /** The other class has the number in it, or the way to call. */
    @ParameterizedTest
    @CsvSource({
        "a constant, LIMIT = 3, LIMIT = 4",
        "a type, int width, long width",
        "a parameter, int door, long door",
        "a modifier, int width, static int width",
        "a method more, int width, int height() { return 2; } int width",
        "a supertype, class Gate, class Gate implements java.io.Serializable",
        "a second class, package org.example;, package org.example; class Second {}",
        "a class in it, int width, enum Kind { OPEN } int width",
        "what does not compile, return 1, return none"
    })
    void what_other_classes_notice_is_left_to_Maven(String what, String before, String after) throws Exception {
        write("lib/src/main/java/org/example/Gate.java", Files.readString(gate).replaceFirst(before, after));
        assertThat(isCompiled()).as(what).isFalse();
        assertThat(classes().resolve("org/example/Gate.class"))
                .as("Maven goes by times, and this text may be old")
                .doesNotExist();
    }

    @Test
    void another_file_is_left_to_Maven() throws Exception {
        write("lib/src/main/resources/words.txt", "closed");
        assertThat(isCompiled()).isFalse();
    }

    @Test
    void a_new_file_is_left_to_Maven() throws Exception {
        write("lib/src/test/java/org/example/GateTest.java", "package org.example; class GateTest {}");
        assertThat(isCompiled()).isFalse();
    }

    @Test
    void a_file_that_is_gone_is_left_to_Maven() throws Exception {
        Files.delete(user);
        assertThat(isCompiled()).isFalse();
    }

    @Test
    void an_older_text_is_compiled_as_well() throws Exception {
        var before = bytes("Gate");
        write("lib/src/main/java/org/example/Gate.java", GATE.formatted("", "door * 20"));
        Files.setLastModifiedTime(gate, FileTime.from(Instant.EPOCH));
        assertThat(isCompiled()).isTrue();
        assertThat(bytes("Gate")).isNotEqualTo(before);
    }

    /** Another build compiles a class with declarations that the state knows nothing of. */
    @Test
    void classes_of_another_build_are_left_to_Maven() throws Exception {
        Files.setLastModifiedTime(
                classes().resolve("org/example/User.class"),
                FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(isCompiled()).isFalse();
    }

    @Test
    void a_class_that_is_gone_is_left_to_Maven() throws Exception {
        Files.delete(classes().resolve("org/example/User.class"));
        assertThat(isCompiled()).isFalse();
    }

    @Test
    void a_jar_that_is_gone_is_left_to_Maven() throws Exception {
        assertThat(isCompiled(classes() + File.pathSeparator + clone.resolve("gone.jar")))
                .isFalse();
    }

    private boolean isCompiled() throws Exception {
        return isCompiled(classes().toString());
    }

    private boolean isCompiled(String classpath) throws Exception {
        var inputs = List.of(clone.resolve("lib/pom.xml"), clone.resolve("lib/src"));
        return (boolean) update.invoke(null, state, classpath, inputs);
    }

    private Path classes() {
        return clone.resolve("lib/target/fast/classes");
    }

    private byte[] bytes(String type) throws IOException {
        return Files.readAllBytes(classes().resolve("org/example/" + type + ".class"));
    }

    private Path write(String name, String text) throws IOException {
        var file = clone.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void javac(Path folder, String classpath, Path... sources) throws IOException {
        Files.createDirectories(folder);
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var options = List.of(
                    "--release", "17", "-proc:none", "-g", "-parameters", "-d", folder.toString(), "-cp", classpath);
            var texts = files.getJavaFileObjects(sources);
            assertThat(compiler.getTask(null, files, null, options, null, texts).call())
                    .isTrue();
        }
    }
}
