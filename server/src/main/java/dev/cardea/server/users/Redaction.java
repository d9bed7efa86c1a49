package dev.cardea.server.users;

import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Leaves out fields whose names say that they hold a credential, such as a column of the application's password hashes. */
public final class Redaction {
    private static final List<String> CREDENTIALS =
            List.of("token", "secret", "password", "passwd", "passphrase", "hash", "salt", "otp", "sessionstate");

    private Redaction() {}

    /** Returns the fields that do not hold a credential. */
    public static Claims of(Claims fields) {
        return of(fields, "", new HashSet<>());
    }

    /**
     * @param kind of the record, in front of the names of what is left out
     * @param withheld receives those names
     */
    static Claims of(Claims fields, String kind, Collection<String> withheld) {
        var kept = fields;
        for (var field : fields.asMap().entrySet()) {
            var value = field.getValue();
            boolean isHarmless =
                    value == null || value instanceof Number || value instanceof Boolean || value instanceof Instant;
            if (isHarmless || !isCredential(field.getKey())) continue;
            kept = kept.without(field.getKey());
            withheld.add(kind + "." + field.getKey());
        }
        return kept;
    }

    private static boolean isCredential(String name) {
        var plain = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return !plain.equals("tokentype") && CREDENTIALS.stream().anyMatch(plain::contains);
    }
}
