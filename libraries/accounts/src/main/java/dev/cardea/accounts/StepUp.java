package dev.cardea.accounts;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Says how well users must have proven who they are, beyond being signed in, before something that matters. Immutable.
 *
 * <pre>{@code
 * var missing = accounts.require(auth, request, StepUp.fresh(Duration.ofMinutes(5)));
 * if (missing.isPresent()) return missing.get();
 * }</pre>
 */
public final class StepUp {
    /** The kinds, as the page that asks again knows them. */
    enum Kind {
        FRESH("fresh"),
        SECOND_FACTOR("second-factor"),
        PHISHING_RESISTANT("phishing-resistant");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        String wire() {
            return wire;
        }

        /** Returns the kind with this name; {@link #FRESH} for any other text. */
        static Kind of(@Nullable String wire) {
            return Arrays.stream(values())
                    .filter(it -> it.wire.equals(wire))
                    .findFirst()
                    .orElse(FRESH);
        }
    }

    private final Kind kind;
    private final @Nullable Duration maxAge;

    private StepUp(Kind kind, @Nullable Duration maxAge) {
        this.kind = kind;
        this.maxAge = maxAge;
    }

    /**
     * Requires a proof that isn't older than this. Of users who have a second factor, only that or a passkey that verifies
     * them counts: a password doesn't.
     *
     * @throws IllegalArgumentException if the duration isn't positive
     */
    public static StepUp fresh(Duration maxAge) {
        return new StepUp(Kind.FRESH, positive(maxAge));
    }

    /** Requires a second factor, or a passkey that verifies the user, at any time in this session. */
    public static StepUp secondFactor() {
        return new StepUp(Kind.SECOND_FACTOR, null);
    }

    /**
     * Requires a second factor, or a passkey that verifies the user, not longer ago than this.
     *
     * @throws IllegalArgumentException if the duration isn't positive
     */
    public static StepUp secondFactor(Duration maxAge) {
        return new StepUp(Kind.SECOND_FACTOR, positive(maxAge));
    }

    /** Requires a passkey that verifies the user, at any time in this session. */
    public static StepUp phishingResistant() {
        return new StepUp(Kind.PHISHING_RESISTANT, null);
    }

    private static Duration positive(Duration maxAge) {
        if (maxAge.isZero() || maxAge.isNegative())
            throw new IllegalArgumentException("the age of a proof must be positive");
        return maxAge;
    }

    Kind kind() {
        return kind;
    }

    Optional<Duration> maxAge() {
        return Optional.ofNullable(maxAge);
    }

    /**
     * Returns whether the proofs of a session are enough.
     *
     * @param hasFactor whether the user has a second factor; asked only if it matters
     */
    boolean isMetBy(Assurance proven, BooleanSupplier hasFactor, Instant now) {
        return switch (kind) {
            case FRESH ->
                isRecent(proven.authTime(), now) && (isRecent(proven.secondFactor(), now) || !hasFactor.getAsBoolean());
            case SECOND_FACTOR -> isRecent(proven.secondFactor(), now);
            case PHISHING_RESISTANT -> isRecent(proven.phishingResistant(), now);
        };
    }

    boolean isRecent(Optional<Instant> time, Instant now) {
        return time.filter(it -> maxAge == null || it.plus(maxAge).isAfter(now)).isPresent();
    }

    @Override
    public String toString() {
        return "StepUp[" + kind.wire + (maxAge == null ? "" : ", " + maxAge) + "]";
    }
}
