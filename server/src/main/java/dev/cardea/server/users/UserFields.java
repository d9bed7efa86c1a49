package dev.cardea.server.users;

import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.EmailAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a user as an operator writes them: {@code name=Ada} is a text, {@code active:=true} is JSON, and
 * {@code emailVerified=now} is a time.
 */
public final class UserFields {
    private static final String EMAIL = "email";
    private static final String VERIFIED = "emailVerified";

    private UserFields() {}

    /** @throws IllegalArgumentException naming the first field that is wrong, and the mend */
    public static Claims parse(List<String> written, Clock clock) {
        var fields = Claims.NONE;
        for (var each : written) {
            int equals = each.indexOf('=');
            boolean isJson = equals > 0 && each.charAt(equals - 1) == ':';
            int end = isJson ? equals - 1 : equals;
            if (end < 1) throw new IllegalArgumentException("\"" + each + "\" isn't FIELD=VALUE, such as role=admin");
            var name = each.substring(0, end);
            if (fields.has(name)) throw new IllegalArgumentException("the field " + name + " is given twice");
            fields = fields.with(name, value(name, each.substring(equals + 1), isJson, clock));
        }
        return fields;
    }

    /**
     * Returns the address as it is stored.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static String address(String written) {
        try {
            return EmailAddress.normalize(written);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + written + "\" isn't an email address: " + e.getMessage(), e);
        }
    }

    /** Now, in the precision of stores. */
    public static Instant now(Clock clock) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Object value(String name, String text, boolean isJson, Clock clock) {
        if (name.equals("id")) throw new IllegalArgumentException("a user's ID can't be changed");
        if (name.equals(EMAIL)) return address(text);
        if (name.equals(VERIFIED)) return time(text, clock);
        return isJson ? json(name, text) : text;
    }

    private static Object json(String name, String text) {
        Object value;
        try {
            value = Json.parse(text, Json.INBOUND_DEPTH);
        } catch (JsonException e) {
            throw new IllegalArgumentException(name + ":=" + text + " isn't JSON; write " + name + "=" + text, e);
        }
        if (value == null) throw new IllegalArgumentException(name + ":=null empties a field; write --clear " + name);
        return value;
    }

    private static Instant time(String text, Clock clock) {
        if (text.equals("now")) return now(clock);
        return IsoTime.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        VERIFIED + " is a time, such as 2026-11-01T12:00:00Z, or now; write --clear " + VERIFIED
                                + " for an address that isn't verified"));
    }

    /** Returns the names of the fields that a stored user does not have as given. */
    public static List<String> notKept(Claims given, Claims stored) {
        return given.asMap().entrySet().stream()
                .filter(field -> !isSame(field.getValue(), stored.value(field.getKey())))
                .map(field -> field.getKey())
                .toList();
    }

    private static boolean isSame(@Nullable Object given, @Nullable Object stored) {
        if (given == null || stored == null) return given == stored;
        return Objects.equals(plain(given), plain(stored));
    }

    /** The text that the value has in JSON, whatever its type in the store. */
    private static String plain(Object value) {
        if (value instanceof String text) return text;
        if (value instanceof Instant time) return IsoTime.print(time);
        return Json.print(value);
    }
}
