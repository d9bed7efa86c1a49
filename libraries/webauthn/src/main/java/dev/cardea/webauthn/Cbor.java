package dev.cardea.webauthn;

import com.webauthn4j.converter.util.ObjectConverter;
import dev.cardea.webauthn.spi.CeremonyException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORReadContext;

/**
 * Reads the CBOR of authenticators (CTAP2 §8, canonical form) with the strict switches of the library on: no repeated
 * keys, limited nesting, no trailing values.
 */
final class Cbor {
    private static final int MAX_DEPTH = 8;

    /** The converter of WebAuthn4J, shared with its own classes. */
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

    /** Reads bytes that are exactly one map. */
    static JsonNode map(byte[] bytes) {
        try {
            requireCanonical(bytes);
            var tree = CONVERTER.getCborMapper().readTree(bytes);
            if (tree.isObject()) return tree;
        } catch (RuntimeException e) {
            throw new CeremonyException("the CBOR is malformed", e);
        }
        throw new CeremonyException("the CBOR is not a map");
    }

    /**
     * Requires definite lengths of maps and lists, and no byte behind the first value. The library has no switch for the
     * former, and takes tags at the end for nothing.
     */
    private static void requireCanonical(byte[] bytes) {
        try (JsonParser parser = CONVERTER.getCborMapper().createParser(bytes)) {
            long end = 0;
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()
                        && parser.streamReadContext() instanceof CBORReadContext context
                        && !context.hasExpectedLength()) {
                    throw new CeremonyException("the CBOR has an indefinite length");
                }
                end = parser.currentLocation().getByteOffset();
            }
            if (end != bytes.length) throw new CeremonyException("bytes follow the CBOR");
        }
    }
}
