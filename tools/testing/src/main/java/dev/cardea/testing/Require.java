package dev.cardea.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Requires parts of the machine for a test: a browser, Node, a database. If one is missing, the test is skipped and
 * says which part; with {@code -Dcardea.require=all} it fails instead, so that a green build has run everything. The
 * property can also list parts: {@code -Dcardea.require=node,browser}.
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
 * <p>Modules that depend on this one use it in test scope. {@code cardea-core} and the modules below it cannot, because
 * this module depends on them; a test of theirs that needs such a part belongs in {@code it}. Users of this class need
 * {@code opentest4j} on the class path, which JUnit brings.
 */
public final class Require {
    /** The system property: {@code all}, or names of parts separated by commas. */
    public static final String PROPERTY = "cardea.require";

    private Require() {}

    /** Continues if the part is present. A check that throws means that it is missing, and why. */
    public static void part(String name, Callable<Boolean> available) {
        part(name, available, System.getProperty(PROPERTY, ""));
    }

    /**
     * Returns the first program of that name on the {@code PATH}. A {@code PATH} with {@code /usr/bin} also stands for the
     * folder that Debian has for servers.
     */
    public static Path program(String name) {
        Optional<Path> found = program(name, System.getenv("PATH"));
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

    /** @param path {@code null} where it is not set */
    static Optional<Path> program(String name, @Nullable String path) {
        var folders = path == null ? List.<String>of() : List.of(path.split(File.pathSeparator));
        // The PATH of a user who is not the administrator lacks it.
        var servers = path == null || folders.contains("/usr/bin") ? Stream.of("/usr/sbin") : Stream.<String>empty();
        return Stream.concat(folders.stream(), servers)
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
