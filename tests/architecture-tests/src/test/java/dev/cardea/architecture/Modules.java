package dev.cardea.architecture;

import static java.util.stream.Collectors.toMap;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The published modules: their folders, their entries of the class path, and their classes. */
final class Modules {
    /** Packages that their module doesn't export: their public types are for its other packages. */
    static final Set<String> HIDDEN = Set.of("dev.cardea.accounts.factor");

    /** The top of the source tree. Maven runs tests in the folder of their module. */
    static final Path TOP = Path.of("..", "..").toAbsolutePath().normalize();

    /** What Cardea's code generators write: templates of JTE, definitions of Micronaut. */
    private static final String TEMPLATES = "dev.cardea.internal.page.templates";

    /** Folders without modules: what tools write, JavaScript and pages. */
    private static final Set<String> NO_MODULES = Set.of("target", "node_modules", ".git", ".ci", "js", "docs");

    /** Applications that a script builds apart from the modules. */
    private static final List<Path> APPLICATIONS = Stream.of("release/consumer", "tests/benchmarks/peers")
            .map(TOP::resolve)
            .toList();

    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(cardea-[\\w-]+)</artifactId>");

    /** Each published artifact with its folder, as the bill of materials lists them. */
    static final Map<String, Path> PUBLISHED = published();

    /** The artifacts on the class path: all that are published, on JDK 17 without Helidon's. */
    static final Map<String, Path> ENTRIES = entries();

    static final JavaClasses CLASSES =
            new ClassFileImporter().importPackages("dev.cardea").that(isPublished());

    private Modules() {}

    /** The artifact that holds a class. */
    static String artifactOf(JavaClass type) {
        return artifact(type).orElseThrow(() -> new IllegalStateException(type.getName()));
    }

    /**
     * The package of a class. Generated templates count with the pages that call them, and those in a folder with the
     * package of that name.
     */
    static String packageOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        if (name.startsWith(TEMPLATES + ".")) return "dev.cardea" + name.substring(TEMPLATES.length());
        return name.startsWith(TEMPLATES) ? "dev.cardea.internal.page" : name;
    }

    /** Whether code of other packages can name the class. */
    static boolean isAccessible(JavaClass type) {
        boolean open = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        return open && type.getEnclosingClass().map(Modules::isAccessible).orElse(true);
    }

    static boolean isCardea(JavaClass type) {
        return type.getBaseComponentType().getPackageName().startsWith("dev.cardea");
    }

    static boolean isInternal(JavaClass type) {
        return type.getPackageName().matches("dev\\.cardea\\.internal(\\..*)?");
    }

    static boolean isGenerated(JavaClass type) {
        return type.getSimpleName().startsWith("$") || type.getPackageName().startsWith(TEMPLATES);
    }

    private static DescribedPredicate<JavaClass> isPublished() {
        return DescribedPredicate.describe(
                "of a published artifact", type -> artifact(type).isPresent());
    }

    private static Optional<String> artifact(JavaClass type) {
        String source = type.getSource().orElseThrow().getUri().toString();
        return ENTRIES.entrySet().stream()
                .filter(entry -> source.contains(entry.getValue() + "/") || source.contains(entry.getValue() + "!/"))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Map<String, Path> entries() {
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        Map<String, Path> found = new LinkedHashMap<>();
        PUBLISHED.forEach((artifact, folder) -> classPath.stream()
                .filter(entry -> entry.equals(folder.resolve("target/classes"))
                        || entry.getFileName().toString().matches(artifact + "-[0-9][^/]*\\.jar"))
                .findFirst()
                .ifPresent(entry -> found.put(artifact, entry)));
        return found;
    }

    private static Map<String, Path> published() {
        Map<String, Path> folders = folders();
        return ARTIFACT.matcher(withoutParent(TOP.resolve("bom/pom.xml")))
                .results()
                .map(match -> match.group(1))
                .filter(artifact -> !artifact.equals("cardea-bom") && !artifact.equals("cardea-parent"))
                .sorted()
                .collect(toMap(artifact -> artifact, folders::get, (a, b) -> a, LinkedHashMap::new));
    }

    /** The folder of each module by its artifact. */
    private static Map<String, Path> folders() {
        return poms().stream()
                .filter(file -> !file.equals(TOP.resolve("pom.xml")))
                .collect(toMap(Modules::ownArtifact, Path::getParent, (a, b) -> a));
    }

    /** The build files of all modules. */
    static List<Path> poms() {
        return tree().stream()
                .filter(folder -> APPLICATIONS.stream().noneMatch(folder::startsWith))
                .map(folder -> folder.resolve("pom.xml"))
                .filter(Files::exists)
                .toList();
    }

    /** The folders of modules and of their sources. */
    static List<Path> tree() {
        List<Path> tree = new ArrayList<>();
        try {
            Files.walkFileTree(TOP, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (NO_MODULES.contains(folder.getFileName().toString())) return FileVisitResult.SKIP_SUBTREE;
                    tree.add(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tree;
    }

    private static String ownArtifact(Path pom) {
        var found = ARTIFACT.matcher(withoutParent(pom));
        return found.find() ? found.group(1) : pom.toString();
    }

    private static String withoutParent(Path pom) {
        return read(pom).replaceFirst("(?s)<parent>.*?</parent>", "");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
