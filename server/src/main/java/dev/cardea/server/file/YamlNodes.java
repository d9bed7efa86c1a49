package dev.cardea.server.file;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** YAML 1.2 (core schema) as nodes that know their place in the text. */
final class YamlNodes {
    private YamlNodes() {}

    /** Returns the node that the text holds; empty if it holds none, or if it is not YAML, with the reason among the findings. */
    static Optional<Node> read(String text, String name, Findings findings) {
        var settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .build();
        try {
            return new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            findings.add(lineOf(e), "this is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            findings.add(1, "this is not YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Returns the line, counted from 1; 0 for a node without a place. */
    static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static int lineOf(MarkedYamlEngineException e) {
        return e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
    }
}
