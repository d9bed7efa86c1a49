package dev.cardea.forward;

import dev.cardea.json.Claims;
import dev.cardea.model.SessionPrincipal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.List;

/** Signs who a user is, for the application behind the proxy: a JWT with ES256 (RFC 7515, RFC 7519). */
final class IdentityTokens {
    /** In seconds: as long as a proxy and an application may need for a request. */
    private static final long LIFETIME = 60;

    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final IdentityKey key;
    private final String audience;
    private final Clock clock;
    private final String header;

    IdentityTokens(IdentityKey key, String audience, Clock clock) {
        this.key = key;
        this.audience = audience;
        this.clock = clock;
        header = encoded(Claims.of("alg", "ES256").with("typ", "JWT").with("kid", key.kid()));
    }

    /** @param issuer origin and base path of the site */
    String of(SessionPrincipal principal, String issuer) {
        long now = clock.instant().getEpochSecond();
        var user = principal.session().user();
        var claims = Claims.of("iss", issuer)
                .with("aud", audience)
                .with("sub", principal.name())
                .withPresent("email", user.email())
                .withPresent("email_verified", user.email() == null ? null : user.emailVerified() != null)
                .withPresent("name", user.name())
                .with("roles", List.copyOf(principal.roles()))
                .with("iat", now)
                .with("exp", now + LIFETIME);
        var signed = header + "." + encoded(claims);
        return signed + "." + BASE64URL.encodeToString(key.sign(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String encoded(Claims claims) {
        return BASE64URL.encodeToString(claims.toJson().getBytes(StandardCharsets.UTF_8));
    }
}
