package dev.cardea.it;

import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A folder in which {@code mvn} finds the modules of this build without their installation. Its local repository links
 * to the machine's, except for {@code dev/cardea}.
 */
final class MavenProject {
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** As the build that runs this test is. */
    private static final boolean OFFLINE = "offline=true".equals(System.getProperty("cardea.maven"));

    private MavenProject() {}

    /** Requires Maven, the jar of a module, and offline also what the project's build takes from the local repository. */
    static void require(String module, String... artifacts) {
        Require.program("mvn");
        Require.part("the jar of " + module + " (mvn package)", () -> hasJar(ROOT.resolve(module)));
        for (var artifact : artifacts) {
            Require.part(
                    artifact + " in the local repository",
                    () -> !OFFLINE || Files.exists(machine().resolve(artifact)));
        }
    }

    private static boolean hasJar(Path module) throws IOException {
        if (!Files.isDirectory(module.resolve("target"))) return false;
        try (var files = Files.list(module.resolve("target"))) {
            return files.anyMatch(file -> file.toString().endsWith(".jar"));
        }
    }

    static void prepare(Path project) throws IOException {
        var repository = Files.createDirectories(project.resolve(".mvn/repository"));
        link(machine(), repository, "dev");
        link(machine().resolve("dev"), Files.createDirectories(repository.resolve("dev")), "cardea");
        for (var module : modules()) install(module, repository.resolve("dev/cardea"));
        var settings = "-B -ntp " + (OFFLINE ? "-o " : "") + "-Dmaven.repo.local=" + repository;
        Files.writeString(project.resolve(".mvn/maven.config"), settings.replace(" ", "\n"));
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

    /** As {@code mvn install} would. */
    private static void install(Path module, Path group) throws IOException {
        var pom = module.resolve("pom.xml");
        var artifact = first(ARTIFACT, PARENT.matcher(Files.readString(pom)).replaceFirst(""));
        var version = first(VERSION, Files.readString(pom));
        var name = artifact + "-" + version;
        var folder = Files.createDirectories(group.resolve(artifact).resolve(version));
        Files.copy(pom, folder.resolve(name + ".pom"));
        var jar = module.resolve("target").resolve(name + ".jar");
        if (Files.exists(jar)) Files.copy(jar, folder.resolve(name + ".jar"));
    }

    private static List<Path> modules() throws IOException {
        try (var near = Files.find(ROOT, 2, (file, is) -> Files.exists(file.resolve("pom.xml")))) {
            return near.toList();
        }
    }

    /** The first group of the first find. */
    static String first(Pattern pattern, CharSequence text) {
        var found = pattern.matcher(text);
        if (!found.find()) throw new AssertionError("no " + pattern);
        return found.group(1);
    }
}
