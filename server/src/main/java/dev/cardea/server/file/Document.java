package dev.cardea.server.file;

import dev.cardea.config.Env;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML 1.2 (core schema) into {@link Item}s that know their lines. */
final class Document {
    private static final int DEPTH = 32;

    private final Findings findings;
    private final Variables variables;

    private Document(Findings findings, Variables variables) {
        this.findings = findings;
        this.variables = variables;
    }

    /** The table that the text holds; empty where it holds none, with the reason among the findings. */
    static Optional<Item.Table> read(String text, String name, Env env, Findings findings) {
        return read(text, name, env, findings, true);
    }

    /**
     * The table that the text holds; empty where it holds none, with the reason among the findings.
     *
     * @param requireVariables whether a variable that is not set is an error; otherwise its value is absent
     */
    static Optional<Item.Table> read(String text, String name, Env env, Findings findings, boolean requireVariables) {
        int before = findings.count();
        var root = YamlNodes.read(text, name, findings);
        if (findings.count() > before) return Optional.empty();
        var document = new Document(findings, new Variables(env, findings, requireVariables));
        return root.isEmpty() ? Optional.of(new Item.Table(1, Map.of())) : document.table(document.item(root.get(), 0));
    }

    private Optional<Item.Table> table(Item item) {
        if (item instanceof Item.Table table) return Optional.of(table);
        findings.add(item.line(), "the file must contain keys with values, not " + item.kind());
        return Optional.empty();
    }

    private Item item(Node node, int depth) {
        if (depth > DEPTH) {
            findings.add(YamlNodes.lineOf(node), "this nests deeper than " + DEPTH);
            return broken(YamlNodes.lineOf(node));
        }
        if (node instanceof MappingNode mapping) return mapping(mapping, depth);
        if (node instanceof SequenceNode sequence) {
            List<Item> items = new ArrayList<>();
            for (var value : sequence.getValue()) items.add(item(value, depth + 1));
            return new Item.Listing(YamlNodes.lineOf(node), items);
        }
        return scalar((ScalarNode) node);
    }

    private Item mapping(MappingNode mapping, int depth) {
        Map<String, Item.Entry> entries = new LinkedHashMap<>();
        for (var tuple : mapping.getValue()) {
            int line = YamlNodes.lineOf(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                findings.add(line, "a key must be a text");
                continue;
            }
            var entry = new Item.Entry(line, item(tuple.getValueNode(), depth + 1));
            var earlier = entries.putIfAbsent(key.getValue(), entry);
            if (earlier == null) continue;
            findings.add(line, "key \"" + key.getValue() + "\" is given twice, first on line " + earlier.line());
        }
        return new Item.Table(YamlNodes.lineOf(mapping), entries);
    }

    private Item scalar(ScalarNode node) {
        int line = YamlNodes.lineOf(node);
        var text = node.getValue();
        if (Variables.holds(text)) {
            if (variables.isLeftOut(text)) return new Item.Scalar(line, "", Item.Kind.NOTHING);
            var filled = variables.fill(line, text);
            return filled == null ? broken(line) : new Item.Scalar(line, filled, Item.Kind.FREE);
        }
        return new Item.Scalar(line, text, kind(node.getTag()));
    }

    private static Item broken(int line) {
        return new Item.Scalar(line, "", Item.Kind.BROKEN);
    }

    private static Item.Kind kind(Tag tag) {
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) return Item.Kind.NUMBER;
        if (tag.equals(Tag.BOOL)) return Item.Kind.FLAG;
        return tag.equals(Tag.NULL) ? Item.Kind.NOTHING : Item.Kind.TEXT;
    }
}
