package dev.cardea.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * A POM of a repository, with what it inherits from its parent. Only what the checks ask for: properties, elements that
 * describe the project, dependencies.
 *
 * @param parent absent if the POM names none
 */
record Pom(Element project, @Nullable Pom parent) {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    /**
     * Reads a POM.
     *
     * @param repository the repository that holds the parent
     * @throws IOException if the file or its parent is missing, or is not XML
     */
    static Pom read(Path file, Path repository) throws IOException {
        var project = parse(file);
        var parent = child(project, "parent");
        if (parent == null) return new Pom(project, null);
        var coordinates = new Coordinates(
                text(parent, "groupId").strip(),
                text(parent, "artifactId").strip(),
                text(parent, "version").strip());
        return new Pom(project, read(coordinates.file(repository, ".pom"), repository));
    }

    private static Element parse(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(in).getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + " is not XML: " + e.getMessage(), e);
        }
    }

    Coordinates coordinates() {
        return new Coordinates(inherited("groupId"), value("artifactId"), inherited("version"));
    }

    String packaging() {
        var packaging = value("packaging");
        return packaging.isEmpty() ? "jar" : packaging;
    }

    /** The text at that path of elements in this POM alone; empty if it is absent. */
    String value(String... path) {
        return interpolate(rawValue(project, path));
    }

    /** The text at that path here, or else in the nearest parent that has it; empty if none has. */
    String inherited(String... path) {
        for (var pom = this; pom != null; pom = pom.parent) {
            var found = rawValue(pom.project, path);
            if (!found.isEmpty()) return interpolate(found);
        }
        return "";
    }

    /** Whether this POM or a parent has that element. */
    boolean has(String name) {
        return child(project, name) != null || (parent != null && parent.has(name));
    }

    List<Dependency> dependencies() {
        return dependencies(child(project, "dependencies"));
    }

    List<Dependency> managedDependencies() {
        var management = child(project, "dependencyManagement");
        return management == null ? List.of() : dependencies(child(management, "dependencies"));
    }

    private List<Dependency> dependencies(@Nullable Element list) {
        if (list == null) return List.of();
        List<Dependency> found = new ArrayList<>();
        for (var each : children(list)) {
            found.add(new Dependency(
                    new Coordinates(
                            interpolate(text(each, "groupId")),
                            interpolate(text(each, "artifactId")),
                            interpolate(text(each, "version"))),
                    text(each, "scope").strip()));
        }
        return found;
    }

    private String interpolate(String text) {
        var done = text.strip();
        for (int depth = 0; depth < 8 && done.contains("${"); depth++) {
            done = PROPERTY.matcher(done).replaceAll(found -> Matcher.quoteReplacement(property(found.group(1))));
        }
        return done;
    }

    /** The value of a property; the reference itself where no POM sets it. */
    private String property(String name) {
        Map<String, String> own = new HashMap<>();
        for (var pom = this; pom != null; pom = pom.parent) {
            var properties = child(pom.project, "properties");
            if (properties == null) continue;
            for (var each : children(properties)) own.putIfAbsent(each.getTagName(), each.getTextContent());
        }
        return switch (name) {
            case "project.version" -> inheritedRaw("version");
            case "project.groupId" -> inheritedRaw("groupId");
            default -> own.getOrDefault(name, "${" + name + "}");
        };
    }

    private String inheritedRaw(String name) {
        var found = text(project, name);
        return found.isEmpty() && parent != null ? parent.inheritedRaw(name) : found;
    }

    private static String rawValue(Element from, String... path) {
        Element at = from;
        for (var name : path) {
            at = child(at, name);
            if (at == null) return "";
        }
        return at.getTextContent().strip();
    }

    private static String text(Element from, String name) {
        var found = child(from, name);
        return found == null ? "" : found.getTextContent();
    }

    private static @Nullable Element child(Element from, String name) {
        return children(from).stream()
                .filter(each -> each.getTagName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static List<Element> children(Element from) {
        List<Element> found = new ArrayList<>();
        for (var node = from.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) found.add(element);
        }
        return found;
    }

    /** @param scope empty where the POM names none */
    record Dependency(Coordinates coordinates, String scope) {}
}
