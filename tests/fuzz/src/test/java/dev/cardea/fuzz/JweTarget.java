package dev.cardea.fuzz;

import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** Session tokens: none but those of this site are read, and no change of one is. */
final class JweTarget {
    private static final Secrets SECRETS = Secrets.of("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
    private static final String SALT = "__Secure-authjs.session-token";
    private static final EncryptedJwt CODEC =
            new EncryptedJwt(Clock.fixed(Instant.parse("2026-05-01T12:00:00Z"), ZoneOffset.UTC), byte[]::new);
    private static final String TOKEN = CODEC.encode(new EncodeParams(Claims.NONE.with("sub", "ada"), SECRETS, SALT));

    private JweTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        Hold.that(decode(text).isEmpty() || text.equals(TOKEN), "a token that this site did not issue is rejected");
        changed(data);
        var claims = Claims.NONE.with("x", text);
        var again = decode(CODEC.encode(new EncodeParams(claims, SECRETS, SALT)));
        Hold.that(again.map(read -> read.text("x")).filter(text::equals).isPresent(), "a claim survives");
    }

    /** Replaces the part of a token that the input names. */
    private static void changed(byte[] data) {
        if (data.length < 3) return;
        int start = ((data[0] & 0xff) << 8 | data[1] & 0xff) % TOKEN.length();
        var middle = new String(data, 2, data.length - 2, StandardCharsets.ISO_8859_1);
        var token =
                TOKEN.substring(0, start) + middle + TOKEN.substring(Math.min(TOKEN.length(), start + middle.length()));
        Hold.that(token.equals(TOKEN) || decode(token).isEmpty(), "a token that was changed is rejected");
    }

    private static Optional<Claims> decode(String token) {
        try {
            return CODEC.decode(new DecodeParams(token, SECRETS, SALT));
        } catch (JoseException | JsonException e) {
            return Optional.empty();
        }
    }
}
