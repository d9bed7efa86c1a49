package dev.cardea.providers;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What has to be mended in token answers before they are answers of RFC 6749 §5.1. */
final class Repair {
    private Repair() {}

    /** Mends the JSON of an answer; one that holds no JSON object stays as it is. */
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

    /** Says the type where the service leaves it out. */
    static Claims bearer(Claims tokens) {
        return tokens.has("token_type") ? tokens : tokens.with("token_type", "bearer");
    }
}
