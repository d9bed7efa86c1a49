package dev.cardea.server.file;

import dev.cardea.providers.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Rewrites the spellings of the release before: former names of keys, and profile paths in the former notation. All other
 * text stays as it is, comments included.
 */
public final class FileUpgrade {
    private final Path file;
    private final String text;
    private final List<String> changes = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    /** Sorted by their place, the last one first, so that the places before it stay. */
    private final TreeMap<Integer, Edit> edits = new TreeMap<>((one, other) -> Integer.compare(other, one));

    /** A part of the text, and what replaces it. */
    private record Edit(int end, String replacement) {}

    private FileUpgrade(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * What the command did.
     *
     * @param changes a line for each place that was rewritten
     * @param left a line for each place that must be changed by hand
     */
    public record Result(List<String> changes, List<String> left) {}

    /**
     * Rewrites the file in place, so that its owner and permissions stay. A file that needs no change is not written.
     *
     * @throws ConfigException if it cannot be read as YAML, or a key is given under both of its names
     * @throws IOException if it cannot be written
     */
    public static Result run(Path file) throws ConfigException, IOException {
        return run(file, Keys.FILE);
    }

    static Result run(Path file, List<Key> keys) throws ConfigException, IOException {
        var upgrade = new FileUpgrade(file, ConfigFile.text(file));
        upgrade.collect(keys);
        if (!upgrade.edits.isEmpty()) Files.writeString(file, upgrade.rewritten());
        return new Result(List.copyOf(upgrade.changes), List.copyOf(upgrade.left));
    }

    private void collect(List<Key> keys) throws ConfigException {
        var findings = new Findings(file);
        var root = YamlNodes.read(text, file.toString(), findings);
        var former = root.map(node -> FormerKeys.replace(node, keys, findings)).orElse(List.of());
        if (!findings.isEmpty()) throw new ConfigException(findings.lines(), false);
        for (var each : former) replace(each.node(), each.present());
        root.ifPresent(this::profiles);
    }

    private void profiles(Node root) {
        if (!(value(root, "providers").orElse(null) instanceof SequenceNode providers)) return;
        for (var provider : providers.getValue()) {
            if (value(provider, "profile").orElse(null) instanceof MappingNode profile) paths(profile);
        }
    }

    /** A mapping with one path in the present notation is read by that notation alone. */
    private void paths(MappingNode profile) {
        var paths = new ArrayList<ScalarNode>();
        for (var field : profile.getValue()) {
            var value = field.getValueNode();
            if (value instanceof SequenceNode several) several.getValue().forEach(each -> add(each, paths));
            else add(value, paths);
        }
        if (paths.stream().map(ScalarNode::getValue).anyMatch(FormerPaths::isPresentNotation)) return;
        for (var path : paths) {
            if (path.getValue().indexOf('.') >= 0) path(path);
        }
    }

    private void path(ScalarNode node) {
        var upgraded = FormerPaths.upgraded(node.getValue());
        try {
            Mapping.id(upgraded);
        } catch (IllegalArgumentException e) {
            left.add(place(node) + "\"" + node.getValue() + "\" is the old notation of a path; " + e.getMessage());
            return;
        }
        var quote = upgraded.indexOf('"') < 0 ? "\"" : "'";
        replace(node, quote + upgraded + quote);
    }

    private static void add(Node node, List<ScalarNode> paths) {
        if (node instanceof ScalarNode scalar && !Variables.holds(scalar.getValue())) paths.add(scalar);
    }

    private static Optional<Node> value(Node node, String key) {
        if (!(node instanceof MappingNode mapping)) return Optional.empty();
        return mapping.getValue().stream()
                .filter(it -> it.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key))
                .map(it -> it.getValueNode())
                .findFirst();
    }

    /** Replaces a value or name that stands there as it reads, in quotes or without. Others are left. */
    private void replace(ScalarNode node, String present) {
        var former = node.getValue();
        int start = offset(node.getStartMark());
        int end = offset(node.getEndMark());
        var written = text.substring(start, end);
        if (List.of(former, "'" + former + "'", "\"" + former + "\"").contains(written)) {
            edits.put(start, new Edit(end, present));
            changes.add(place(node) + written + " is now " + present);
        } else {
            left.add(place(node) + "write " + present + " in place of " + written);
        }
    }

    private String place(Node node) {
        return file + ":" + YamlNodes.lineOf(node) + ": ";
    }

    /** Marks count code points. */
    private int offset(Optional<Mark> mark) {
        return text.offsetByCodePoints(0, mark.orElseThrow().getIndex());
    }

    private String rewritten() {
        var rewritten = new StringBuilder(text);
        edits.forEach((start, edit) -> rewritten.replace(start, edit.end, edit.replacement));
        return rewritten.toString();
    }
}
