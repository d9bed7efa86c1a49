package dev.cardea.distribution;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.cardea.testing.Require;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The server's bill of materials, each component with its jar. */
final class BillOfMaterials {
    static final Path SERVER = Path.of("..").toAbsolutePath().normalize();
    private static final Path FILE = SERVER.resolve("target/cardea-server-cyclonedx.json");

    private BillOfMaterials() {}

    /**
     * @param licenses the names or SPDX identifiers that its POM gives
     * @param address of its project; empty if the POM gives none
     */
    record Component(String group, String name, String version, List<String> licenses, String address, Path jar) {
        boolean isThirdParty() {
            return !group.equals("dev.cardea");
        }

        @Override
        public String toString() {
            return group + ":" + name + ":" + version;
        }
    }

    /** All components of the server, in the order of their names; each jar is found by its hash on the class path. */
    static List<Component> components() throws IOException {
        var jars = classPathByHash();
        List<Component> found = new ArrayList<>();
        for (var each : objects(parsed().get("components"))) {
            var hash = objects(each.get("hashes")).stream()
                    .filter(one -> "SHA-256".equals(one.get("alg")))
                    .map(one -> String.valueOf(one.get("content")))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no SHA-256 of " + each.get("purl")));
            var jar = jars.get(hash);
            if (jar == null) throw new AssertionError("no jar on the class path has the hash of " + each.get("purl"));
            found.add(new Component(
                    String.valueOf(each.get("group")),
                    String.valueOf(each.get("name")),
                    String.valueOf(each.get("version")),
                    licenses(each),
                    address(each),
                    jar));
        }
        found.sort(Comparator.comparing(Component::toString));
        return found;
    }

    /** Requires the file, which Maven makes online only. */
    static void require() {
        Require.part("the bill of materials (mvn package, online)", () -> Files.exists(FILE));
    }

    private static Map<String, Object> parsed() throws IOException {
        require();
        try {
            return JSONObjectUtils.parse(Files.readString(FILE));
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> licenses(Map<String, Object> component) {
        List<String> names = new ArrayList<>();
        for (var each : objects(component.getOrDefault("licenses", List.of()))) {
            if (each.get("license") instanceof Map<?, ?> license)
                names.add(String.valueOf(license.get("id") == null ? license.get("name") : license.get("id")));
            else names.add(String.valueOf(each.get("expression")));
        }
        return names;
    }

    private static String address(Map<String, Object> component) {
        return objects(component.getOrDefault("externalReferences", List.of())).stream()
                .filter(each -> List.of("vcs", "website").contains(String.valueOf(each.get("type"))))
                .map(each -> String.valueOf(each.get("url")))
                .filter(url -> url.startsWith("http"))
                .findFirst()
                .orElse("");
    }

    private static Map<String, Path> classPathByHash() throws IOException {
        Map<String, Path> found = new LinkedHashMap<>();
        for (var each : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList()) {
            found.put(sha256(Files.readAllBytes(each)), each);
        }
        return found;
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }
}
