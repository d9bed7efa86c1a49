package dev.cardea.internal.session;

import dev.cardea.config.SessionOptions;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.ReservedClaim;
import dev.cardea.token.ReservedClaim.TokenSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides when a session token is issued again, and when its session ends. Safe for concurrent use. */
final class TokenLifetimes {
    /** By which clocks may differ, as for tokens. */
    private static final Duration TOLERANCE = Duration.ofSeconds(15);

    private static final Claim<Long> MADE = Claim.number("iat");
    private static final Claim<Long> END = Claim.number("exp");

    private final Clock clock;
    private final Duration maxAge;
    private final @Nullable Duration absoluteAge;
    private final Duration tokenMaxAge;
    private final Duration renewalAge;

    TokenLifetimes(Clock clock, SessionOptions options, SessionTraits traits, Duration tokenMaxAge) {
        this.clock = clock;
        this.tokenMaxAge = tokenMaxAge;
        maxAge = options.maxAge();
        absoluteAge = options.absoluteAgeOr(traits.absoluteAge()).orElse(null);
        renewalAge = age(options.updateAge(), tokenMaxAge.compareTo(maxAge) < 0 ? tokenMaxAge : maxAge);
    }

    /** An {@code updateAge} longer than half of a short session would let it end under an active visitor. */
    private static Duration age(Duration updateAge, Duration lifetime) {
        return updateAge.multipliedBy(2).compareTo(lifetime) > 0 ? lifetime.dividedBy(10) : updateAge;
    }

    /** The age from which a token is due: {@code updateAge}, or less where the session is short. */
    Duration renewalAge() {
        return renewalAge;
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
        if (made.isEmpty()) made = expiry(payload).map(end -> end.minus(tokenMaxAge));
        return made.isEmpty() || !made.get().plus(renewalAge).isAfter(clock.instant());
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

    /** Returns whether there is no session any more, even if the token was issued again since. */
    boolean isOver(Claims payload) {
        return absoluteEnd(payload)
                .filter(end -> !end.plus(TOLERANCE).isAfter(clock.instant()))
                .isPresent();
    }

    /** When a session ends that is used now. */
    Instant nextEnd(Claims payload) {
        var end = clock.instant().plus(maxAge);
        return absoluteEnd(payload).filter(last -> last.isBefore(end)).orElse(end);
    }

    private Optional<Instant> absoluteEnd(Claims payload) {
        if (absoluteAge == null) return Optional.empty();
        return TokenSession.of(payload).map(session -> session.begun().plus(absoluteAge));
    }

    /** When a session ends that is opened now. */
    Instant firstEnd(Instant now, Instant begun) {
        var end = now.plus(maxAge);
        var last = absoluteAge == null ? end : begun.plus(absoluteAge);
        return last.isBefore(end) ? last : end;
    }

    /** Returns the token of a session that begins now and that no store has a record of. */
    Claims begun(Claims token) {
        var own = TokenSession.off(token);
        return absoluteAge == null ? own : new TokenSession(null, clock.instant()).on(own);
    }

    Duration until(Instant end) {
        return Duration.between(clock.instant(), end);
    }

    /** When a session ends as it is. */
    Instant end(Claims payload) {
        return expiry(payload).orElseGet(() -> nextEnd(payload));
    }

    /** When the token says that it expires. */
    static Optional<Instant> expiry(Claims payload) {
        return payload.get(END).map(Instant::ofEpochSecond);
    }
}
