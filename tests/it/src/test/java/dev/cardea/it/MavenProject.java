package dev.cardea.it;

import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which {@code mvn} finds what the command of a page installs from a clone. Its local repository links to the
 * machine's, except for {@code dev/cardea}.
 */
final class MavenProject {
    private static final Pattern INSTALLATION = Pattern.compile("`(mvn install -Dfor=[\\w-]+)`");
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** The copy of the sources in which the commands of all pages run: other tests use the classes of this build. */
    private static @Nullable Path clone;

    /** As the build that runs this test is. */
    private static final boolean OFFLINE = "offline=true".equals(System.getProperty("cardea.maven"));

    /** What is built, what is installed by npm, and what no module is built from. */
    private static final Set<String> LEFT_OUT = Set.of(".git", "target", "node_modules", "js", "docs", "test");

    private MavenProject() {}

    /** Requires Maven, and offline also what the project's build takes from the local repository. */
    static void require(String... artifacts) {
        Require.program("mvn");
        for (var artifact : artifacts) {
            Require.part(
                    artifact + " in the local repository",
                    () -> !OFFLINE || Files.exists(machine().resolve(artifact)));
        }
    }

    /** Runs the command of the page in a clone, and returns that clone. */
    static Path prepare(Tutorial tutorial) throws IOException, InterruptedException {
        var repository = Files.createDirectories(tutorial.folder().resolve(".mvn/repository"));
        link(machine(), repository, "dev");
        link(machine().resolve("dev"), Files.createDirectories(repository.resolve("dev")), "cardea");
        var settings = "-B -ntp " + (OFFLINE ? "-o " : "") + "-Dmaven.repo.local=" + repository;
        Files.writeString(tutorial.folder().resolve(".mvn/maven.config"), settings.replace(" ", "\n"));
        synchronized (MavenProject.class) {
            if (clone == null) clone = copyOfSources();
            tutorial.run(first(INSTALLATION, tutorial.text()) + " " + settings, clone);
            return clone;
        }
    }

    /** The machine's local repository, as Surefire tells it. */
    static Path machine() {
        return Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
    }

    private static void link(Path from, Path to, String except) throws IOException {
        if (!Files.isDirectory(from)) return;
        try (var all = Files.list(from)) {
            for (var each : all.toList()) {
                var name = each.getFileName().toString();
                if (!name.equals(except)) Files.createSymbolicLink(to.resolve(name), each);
            }
        }
    }

    private static Path copyOfSources() throws IOException {
        var copy = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "clone-");
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (LEFT_OUT.contains(folder.getFileName().toString())) return FileVisitResult.SKIP_SUBTREE;
                Files.createDirectories(copy.resolve(ROOT.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, copy.resolve(ROOT.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
        return copy;
    }

    /** The first group of the first find. */
    static String first(Pattern pattern, CharSequence text) {
        var found = pattern.matcher(text);
        if (!found.find()) throw new AssertionError("no " + pattern);
        return found.group(1);
    }
}
