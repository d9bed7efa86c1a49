package dev.cardea.json;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes instants as Auth.js does: UTC, always with three digits of milliseconds ({@code 2026-01-31T00:00:00.000Z}).
 */
public final class IsoTime {
    private static final DateTimeFormatter FORMAT =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private IsoTime() {}

    public static String print(Instant instant) {
        return FORMAT.format(instant);
    }

    /** Reads any ISO-8601 instant; returns empty for other text. */
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
