package dev.cardea.internal.session;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.ReservedClaim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Decides when a session token is issued again. Safe for concurrent use. */
final class TokenRenewal {
    private static final Claim<Long> MADE = Claim.number("iat");
    private static final Claim<Long> END = Claim.number("exp");

    private final Clock clock;
    private final Duration age;
    private final Duration tokenMaxAge;

    TokenRenewal(Clock clock, Duration updateAge, Duration sessionMaxAge, Duration tokenMaxAge) {
        this.clock = clock;
        this.tokenMaxAge = tokenMaxAge;
        age = age(updateAge, tokenMaxAge.compareTo(sessionMaxAge) < 0 ? tokenMaxAge : sessionMaxAge);
    }

    /** An {@code updateAge} longer than half of a short session would let it end under an active visitor. */
    private static Duration age(Duration updateAge, Duration lifetime) {
        return updateAge.multipliedBy(2).compareTo(lifetime) > 0 ? lifetime.dividedBy(10) : updateAge;
    }

    /** The age from which a token is due: {@code updateAge}, or less where the session is short. */
    Duration age() {
        return age;
    }

    /**
     * Returns whether a token is issued again.
     *
     * @param payload as it was read
     * @param token as the callback returned it
     */
    boolean isReissued(Claims payload, Claims token, SessionStrategy.Reissue reissue) {
        return switch (reissue) {
            case ALWAYS -> true;
            case WHEN_DUE -> isDue(payload) || isChanged(payload, token);
            case NEVER -> false;
        };
    }

    /** Older than {@code updateAge}; a token that does not say when it was made is as old as its end says. */
    private boolean isDue(Claims payload) {
        var made = payload.get(MADE).map(Instant::ofEpochSecond);
        if (made.isEmpty()) made = end(payload).map(end -> end.minus(tokenMaxAge));
        return made.isEmpty() || !made.get().plus(age).isAfter(clock.instant());
    }

    private static boolean isChanged(Claims payload, Claims token) {
        if (payload == token) return false;
        var before = content(payload);
        var after = content(token);
        // A time that a callback sets anew reads as the text that it becomes.
        return !before.equals(after) && !before.equals(Json.parseObject(after.toJson(), Json.TRUSTED_DEPTH));
    }

    /** What the application and the sign-in put in, without what each encoding sets anew. */
    private static Claims content(Claims token) {
        return ReservedClaim.strip(token).without("iat").without("exp").without("jti");
    }

    static Optional<Instant> end(Claims payload) {
        return payload.get(END).map(Instant::ofEpochSecond);
    }
}
