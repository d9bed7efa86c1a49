package dev.cardea.internal.method.webauthn;

import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What the browser says of the ceremony (Web Authentication §5.8.1); the authenticator signs its hash. */
record ClientData(Claims json, byte[] hash) {
    /** Whether the page was shown in a frame of another origin. */
    boolean isFramed() {
        return Boolean.TRUE.equals(json.value("crossOrigin"));
    }

    @Nullable String text(String name) {
        return json.text(name);
    }

    /**
     * UTF-8 without a byte order mark, then JSON.
     *
     * @throws IllegalArgumentException where it is neither
     */
    static ClientData parse(byte[] bytes) {
        var text = utf8(bytes);
        var json = Json.parseObject(text.startsWith("\uFEFF") ? text.substring(1) : text, Json.INBOUND_DEPTH);
        return new ClientData(json, Hashes.sha256(bytes));
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the client data is not UTF-8", e);
        }
    }
}
