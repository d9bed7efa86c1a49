package dev.cardea.internal.method.webauthn;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A credential as browsers write it, {@code credential.toJSON()} (Web Authentication §5.1): parsed, but not verified.
 */
final class BrowserCredential {
    private static final Pattern TRANSPORT = Pattern.compile("[a-z0-9-]{1,32}");
    private static final int MAX_TRANSPORTS = 8;

    private final Claims json;
    private final String id;
    private final Claims response;

    private BrowserCredential(Claims json, String id) {
        this.json = json;
        this.id = id;
        response = json.get(Claim.object("response")).orElse(Claims.NONE);
    }

    /** @throws AuthException where it is not JSON, or names no credential */
    static BrowserCredential parse(@Nullable String data, String providerId) {
        if (data == null) throw new AuthException(ErrorType.AUTH_ERROR, "no data was sent", null, providerId);
        try {
            if (Json.parse(data, Json.INBOUND_DEPTH) instanceof Map<?, ?> object) {
                var json = Claims.of(object);
                var id = json.text("id");
                if (id != null && !id.isEmpty()) return new BrowserCredential(json, id);
            }
        } catch (JsonException e) {
            throw new AuthException(ErrorType.CALLBACK_ROUTE_ERROR, "the data is not JSON", e, providerId);
        }
        throw new AuthException(ErrorType.AUTH_ERROR, "the data doesn't contain a credential", null, providerId);
    }

    /** Returns the credential's id as rows hold it; empty for a malformed id. */
    String rowId() {
        try {
            return Bytes.base64(Bytes.fromBase64Url(id));
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    byte[] id() {
        return Bytes.fromBase64Url(id);
    }

    /** Whether it is a public key credential with one id. */
    boolean isPublicKey() {
        return "public-key".equals(json.text("type")) && id.equals(json.text("rawId"));
    }

    boolean has(String field) {
        return response.text(field) != null;
    }

    /** @throws IllegalArgumentException where the field is missing or no base64url */
    byte[] bytes(String field) {
        var text = response.text(field);
        if (text == null) throw new IllegalArgumentException(field + " is missing");
        return Bytes.fromBase64Url(text);
    }

    @Nullable String text(String field) {
        return response.text(field);
    }

    /** What the browser says of ways to reach the authenticator; {@code null} where it says nothing. */
    @Nullable List<String> transports() {
        return response.get(Claim.list("transports"))
                .map(list -> list.stream()
                        .map(String::valueOf)
                        .filter(transport -> TRANSPORT.matcher(transport).matches())
                        .distinct()
                        .limit(MAX_TRANSPORTS)
                        .toList())
                .orElse(null);
    }
}
