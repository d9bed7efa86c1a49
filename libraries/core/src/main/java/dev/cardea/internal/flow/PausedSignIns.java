package dev.cardea.internal.flow;

import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encrypts sign-ins that a module paused. The key binds them to this purpose and to their user; they end soon. */
public final class PausedSignIns {
    /** How long a sign-in may pause. */
    static final Duration LIFE = Duration.ofMinutes(10);

    private static final String PURPOSE = "cardea paused sign-in of user ";

    private final JwtCodec codec;
    private final Secrets secrets;

    public PausedSignIns(JwtCodec codec, Secrets secrets) {
        this.codec = codec;
        this.secrets = secrets;
    }

    /** @param isStored whether the user can be read again */
    String seal(
            Registration settled, boolean isStored, SessionFacts facts, Attempt attempt, @Nullable Addition addition) {
        var signIn =
                PausedSignIn.of(settled, isStored, facts, attempt, addition).claims();
        var claims = Claims.of("signIn", signIn.asMap());
        var salt = PURPOSE + RegistrationUnit.idOf(settled.user());
        return codec.encode(new EncodeParams(claims, secrets, salt, LIFE.toSeconds()));
    }

    /** Returns what was sealed for this user; empty if it was not sealed here, or has ended. */
    Optional<PausedSignIn> open(String userId, String sealed) {
        try {
            return codec.decode(new DecodeParams(sealed, secrets, PURPOSE + userId))
                    .flatMap(claims -> claims.get(Claim.object("signIn")))
                    .map(PausedSignIn::of);
        } catch (JoseException | JsonException e) {
            return Optional.empty();
        }
    }
}
