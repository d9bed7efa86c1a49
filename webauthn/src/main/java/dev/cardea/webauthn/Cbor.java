package dev.cardea.webauthn;

import com.webauthn4j.converter.util.ObjectConverter;
import dev.cardea.ceremony.CeremonyException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORReadContext;

/**
 * The CBOR that authenticators write (CTAP2 §8, canonical form), read by the library's reader with its strict switches
 * on: a key stands once, nesting is shallow, nothing follows.
 */
final class Cbor {
    private static final int MAX_DEPTH = 8;

    /** How WebAuthn4J reads, in its own classes too. */
    static final ObjectConverter CONVERTER = new ObjectConverter(new JsonMapper(), mapper());

    private Cbor() {}

    private static CBORMapper mapper() {
        var limits = StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build();
        var factory = CBORFactory.builder()
                .streamReadConstraints(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        return new CBORMapper(factory);
    }

    /** A whole text that is one map. */
    static JsonNode map(byte[] bytes) {
        try {
            requireLengths(bytes);
            var tree = CONVERTER.getCborMapper().readTree(bytes);
            if (tree.isObject()) return tree;
        } catch (RuntimeException e) {
            throw new CeremonyException("the CBOR is not sound", e);
        }
        throw new CeremonyException("the CBOR is no map");
    }

    /** For which the library has no switch: maps and lists say first how long they are. */
    private static void requireLengths(byte[] bytes) {
        try (JsonParser parser = CONVERTER.getCborMapper().createParser(bytes)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()
                        && parser.streamReadContext() instanceof CBORReadContext context
                        && !context.hasExpectedLength()) {
                    throw new CeremonyException("the CBOR has an indefinite length");
                }
            }
        }
    }
}
