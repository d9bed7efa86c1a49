package dev.cardea.adapter.jdbc;

import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The type of a column, with the conversion from and to the values of Auth.js. */
enum Type {
    TEXT {
        @Override
        Object of(Object value) {
            return print(value).toString();
        }
    },
    /** Also ids that the database counts: as text they are digits without a zero in front. */
    NUMBER {
        @Override
        @Nullable Object of(Object value) {
            if (!(value instanceof String text)) return value;
            return DIGITS.matcher(text).matches() ? Long.valueOf(text) : null;
        }
    },
    FLAG,
    UUID {
        @Override
        @Nullable Object of(Object value) {
            return CANONICAL.matcher(value.toString()).matches() ? java.util.UUID.fromString(value.toString()) : null;
        }
    },
    /** A time without a zone, which is UTC whatever the zone of the JVM or the database. */
    TIME {
        @Override
        @Nullable Object of(Object value) {
            var time = instant(value);
            return time == null ? null : LocalDateTime.ofInstant(time, ZoneOffset.UTC);
        }
    },
    ZONED_TIME {
        @Override
        @Nullable Object of(Object value) {
            var time = instant(value);
            return time == null ? null : time.atOffset(ZoneOffset.UTC);
        }
    },
    /** A time as the number of milliseconds since 1970. */
    MILLIS {
        @Override
        @Nullable Object of(Object value) {
            var time = instant(value);
            return time == null ? null : time.toEpochMilli();
        }
    },
    /** The same as text, as one layout keeps it. */
    MILLIS_TEXT {
        @Override
        @Nullable Object of(Object value) {
            var time = instant(value);
            return time == null ? null : String.valueOf(time.toEpochMilli());
        }
    },
    /** Whatever the database makes of it. */
    OTHER {
        @Override
        Object of(Object value) {
            return new UntypedValue(print(value));
        }
    };

    /** A value whose type the database knows best. */
    record UntypedValue(Object value) {}

    private static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final Pattern MILLISECONDS = Pattern.compile("-?[0-9]{1,15}");
    private static final Pattern CANONICAL = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** The value as JDBC takes it; {@code null} where no row could have it. */
    @Nullable Object of(Object value) {
        return print(value);
    }

    /**
     * What holds a removal to values of this form, in front of which a condition stands: seconds, which another program may
     * have written, are smaller than any milliseconds.
     */
    String readable(String column) {
        return switch (this) {
            case MILLIS -> " and not (" + column + " between 100000000 and 99999999999)";
            case MILLIS_TEXT -> " and " + column + " like '_____________' and " + column + " < ':'";
            default -> "";
        };
    }

    boolean isTime() {
        return this == TIME || this == ZONED_TIME || this == MILLIS || this == MILLIS_TEXT;
    }

    /** A time that was written as milliseconds or in ISO 8601. */
    static @Nullable Instant time(String written) {
        return MILLISECONDS.matcher(written).matches()
                ? Instant.ofEpochMilli(Long.parseLong(written))
                : IsoTime.parse(written).orElse(null);
    }

    /** Truncates to milliseconds, the precision of Auth.js. */
    static Instant inMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    private static Object print(Object value) {
        if (value instanceof Instant time) return IsoTime.print(time);
        return value instanceof Map<?, ?> || value instanceof List<?> ? Json.print(value) : value;
    }

    private static @Nullable Instant instant(Object value) {
        if (value instanceof String text)
            return IsoTime.parse(text).map(Type::inMillis).orElse(null);
        return value instanceof Instant time ? inMillis(time) : null;
    }
}
