package dev.cardea.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** Instants as the wire writes them: UTC, always three digits of milliseconds ({@code 2026-01-31T00:00:00.000Z}). */
public final class IsoTime {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private IsoTime() {}

    public static String print(Instant instant) {
        return FORMAT.format(instant);
    }

    /** Reads any ISO-8601 instant; anything else is empty. */
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
