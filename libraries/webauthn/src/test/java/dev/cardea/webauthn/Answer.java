package dev.cardea.webauthn;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The response of a browser and its authenticator, in parts that a test can spoil before they are combined. */
abstract class Answer {
    static final int UP = 0x01;
    static final int UV = 0x04;
    static final int BE = 0x08;
    static final int BS = 0x10;
    static final int AT = 0x40;
    static final int ED = 0x80;

    final SoftKey key;
    final Map<String, Object> clientData = new LinkedHashMap<>();
    byte @Nullable [] clientDataBytes;
    String rpId;
    int flags = UP | UV;
    long signCount;
    byte[] tail = new byte[0];
    byte[] id;

    @Nullable String rawId;

    String jsonType = "public-key";
    final Map<String, Object> response = new LinkedHashMap<>();

    Answer(SoftKey key, byte[] id, String type, String challenge, String origin, String rpId) {
        this.key = key;
        this.id = id;
        this.rpId = rpId;
        clientData.put("type", type);
        clientData.put("challenge", challenge);
        clientData.put("origin", origin);
        clientData.put("crossOrigin", false);
    }

    byte[] clientDataJson() {
        if (clientDataBytes != null) return clientDataBytes;
        return Json.print(clientData).getBytes(StandardCharsets.UTF_8);
    }

    byte[] head() {
        return ByteBuffer.allocate(37)
                .put(sha256(rpId.getBytes(StandardCharsets.UTF_8)))
                .put((byte) flags)
                .putInt((int) signCount)
                .array();
    }

    abstract byte[] authenticatorData();

    byte[] signed() {
        return concat(authenticatorData(), sha256(clientDataJson()));
    }

    /** Returns the response in the form of {@code credential.toJSON()}. */
    Claims json() {
        fill();
        return Claims.of("id", base64Url(id))
                .with("rawId", rawId == null ? base64Url(id) : rawId)
                .with("type", jsonType)
                .with("response", Claims.of(response))
                .with("clientExtensionResults", Claims.NONE);
    }

    abstract void fill();

    void put(String field, byte[] bytes) {
        response.putIfAbsent(field, base64Url(bytes));
    }

    static byte[] concat(byte[]... parts) {
        int length = 0;
        for (var part : parts) length += part.length;
        var all = ByteBuffer.allocate(length);
        for (var part : parts) all.put(part);
        return all.array();
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** A new credential. */
    static final class RegistrationAnswer extends Answer {
        byte[] aaguid = new byte[16];
        byte[] coseKey;
        Object format = "none";
        Object statement = Map.of();
        byte @Nullable [] attestedIdOverride;
        byte @Nullable [] object;

        @Nullable Object transports = List.of("internal", "hybrid");

        RegistrationAnswer(SoftKey key, byte[] id, String challenge, String origin, String rpId) {
            super(key, id, "webauthn.create", challenge, origin, rpId);
            flags |= AT | BE | BS;
            coseKey = CborWriter.write(key.cose());
        }

        @Override
        byte[] authenticatorData() {
            byte[] attested = attestedIdOverride == null ? id : attestedIdOverride;
            if ((flags & AT) == 0) return concat(head(), tail);
            return concat(
                    head(),
                    aaguid,
                    ByteBuffer.allocate(2).putShort((short) attested.length).array(),
                    attested,
                    coseKey,
                    tail);
        }

        byte[] object() {
            if (object != null) return object;
            var fields = new LinkedHashMap<Object, Object>();
            fields.put("fmt", format);
            fields.put("attStmt", statement);
            fields.put("authData", authenticatorData());
            return CborWriter.write(fields);
        }

        /** Attests the credential by itself (§8.2). */
        void selfAttested() {
            format = "packed";
            statement = new LinkedHashMap<>(Map.of("alg", key.kind().algorithm, "sig", key.sign(signed())));
        }

        @Override
        void fill() {
            put("clientDataJSON", clientDataJson());
            put("attestationObject", object());
            if (transports != null) response.putIfAbsent("transports", transports);
        }
    }

    /** A sign-in. */
    static final class AuthenticationAnswer extends Answer {
        byte @Nullable [] data;
        byte @Nullable [] signature;

        @Nullable String userHandle;

        AuthenticationAnswer(SoftKey key, byte[] id, String challenge, String origin, String rpId) {
            super(key, id, "webauthn.get", challenge, origin, rpId);
            flags |= BE | BS;
        }

        @Override
        byte[] authenticatorData() {
            return data == null ? concat(head(), tail) : data;
        }

        @Override
        void fill() {
            put("clientDataJSON", clientDataJson());
            put("authenticatorData", authenticatorData());
            put("signature", signature == null ? key.sign(signed()) : signature);
            if (userHandle != null) response.putIfAbsent("userHandle", userHandle);
        }
    }
}
