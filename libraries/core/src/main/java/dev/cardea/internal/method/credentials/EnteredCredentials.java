package dev.cardea.internal.method.credentials;

import dev.cardea.error.CredentialsSignInException;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.CredentialsProvider;
import org.jspecify.annotations.Nullable;

/**
 * What a visitor entered, with each declared field as the text that a form sends. JSON has other shapes for one value,
 * and a rate limit would count each of them separately.
 */
final class EnteredCredentials {
    private final Claims fields;
    private final @Nullable String malformed;

    private EnteredCredentials(Claims fields, @Nullable String malformed) {
        this.fields = fields;
        this.malformed = malformed;
    }

    static EnteredCredentials parse(CredentialsProvider provider, Claims body) {
        var fields = body;
        String malformed = null;
        for (var field : provider.credentials().keySet()) {
            var value = body.value(field);
            if (value instanceof String) continue;
            boolean isPlain = value instanceof Number || value instanceof Boolean;
            if (value != null && !isPlain) malformed = field;
            fields = isPlain ? fields.with(field, Json.print(value)) : fields.without(field);
        }
        return new EnteredCredentials(fields, malformed);
    }

    /** Returns all fields, without those of a wrong shape: what a rate limit counts. */
    Claims readable() {
        return fields;
    }

    /** @throws CredentialsSignInException if a declared field is an array or an object */
    Claims required() {
        if (malformed != null) throw new CredentialsSignInException("the field " + malformed + " is not a text");
        return fields;
    }
}
