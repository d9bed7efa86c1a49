package dev.cardea.testing;

import com.nimbusds.jose.util.Base64URL;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Makes ID tokens (OpenID Connect Core §2), correct ones and those of the faults. */
final class OpIdToken {
    private static final Duration AGE = Duration.ofHours(1);
    private static final long DAY = 86_400;

    private final Clock clock;
    private final OpKeys keys;

    OpIdToken(Clock clock, OpKeys keys) {
        this.clock = clock;
        this.keys = keys;
    }

    String make(String issuer, OpGrant grant, String accessToken, String algorithm) {
        if (grant.has(Fault.JWKS_ROTATED_BEFORE_SIGNING)) keys.rotate();
        String payload = payload(grant, claims(issuer, grant, accessToken, algorithm));
        var key = keys.signing(algorithm);
        var header = header(grant, algorithm, String.valueOf(key.getKeyID()));
        if (grant.has(Fault.ALG_NONE)) {
            return OpKeys.base64(Claims.of("alg", "none").toJson()) + "." + OpKeys.base64(payload) + ".";
        }
        if (grant.has(Fault.ALG_HS256)) {
            return OpKeys.mac(bytes(String.valueOf(grant.client().secret())), header.with("alg", "HS256"), payload);
        }
        if (grant.has(Fault.ALG_CONFUSED)) {
            return OpKeys.mac(bytes(key.toPublicJWK().toJSONString()), header.with("alg", "HS256"), payload);
        }
        if (grant.has(Fault.ALG_OTHER)) {
            String other = algorithm.equals("RS256") ? "ES256" : "RS256";
            var otherKey = keys.signing(other);
            return OpKeys.sign(otherKey, header.with("alg", other).with("kid", otherKey.getKeyID()), payload);
        }
        if (grant.has(Fault.KEY_UNKNOWN)) {
            var stranger = OpKeys.stranger();
            return OpKeys.sign(stranger, header.with("alg", "RS256").with("kid", stranger.getKeyID()), payload);
        }
        return spoil(grant, OpKeys.sign(key, header, payload));
    }

    private static Claims header(OpGrant grant, String algorithm, String kid) {
        var header = Claims.of("alg", algorithm).with("typ", "JWT").with("kid", kid);
        if (grant.has(Fault.JWKS_KID_ABSENT_SINGLE) || grant.has(Fault.JWKS_KID_ABSENT_MULTIPLE)) {
            header = header.without("kid");
        }
        if (grant.has(Fault.TYP_ACCESS_TOKEN)) header = header.with("typ", "at+jwt");
        if (grant.has(Fault.TYP_LOGOUT_TOKEN)) header = header.with("typ", "logout+jwt");
        if (grant.has(Fault.CRIT_UNKNOWN))
            header = header.with("crit", List.of("moon")).with("moon", "full");
        return header;
    }

    private Claims claims(String issuer, OpGrant grant, String accessToken, String algorithm) {
        long now = clock.instant().getEpochSecond();
        var claims = Claims.of("iss", issuer)
                .with("sub", grant.person().sub())
                .with("aud", grant.client().id())
                .with("exp", now + AGE.toSeconds())
                .with("iat", now)
                .with("auth_time", grant.authTime().getEpochSecond())
                .withPresent("nonce", grant.nonce())
                .withPresent("sid", grant.sid())
                .with("at_hash", atHash(accessToken, algorithm));
        if (!grant.has(Fault.CLAIMS_ONLY_IN_USERINFO)) {
            claims = claims.withAll(grant.person().within(grant.scope()));
        }
        for (var fault : grant.faults()) claims = bent(claims, fault, now);
        return claims;
    }

    private static Claims bent(Claims claims, Fault fault, long now) {
        return switch (fault) {
            case ISS_WRONG -> claims.with("iss", claims.text("iss") + "1");
            case ISS_MISSING -> claims.without("iss");
            case SUB_MISSING -> claims.without("sub");
            case SUB_EMPTY -> claims.with("sub", "");
            case SUB_NUMBER -> claims.with("sub", 42);
            case SUB_LONG -> claims.with("sub", "s".repeat(256));
            case SUB_NUL -> claims.with("sub", claims.text("sub") + "\0");
            case AUD_WRONG -> claims.with("aud", claims.text("aud") + "1");
            case AUD_MISSING -> claims.without("aud");
            case AUD_EMPTY_ARRAY -> claims.with("aud", List.of());
            case AUD_ARRAY_OF_ONE -> claims.with("aud", List.of(String.valueOf(claims.text("aud"))));
            case AUD_SECOND_UNKNOWN -> claims.with("aud", List.of(String.valueOf(claims.text("aud")), "somebody-else"));
            case AZP_WRONG -> claims.with("azp", claims.text("aud") + "1");
            case IAT_MISSING -> claims.without("iat");
            case IAT_FUTURE -> claims.with("iat", now + DAY).with("exp", now + 2 * DAY);
            case NBF_FUTURE -> claims.with("nbf", now + DAY).with("exp", now + 2 * DAY);
            case EXP_MISSING -> claims.without("exp");
            case EXP_PAST -> claims.with("iat", now - 2 * DAY).with("exp", now - DAY);
            case EXP_TEXT -> claims.with("exp", String.valueOf(now + AGE.toSeconds()));
            case EXP_FRACTION -> claims.with("exp", now + AGE.toSeconds() + 0.5);
            case NONCE_WRONG -> claims.has("nonce") ? claims.with("nonce", claims.text("nonce") + "1") : claims;
            case NONCE_MISSING -> claims.without("nonce");
            case AT_HASH_WRONG -> claims.with("at_hash", atHash("another", "RS256"));
            case AUTH_TIME_MISSING -> claims.without("auth_time");
            case AUTH_TIME_OLD -> claims.with("auth_time", now - DAY);
            default -> claims;
        };
    }

    private static String payload(OpGrant grant, Claims claims) {
        String json = claims.toJson();
        if (grant.has(Fault.EXP_HUGE)) json = json.replaceFirst("\"exp\":\\d+", "\"exp\":1e400");
        if (grant.has(Fault.DUPLICATE_CLAIMS)) json = json.replaceFirst("\\{", "{\"sub\":\"somebody-else\",");
        return json;
    }

    private static String spoil(OpGrant grant, String token) {
        if (grant.has(Fault.SIGNATURE_SPOILED)) {
            int dot = token.lastIndexOf('.');
            byte[] signature = new Base64URL(token.substring(dot + 1)).decode();
            signature[signature.length / 2] ^= 0x5a;
            return token.substring(0, dot + 1) + Base64URL.encode(signature);
        }
        if (grant.has(Fault.EXTRA_DOT)) return token + ".e30";
        if (grant.has(Fault.ENCRYPTED)) {
            String header = Claims.of("alg", "dir").with("enc", "A256GCM").toJson();
            return OpKeys.base64(header) + "..AAAAAAAAAAAAAAAA." + OpKeys.base64(token) + ".AAAAAAAAAAAAAAAAAAAAAA";
        }
        return token;
    }

    /** Returns the left half of the hash (OpenID Connect Core §3.1.3.6). */
    private static String atHash(String accessToken, String algorithm) {
        try {
            byte[] hash = MessageDigest.getInstance(algorithm.equals("EdDSA") ? "SHA-512" : "SHA-256")
                    .digest(bytes(accessToken));
            return Base64URL.encode(Arrays.copyOf(hash, hash.length / 2)).toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
