package dev.cardea.accounts;

import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out fields whose names say that they hold a credential, such as a column of the application's password hashes. For
 * whatever shows stored users.
 */
public final class Redaction {
    private static final List<String> CREDENTIALS = List.of(
            "token",
            "secret",
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "hash",
            "salt",
            "otp",
            "credential",
            "apikey",
            "accesskey",
            "privatekey",
            "recoverycode",
            "backupcode",
            "sealed",
            "sessionstate");

    private Redaction() {}

    /** Returns the fields that do not hold a credential. */
    public static Claims of(Claims fields) {
        return of(fields, "", new HashSet<>());
    }

    /**
     * Looks into fields that hold further fields, such as a document.
     *
     * @param kind of the record, in front of the names of what is left out
     * @param withheld receives those names
     */
    static Claims of(Claims fields, String kind, Collection<String> withheld) {
        return Claims.of(keep(fields.asMap(), kind, withheld));
    }

    private static Map<String, @Nullable Object> keep(Map<?, ?> fields, String path, Collection<String> withheld) {
        var kept = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((key, value) -> {
            var name = String.valueOf(key);
            if (isHarmless(value) || !isCredential(name)) kept.put(name, inside(value, path + "." + name, withheld));
            else withheld.add(path + "." + name);
        });
        return kept;
    }

    private static @Nullable Object inside(@Nullable Object value, String path, Collection<String> withheld) {
        if (value instanceof Map<?, ?> fields) return keep(fields, path, withheld);
        if (!(value instanceof List<?> list)) return value;
        var all = new ArrayList<@Nullable Object>();
        for (var each : list) all.add(inside(each, path, withheld));
        return all;
    }

    private static boolean isHarmless(@Nullable Object value) {
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof Instant;
    }

    private static boolean isCredential(String name) {
        var plain = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return !plain.equals("tokentype") && CREDENTIALS.stream().anyMatch(plain::contains);
    }
}
