package dev.cardea.token;

import dev.cardea.jose.ContentEncryption;
import dev.cardea.jose.JoseException;
import dev.cardea.jose.Jwe;
import dev.cardea.jose.SealingKey;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The default codec: encrypts claims with A256CBC-HS512 under a key derived from secret and salt. Derived keys are
 * cached in the codec, so keep one instance. Safe for concurrent use.
 *
 * <p>It also opens A256GCM and tolerates 15 seconds between clocks. Tokens that are compressed or never expire are
 * rejected. The header {@code kid} names the secret that sealed the token; without it, each secret is tried.
 */
public final class EncryptedJwt implements JwtCodec {
    /** The tolerated difference between clocks, in seconds. */
    private static final long TOLERANCE = 15;

    private final DerivedKeys keys = new DerivedKeys();
    private final Clock clock;
    private final Randomness randomness;

    /**
     * @param clock for {@code iat} and {@code exp}, which count seconds
     * @param randomness for {@code jti} and the initialisation vectors
     */
    public EncryptedJwt(Clock clock, Randomness randomness) {
        this.clock = clock;
        this.randomness = randomness;
    }

    /**
     * Sets {@code iat}, {@code exp} and {@code jti}, a random UUID, in place if the claims have them, otherwise at the
     * end.
     *
     * @throws IllegalArgumentException if the claims are too long for a token
     */
    @Override
    public String encode(EncodeParams params) {
        long now = clock.instant().getEpochSecond();
        var claims = new LinkedHashMap<>(params.token().asMap());
        claims.put("iat", now);
        claims.put("exp", now + params.maxAge());
        claims.put("jti", randomness.uuid());
        var key = keys.of(params.secret().newest(), params.salt(), ContentEncryption.A256CBC_HS512);
        return Jwe.seal(key, randomness.bytes(Jwe.ivLength(key)), Json.print(claims));
    }

    /**
     * Names the keys with which tokens are sealed and opened, newest first: what {@code kid} says in their headers. A key
     * cannot be found by its name.
     *
     * @param salt the name of the cookie that holds the token
     */
    public List<String> keyIds(Secrets secrets, String salt) {
        return secrets.all().stream()
                .map(secret ->
                        keys.of(secret, salt, ContentEncryption.A256CBC_HS512).kid())
                .toList();
    }

    @Override
    public Optional<Claims> decode(DecodeParams params) {
        var token = params.token();
        if (token == null || token.isEmpty()) return Optional.empty();
        var usual = keys.of(params.secret().newest(), params.salt(), ContentEncryption.A256CBC_HS512);
        var claims = claims(open(Jwe.parse(token, usual), params));
        requireTimes(claims);
        return Optional.of(claims);
    }

    /** Opens the token with the key that it names; if it names none, tries each key. */
    private String open(Jwe jwe, DecodeParams params) {
        var kid = jwe.kid();
        @Nullable JoseException last = null;
        for (var secret : params.secret().all()) {
            SealingKey key = keys.of(secret, params.salt(), jwe.enc());
            if (kid != null && !kid.equals(key.kid())) continue;
            try {
                return jwe.open(key);
            } catch (JoseException e) {
                last = e;
            }
        }
        throw last == null ? new JoseException("no secret has the key of this token") : last;
    }

    private static Claims claims(String json) {
        try {
            return Json.parseObject(json, Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new JoseException("the token does not hold a JSON object", e);
        }
    }

    private void requireTimes(Claims claims) {
        long now = clock.instant().getEpochSecond();
        if (!claims.has("exp")) throw new JoseException("a token without exp would never end");
        if (seconds(claims, "exp") <= now - TOLERANCE) throw JoseException.expired();
        if (claims.has("nbf") && seconds(claims, "nbf") > now + TOLERANCE) {
            throw new JoseException("the token is not valid yet");
        }
        if (claims.has("iat")) seconds(claims, "iat");
    }

    private static double seconds(Claims claims, String name) {
        if (claims.value(name) instanceof Number number) return number.doubleValue();
        throw new JoseException(name + " must be a number");
    }
}
