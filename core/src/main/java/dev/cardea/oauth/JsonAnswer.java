package dev.cardea.oauth;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;

/** A JSON object out of an answer. */
final class JsonAnswer {
    private JsonAnswer() {}

    static Claims object(Response answer, String what) {
        try {
            return Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new OAuthException(what + " is not a JSON object", e);
        }
    }
}
