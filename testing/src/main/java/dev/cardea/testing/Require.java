package dev.cardea.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Parts of the machine that a test cannot do without: a browser, Node, a database. Where one is missing, the test is
 * skipped by the part's name; with {@code -Dcardea.require=all} it fails instead, so that a green build of that kind
 * has run everything. The property may also name parts: {@code -Dcardea.require=node,browser}.
 *
 * <pre>{@code
 * class BrowserTest {
 *     @BeforeAll
 *     static void parts() {
 *         Require.program("chromium");
 *         Require.part("node", () -> Files.isDirectory(Path.of("node_modules")));
 *     }
 * }
 * }</pre>
 *
 * <p>Modules that stand above this one take it in test scope. The tests of {@code cardea-core} and what lies below it
 * cannot, as this module is built on them; they need no such part, and a test of theirs that does belongs into
 * {@code it}. Whoever uses this class has {@code opentest4j} on the class path, which JUnit brings.
 */
public final class Require {
    /** The system property: {@code all}, or names of parts with commas between them. */
    public static final String PROPERTY = "cardea.require";

    private Require() {}

    /** Goes on if the part is there. A check that throws says that it is not, and why. */
    public static void part(String name, Callable<Boolean> available) {
        part(name, available, System.getProperty(PROPERTY, ""));
    }

    /** The first program of that name on the {@code PATH}. */
    public static Path program(String name) {
        Optional<Path> found = onPath(name);
        part(name, found::isPresent);
        return found.orElseThrow();
    }

    static void part(String name, Callable<Boolean> available, String required) {
        Exception cause = null;
        try {
            if (available.call()) return;
        } catch (Exception e) {
            cause = e;
        }
        String missing = missing(name, cause);
        if (isRequired(name, required)) {
            throw new AssertionFailedError(missing + ", and " + PROPERTY + "=" + required + " asks for it", cause);
        }
        throw new TestAbortedException(missing, cause);
    }

    private static String missing(String name, @Nullable Exception cause) {
        return name + " is missing" + (cause == null ? "" : ": " + cause);
    }

    private static boolean isRequired(String name, String required) {
        return Stream.of(required.split(",")).map(String::strip).anyMatch(it -> it.equals("all") || it.equals(name));
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
