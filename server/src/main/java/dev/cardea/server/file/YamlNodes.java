package dev.cardea.server.file;

import java.util.IdentityHashMap;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * YAML 1.2 (core schema) as nodes that know their place in the text. Size and depth are limited before nodes are made,
 * and what aliases repeat counts as often as it is repeated, so a small file cannot take much memory.
 */
final class YamlNodes {
    private static final int MAX_CHARACTERS = 1024 * 1024;
    private static final int MAX_DEPTH = 100;
    private static final int MAX_VALUES = 20_000;

    private YamlNodes() {}

    /** Returns the node that the text holds; empty if it holds none, or if it is not YAML, with the reason among the findings. */
    static Optional<Node> read(String text, String name, Findings findings) {
        if (text.length() > MAX_CHARACTERS) {
            findings.add(1, "the file is longer than " + MAX_CHARACTERS + " characters");
            return Optional.empty();
        }
        var settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .build();
        try {
            int deep = lineBeyondDepth(new Parse(settings).parseString(text));
            if (deep > 0) {
                findings.add(deep, "this nests deeper than " + MAX_DEPTH);
                return Optional.empty();
            }
            var root = new Compose(settings).composeString(text);
            if (root.isPresent() && values(root.get(), new IdentityHashMap<>()) > MAX_VALUES) {
                findings.add(1, "the file has more than " + MAX_VALUES + " values, or its aliases repeat as many");
                return Optional.empty();
            }
            return root;
        } catch (MarkedYamlEngineException e) {
            findings.add(lineOf(e), "this isn't YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            findings.add(1, "this isn't YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Returns the first line that nests too deep; 0 if none does. The parser of events does not recurse. */
    private static int lineBeyondDepth(Iterable<Event> events) {
        int depth = 0;
        for (var event : events) {
            if (event instanceof CollectionStartEvent) depth++;
            if (event instanceof CollectionEndEvent) depth--;
            if (depth > MAX_DEPTH)
                return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        }
        return 0;
    }

    /**
     * Returns how many values a node has, aliases followed, up to one more than the limit. An alias stands after its
     * anchor, so each node is counted before it is repeated, and one that contains itself is beyond any limit.
     */
    private static long values(Node node, IdentityHashMap<Node, Long> counted) {
        var known = counted.putIfAbsent(node, MAX_VALUES + 1L);
        if (known != null) return known;
        long values = 1;
        if (node instanceof SequenceNode list) {
            for (var item : list.getValue()) values += values(item, counted);
        } else if (node instanceof MappingNode mapping) {
            for (var tuple : mapping.getValue()) {
                values += values(tuple.getKeyNode(), counted) + values(tuple.getValueNode(), counted);
            }
        }
        long limited = Math.min(values, MAX_VALUES + 1L);
        counted.put(node, limited);
        return limited;
    }

    /** Returns the line, counted from 1; 0 for a node without a place. */
    static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static int lineOf(MarkedYamlEngineException e) {
        return e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
    }
}
