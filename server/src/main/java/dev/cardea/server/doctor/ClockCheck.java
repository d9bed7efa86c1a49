package dev.cardea.server.doctor;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Compares this machine's clock with the {@code Date} headers of other machines (RFC 9110 §6.6.1). */
final class ClockCheck {
    /** ID tokens are accepted for so long after they expire, and before they begin. */
    private static final Duration TOLERANCE = Duration.ofSeconds(30);

    private final Clock clock;

    ClockCheck(Clock clock) {
        this.clock = clock;
    }

    /**
     * Adds what an answer says about the clock, unless it has no date.
     *
     * @param host that answered
     * @param date its {@code Date} header, or an empty text
     */
    void examine(String host, String date, Diagnosis diagnosis) {
        Instant theirs;
        try {
            theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            return;
        }
        var difference = Duration.between(theirs, clock.instant());
        if (difference.abs().compareTo(TOLERANCE) <= 0) {
            diagnosis.ok(DoctorCheck.CLOCK, "the clock agrees with that of " + host);
            return;
        }
        var direction = difference.isNegative() ? "behind" : "ahead of";
        diagnosis.broken(
                DoctorCheck.CLOCK,
                "the clock is " + difference.abs().toSeconds() + " s " + direction + " that of " + host
                        + ", so ID tokens and signed calls are rejected; synchronize the clock, for example "
                        + "with chrony");
    }
}
