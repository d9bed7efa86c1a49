package dev.cardea.testing;

import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Issued codes and tokens, each leading to its grant until it expires. */
final class OpGrants {
    static final Duration CODE_AGE = Duration.ofMinutes(1);
    static final Duration ACCESS_TOKEN_AGE = Duration.ofHours(1);
    private static final Duration REFRESH_TOKEN_AGE = Duration.ofDays(30);

    private record IssuedGrant(OpGrant grant, Instant expires) {}

    private final Clock clock;
    private final Randomness randomness;
    private final Map<String, IssuedGrant> out = new LinkedHashMap<>();

    OpGrants(Clock clock, Randomness randomness) {
        this.clock = clock;
        this.randomness = randomness;
    }

    String code(OpGrant grant) {
        return issue("code-", grant, CODE_AGE);
    }

    String accessToken(OpGrant grant) {
        return issue("at-", grant, ACCESS_TOKEN_AGE);
    }

    String refreshToken(OpGrant grant) {
        return issue("rt-", grant, REFRESH_TOKEN_AGE);
    }

    /** Redeems a code or a refresh token: of any number of callers one receives the grant. */
    synchronized Optional<OpGrant> redeem(String value) {
        return alive(out.remove(value));
    }

    synchronized Optional<OpGrant> find(String accessToken) {
        return alive(out.get(accessToken));
    }

    private synchronized String issue(String prefix, OpGrant grant, Duration age) {
        var now = clock.instant();
        out.values().removeIf(old -> !old.expires.isAfter(now));
        String value = prefix + randomness.hex(32);
        out.put(value, new IssuedGrant(grant, now.plus(age)));
        return value;
    }

    private Optional<OpGrant> alive(@org.jspecify.annotations.Nullable IssuedGrant found) {
        return Optional.ofNullable(found)
                .filter(it -> it.expires.isAfter(clock.instant()))
                .map(IssuedGrant::grant);
    }
}
