package dev.cardea.release;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Checks a folder with the layout of a Maven repository against what Maven Central requires of an upload. Cardea requires
 * more: the BOM lists what is published, nothing else is published, and the BOM has no parent. One method per rule.
 */
final class RepositoryCheck {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\.example(/|\\b)");
    private static final Pattern RANGE = Pattern.compile("[\\[(,)\\]]");
    private static final Set<String> NOT_CONTENT = Set.of(".asc", ".md5", ".sha1", ".sha256", ".sha512");

    private final Path repository;
    private final Signatures keys;
    private final boolean allowsPlaceholders;
    private final List<String> findings = new ArrayList<>();
    private final Map<Coordinates, Pom> poms = new LinkedHashMap<>();

    private RepositoryCheck(Path repository, Signatures keys, boolean allowsPlaceholders) {
        this.repository = repository;
        this.keys = keys;
        this.allowsPlaceholders = allowsPlaceholders;
    }

    /**
     * Prints the findings, one a line. Exits with 0 if there are none, 1 if there are, 2 if the arguments are invalid.
     *
     * @param arguments {@code [--placeholders] [--key FILE] FOLDER}; without {@code --key} the key is that of
     *     {@code MAVEN_GPG_KEY}
     */
    public static void main(String[] arguments) throws IOException {
        var rest = new ArrayList<>(List.of(arguments));
        var placeholders = rest.remove("--placeholders");
        var key = key(rest);
        if (rest.size() != 1 || key.isEmpty() || !Files.isDirectory(Path.of(rest.get(0)))) {
            System.err.println("usage: release/check-repository [--placeholders] [--key FILE] FOLDER\n"
                    + "FOLDER is a Maven repository; without --key, MAVEN_GPG_KEY holds the key.");
            System.exit(2);
        }
        var keys = Signatures.by(new ByteArrayInputStream(key.getBytes(StandardCharsets.UTF_8)));
        var check = new RepositoryCheck(Path.of(rest.get(0)), keys, placeholders);
        var findings = check.run();
        findings.forEach(System.out::println);
        System.out.println(check.poms.size() + " artifacts, " + findings.size() + " findings");
        System.exit(findings.isEmpty() ? 0 : 1);
    }

    /** The armored key that the arguments or the environment name, taken out of the arguments; empty without one. */
    private static String key(List<String> arguments) throws IOException {
        var at = arguments.indexOf("--key");
        if (at < 0 || at + 1 == arguments.size()) return Objects.requireNonNullElse(System.getenv("MAVEN_GPG_KEY"), "");
        var file = Path.of(arguments.remove(at + 1));
        arguments.remove(at);
        return Files.readString(file);
    }

    /**
     * Returns what a release must not have, each with its artifact; empty if it can be published.
     *
     * @param keys verify the signatures
     * @param allowsPlaceholders whether addresses of {@code .example} are accepted, as in a trial
     */
    static List<String> check(Path repository, Signatures keys, boolean allowsPlaceholders) throws IOException {
        return new RepositoryCheck(repository, keys, allowsPlaceholders).run();
    }

    private List<String> run() throws IOException {
        try (var files = Files.walk(repository)) {
            for (var file : files.filter(each -> each.toString().endsWith(".pom"))
                    .sorted()
                    .toList()) read(file);
        }
        if (poms.isEmpty()) findings.add(repository + ": no POM found");
        for (var each : new TreeMap<>(byName()).values()) {
            description(each);
            versions(each);
            addresses(each);
            files(each);
        }
        bom();
        return findings;
    }

    private Map<String, Pom> byName() {
        Map<String, Pom> named = new LinkedHashMap<>();
        poms.forEach((coordinates, pom) -> named.put(coordinates.toString(), pom));
        return named;
    }

    private void read(Path file) {
        try {
            var pom = Pom.read(file, repository);
            poms.put(pom.coordinates(), pom);
            if (!pom.coordinates().file(repository, ".pom").equals(file))
                findings.add(repository.relativize(file) + ": its coordinates are " + pom.coordinates());
        } catch (IOException e) {
            findings.add(repository.relativize(file) + ": not readable, or its parent is not in the repository: "
                    + e.getMessage());
        }
    }

    // --- what a POM says -------------------------------------------------------------------------------------------

    private void description(Pom pom) {
        present(pom, "name", pom.value("name"));
        present(pom, "description", pom.value("description"));
        for (var path : List.of(
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "developers/developer/email",
                "scm/connection",
                "scm/developerConnection",
                "scm/url")) {
            present(pom, path, pom.inherited(path.split("/")));
        }
        for (var banned : List.of("repositories", "pluginRepositories", "distributionManagement")) {
            if (pom.has(banned)) add(pom, "must not have <" + banned + ">");
        }
    }

    private void present(Pom pom, String path, String value) {
        if (value.isEmpty()) add(pom, "has no <" + path + ">");
        else if (value.contains("${")) add(pom, "<" + path + "> names a property that no POM sets: " + value);
    }

