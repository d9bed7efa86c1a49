package dev.cardea.webauthn;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An authenticator and the browser in front of it, with one credential. */
final class SoftAuthenticator {
    private static final SecureRandom RANDOM = new SecureRandom();

    final SoftKey key;
    final String origin;
    byte[] id = random(32);

    @Nullable String userHandle;

    SoftAuthenticator(SoftKey.Kind kind, String origin) {
        key = SoftKey.of(kind);
        this.origin = origin;
    }

    /** Makes the credential that the options request. */
    Answer.RegistrationAnswer create(Claims options) {
        var user = options.get(Claim.object("user")).orElseThrow();
        userHandle = Answer.base64Url(text(user, "id").getBytes(StandardCharsets.UTF_8));
        var party = options.get(Claim.object("rp")).orElseThrow();
        return new Answer.RegistrationAnswer(key, id, text(options, "challenge"), origin, text(party, "id"));
    }

    /** Signs in as an authenticator that stores its credentials: it returns the handle of its user. */
    Answer.AuthenticationAnswer get(Claims options) {
        var used = new Answer.AuthenticationAnswer(key, id, text(options, "challenge"), origin, text(options, "rpId"));
        used.userHandle = userHandle;
        return used;
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static String text(Claims json, String name) {
        return Objects.requireNonNull(json.text(name), name);
    }
}
