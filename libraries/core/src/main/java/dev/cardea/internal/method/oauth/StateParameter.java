package dev.cardea.internal.method.oauth;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code state} parameter: sealed, so that a redirect proxy can tell whose sign-in it is and trust what it reads. */
final class StateParameter {
    private static final String SALT = "encodedState";

    private final OAuthSettings settings;

    StateParameter(OAuthSettings settings) {
        this.settings = settings;
    }

    /** @param origin the callback address that is to finish the sign-in; {@code null} where it is the one that is registered */
    String make(@Nullable String origin) {
        var claims = Claims.NONE
                .withPresent("origin", origin)
                .with("random", settings.randomness().base64Url(32));
        return settings.codec()
                .encode(new EncodeParams(claims, settings.secrets(), SALT, SealedCookies.LIFE.toSeconds()));
    }

    /** The callback address it names, if any. */
    Optional<String> origin(String state, String providerId) {
        try {
            return settings.codec()
                    .decode(new DecodeParams(state, settings.secrets(), SALT))
                    .map(claims -> claims.text("origin"));
        } catch (JoseException e) {
            throw new AuthException(ErrorType.INVALID_CHECK, "the state could not be read", e, providerId);
        }
    }
}
