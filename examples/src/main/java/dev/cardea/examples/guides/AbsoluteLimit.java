package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends a token session some time after the sign-in, even if it is in use. */
public record AbsoluteLimit(Duration limit, Clock clock) {
    private static final Claim<Long> SIGNED_IN_AT = Claim.number("signedInAt");

    public Callbacks callbacks() {
        return Callbacks.DEFAULT.jwt(this::token);
    }

    private @Nullable Claims token(JwtParams p) {
        long now = clock.instant().getEpochSecond();
        if (p.user() != null) return p.token().with(SIGNED_IN_AT, now);
        long since = p.token().get(SIGNED_IN_AT).orElse(0L);
        return now - since < limit.toSeconds() ? p.token() : null;
    }
}
// end
