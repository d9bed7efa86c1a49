package dev.cardea.providers;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Repairs token responses that do not conform to RFC 6749 §5.1. */
final class TokenResponseFix {
    private TokenResponseFix() {}

    /** Repairs the JSON of a response; a response that is not a JSON object stays as it is. */
    static Function<Response, @Nullable Response> tokens(UnaryOperator<Claims> mend) {
        return answer -> {
            try {
                var tokens = mend.apply(Json.parseObject(answer.text(), Json.TRUSTED_DEPTH));
                return Response.json(answer.status(), tokens.toJson());
            } catch (JsonException e) {
                return null;
            }
        };
    }

    /** Adds the token type if the service omits it. */
    static Claims bearer(Claims tokens) {
        return tokens.has("token_type") ? tokens : tokens.with("token_type", "bearer");
    }
}
