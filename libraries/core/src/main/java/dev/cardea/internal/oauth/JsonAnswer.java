package dev.cardea.internal.oauth;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.provider.OAuthException;

/** Reads a JSON object from a response. */
final class JsonAnswer {
    /** The maximum length of a response, in bytes. */
    static final int MAX_BYTES = 1024 * 1024;

    private JsonAnswer() {}

    static Claims object(Response answer, String what) {
        if (answer.body().length > MAX_BYTES) throw new OAuthException(what + " is too long");
        try {
            return Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new OAuthException(what + " is not a JSON object", e);
        }
    }
}
