package dev.cardea.token;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;

/**
 * Marks a session token that was issued while the user's email address was unverified, by a sign-in method that
 * verifies no address: the member {@code unverified} of the claim {@code cardea}. Internal.
 *
 * <p>Such a token ends when the owner of the address verifies it. Only the store knows whether that has happened, so
 * every reader either asks the store or rejects the token.
 */
public final class UnverifiedMark {
    private static final String CLAIM = "cardea";
    private static final String MEMBER = "unverified";
    private static final Claim<Claims> RESERVED = Claim.object(CLAIM);

    private UnverifiedMark() {}

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
}