    private void versions(Pom pom) {
        if (pom.coordinates().version().endsWith("-SNAPSHOT")) add(pom, "is a SNAPSHOT");
        if (pom.parent() != null && pom.parent().coordinates().version().endsWith("-SNAPSHOT"))
            add(pom, "has a SNAPSHOT as parent");
        List<Pom.Dependency> all = new ArrayList<>(pom.dependencies());
        all.addAll(pom.managedDependencies());
        for (var each : all) {
            var version = each.coordinates().version();
            if (version.endsWith("-SNAPSHOT")) add(pom, "depends on the SNAPSHOT " + each.coordinates());
            if (RANGE.matcher(version).find() || Set.of("LATEST", "RELEASE").contains(version))
                add(pom, "depends on a range of versions, " + each.coordinates());
            if (version.contains("${")) add(pom, "depends on a version that no POM sets, " + each.coordinates());
        }
        for (var each : pom.dependencies()) {
            var wanted = managed(pom, each.coordinates());
            if (wanted.group().equals(pom.coordinates().group())
                    && !each.scope().equals("test")
                    && !poms.containsKey(wanted)) add(pom, "depends on " + wanted + ", which is not in the repository");
        }
    }

    /** With the version that a parent manages, where the dependency names none. */
    private static Coordinates managed(Pom from, Coordinates wanted) {
        if (!wanted.version().isEmpty()) return wanted;
        for (var pom = from; pom != null; pom = pom.parent()) {
            for (var each : pom.managedDependencies()) {
                if (each.coordinates().group().equals(wanted.group())
                        && each.coordinates().artifact().equals(wanted.artifact())) return each.coordinates();
            }
        }
        return wanted;
    }

    private void addresses(Pom pom) {
        if (allowsPlaceholders || pom.parent() != null) return;
        for (var path : List.of("url", "scm/connection", "scm/url", "developers/developer/email")) {
            if (PLACEHOLDER.matcher(pom.inherited(path.split("/"))).find())
                add(pom, "<" + path + "> is a placeholder: " + pom.inherited(path.split("/")));
        }
    }

    // --- the files ---------------------------------------------------------------------------------------------------

    private void files(Pom pom) throws IOException {
        if (pom.packaging().equals("jar")) {
            holds(pom, ".jar", name -> name.endsWith(".class"));
            holds(pom, ".jar", "META-INF/LICENSE"::equals);
            holds(pom, "-sources.jar", name -> name.endsWith(".java"));
            holds(pom, "-javadoc.jar", "index.html"::equals);
            billOfMaterials(pom);
        }
        try (var files = Files.list(pom.coordinates().folder(repository))) {
            for (var file : files.sorted().toList()) {
                if (NOT_CONTENT.stream().anyMatch(file.toString()::endsWith)) continue;
                if (file.getFileName().toString().startsWith("maven-metadata")) continue;
                signed(pom, file);
                checksum(pom, file, ".md5", "MD5");
                checksum(pom, file, ".sha1", "SHA-1");
            }
        }
    }

    private void holds(Pom pom, String ending, Predicate<String> wanted) throws IOException {
        var file = pom.coordinates().file(repository, ending);
        if (!Files.exists(file)) {
            add(pom, "has no " + file.getFileName());
            return;
        }
        try (var archive = new ZipFile(file.toFile())) {
            if (archive.stream().noneMatch(each -> wanted.test(each.getName())))
                add(pom, file.getFileName() + " lacks what it is for");
        }
    }

    private void billOfMaterials(Pom pom) throws IOException {
        var file = pom.coordinates().file(repository, "-cyclonedx.json");
        if (!Files.exists(file)) add(pom, "has no " + file.getFileName());
        else if (!Files.readString(file).contains("\"CycloneDX\"")) add(pom, file.getFileName() + " is not CycloneDX");
    }

    private void signed(Pom pom, Path file) throws IOException {
        var signature = file.resolveSibling(file.getFileName() + ".asc");
        if (!Files.exists(signature)) add(pom, file.getFileName() + " has no signature");
        else if (!keys.verify(file, signature)) add(pom, "the signature of " + file.getFileName() + " does not verify");
    }

    private void checksum(Pom pom, Path file, String ending, String algorithm) throws IOException {
        var sum = file.resolveSibling(file.getFileName() + ending);
        if (!Files.exists(sum)) {
            add(pom, file.getFileName() + " has no " + ending);
            return;
        }
        if (!Files.readString(sum).strip().equals(digest(file, algorithm)))
            add(pom, ending + " of " + file.getFileName() + " differs");
    }

    static String digest(Path file, String algorithm) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // --- the whole ---------------------------------------------------------------------------------------------------

    /** The BOM lists all jars of the repository and nothing else, and brings nothing but versions. */
    private void bom() {
        var boms = poms.values().stream()
                .filter(pom -> pom.coordinates().artifact().endsWith("-bom"))
                .toList();
        if (boms.size() != 1) {
            findings.add(repository + ": has " + boms.size() + " BOMs instead of one");
            return;
        }
        var bom = boms.get(0);
        if (bom.parent() != null) add(bom, "has a parent");
        Set<String> listed = new TreeSet<>();
        bom.managedDependencies().forEach(each -> listed.add(each.coordinates().toString()));
        Set<String> jars = new TreeSet<>();
        for (var pom : poms.values()) {
            if (!pom.packaging().equals("pom")) jars.add(pom.coordinates().toString());
            else if (pom != bom && !isParent(pom)) add(pom, "is neither a jar, nor the BOM, nor a parent");
        }
        for (var each : jars) if (!listed.contains(each)) findings.add(each + ": is not in the BOM");
        for (var each : listed)
            if (!jars.contains(each)) add(bom, "lists " + each + ", which is not in the repository");
    }

    private boolean isParent(Pom pom) {
        return poms.values().stream()
                .anyMatch(each ->
                        each.parent() != null && each.parent().coordinates().equals(pom.coordinates()));
    }

    private void add(Pom pom, String finding) {
        findings.add(pom.coordinates() + ": " + finding);
    }
}
