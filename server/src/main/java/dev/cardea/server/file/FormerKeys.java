package dev.cardea.server.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Puts the present names of keys in place of former ones, before a file is read. */
final class FormerKeys {
    private static final List<Key> OF_PROVIDERS =
            Keys.KINDS.values().stream().flatMap(List::stream).toList();

    private final Findings findings;
    private final List<Former> found = new ArrayList<>();

    /**
     * A former name in the file.
     *
     * @param path of the group around it
     * @param node the name as the file has it
     * @param present the name that replaces it
     */
    record Former(String path, ScalarNode node, String present) {
        /** What to say about it. */
        String advice() {
            return "key \"" + full(path, node.getValue()) + "\" is the old name of \"" + full(path, present) + "\"";
        }
    }

    private FormerKeys(Findings findings) {
        this.findings = findings;
    }

    /** Replaces all former names below a node, and returns them. A key under both of its names is an error of the file. */
    static List<Former> replace(Node root, List<Key> keys, Findings findings) {
        var former = new FormerKeys(findings);
        former.group("", root, keys);
        return List.copyOf(former.found);
    }

    private void group(String path, Node node, List<Key> keys) {
        if (!(node instanceof MappingNode mapping)) return;
        var lines = lines(mapping);
        var tuples = new ArrayList<NodeTuple>();
        for (var tuple : mapping.getValue()) {
            var key = tuple.getKeyNode() instanceof ScalarNode name ? formerly(name, keys) : Optional.<Key>empty();
            if (key.isEmpty()) tuples.add(tuple);
            else
                replaced(path, (ScalarNode) tuple.getKeyNode(), key.get(), lines)
                        .ifPresent(name -> tuples.add(new NodeTuple(name, tuple.getValueNode())));
        }
        mapping.setValue(tuples);
        for (var tuple : tuples) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)) continue;
            for (var key : keys) {
                if (key.name().equals(name.getValue())) below(full(path, key.name()), tuple.getValueNode(), key);
            }
        }
    }

    private void below(String path, Node value, Key key) {
        var group = key.shape(Shape.Group.class);
        if (group.isPresent()) group(path, value, group.get().keys());
        if (!(value instanceof SequenceNode list)) return;
        var items = key.shape(Shape.ListOf.class).map(Shape.ListOf::item);
        for (var item : list.getValue()) {
            if (items.filter(Shape.Provider.class::isInstance).isPresent()) group(path, item, OF_PROVIDERS);
            key.items().ifPresent(it -> group(path, item, it.keys()));
        }
    }

    private static Optional<Key> formerly(ScalarNode name, List<Key> keys) {
        return keys.stream()
                .filter(key -> key.formerNames().contains(name.getValue()))
                .findFirst();
    }

    /** Returns the present name; empty if the group has that key, too, which is an error of the file. */
    private Optional<ScalarNode> replaced(String path, ScalarNode name, Key key, Map<String, Integer> lines) {
        var former = new Former(path, name, key.name());
        var line = lines.get(key.name());
        if (line != null) {
            var message = former.advice() + ", which is on line " + line + "; remove one of them";
            findings.add(YamlNodes.lineOf(name), full(path, name.getValue()), message);
            return Optional.empty();
        }
        found.add(former);
        return Optional.of(new ScalarNode(
                name.getTag(), true, key.name(), name.getScalarStyle(), name.getStartMark(), name.getEndMark()));
    }

    private static Map<String, Integer> lines(MappingNode mapping) {
        var lines = new HashMap<String, Integer>();
        for (var tuple : mapping.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode name) lines.put(name.getValue(), YamlNodes.lineOf(name));
        }
        return lines;
    }

    private static String full(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
