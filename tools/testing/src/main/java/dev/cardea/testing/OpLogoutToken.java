package dev.cardea.testing;

import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes logout tokens (OpenID Connect Back-Channel Logout §2.4). */
final class OpLogoutToken {
    private static final Duration AGE = Duration.ofMinutes(2);

    private final Clock clock;
    private final Randomness randomness;
    private final OpKeys keys;

    OpLogoutToken(Clock clock, Randomness randomness, OpKeys keys) {
        this.clock = clock;
        this.randomness = randomness;
        this.keys = keys;
    }

    Claims claims(String issuer, String clientId, @Nullable String sub, @Nullable String sid) {
        long now = clock.instant().getEpochSecond();
        return Claims.of("iss", issuer)
                .with("aud", clientId)
                .with("iat", now)
                .with("exp", now + AGE.toSeconds())
                .with("jti", randomness.hex(16))
                .with("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()))
                .withPresent("sub", sub)
                .withPresent("sid", sid);
    }

    String sign(Claims changed, String payload, String algorithm) {
        var key = keys.signing(algorithm);
        var header = Claims.of("alg", algorithm).with("typ", "logout+jwt").with("kid", key.getKeyID());
        for (var member : changed.asMap().entrySet()) {
            header = member.getValue() == null
                    ? header.without(member.getKey())
                    : header.with(member.getKey(), member.getValue());
        }
        return OpKeys.sign(key, header, payload);
    }
}
