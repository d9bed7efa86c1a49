package dev.cardea.token;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;

/**
 * Marks a session token that development mode issued: the member {@code development} of the claim {@code cardea}.
 * Internal.
 *
 * <p>Development mode signs in any user without proof. So a core outside of development mode and every
 * other reader reject such a token, even under the same secret.
 */
public final class DevelopmentMark {
    private static final String CLAIM = "cardea";
    private static final String MEMBER = "development";
    private static final Claim<Claims> RESERVED = Claim.object(CLAIM);

    private DevelopmentMark() {}

    /** Returns whether the token has the mark. Any value but {@code false} counts. */
    public static boolean isOn(Claims token) {
        return token.get(RESERVED)
                .map(reserved -> reserved.has(MEMBER) && !Boolean.FALSE.equals(reserved.value(MEMBER)))
                .orElse(false);
    }

    /** Returns the token with the mark, and everything else as it is. */
    public static Claims on(Claims token) {
        var reserved = token.get(RESERVED).orElse(Claims.NONE);
        return token.with(CLAIM, reserved.with(MEMBER, true).asMap());
    }

    /** Returns the token without the mark, and everything else as it is. */
    public static Claims off(Claims token) {
        if (!isOn(token)) return token;
        var rest = token.get(RESERVED).orElse(Claims.NONE).without(MEMBER);
        return rest.isEmpty() ? token.without(CLAIM) : token.with(CLAIM, rest.asMap());
    }
}
