package dev.cardea.token;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;

/**
 * The claim {@code cardea} of a session token. Its members are what sign-ins and the library say of the token. All other
 * claims belong to the application. Internal.
 */
public final class ReservedClaim {
    private static final String NAME = "cardea";
    private static final Claim<Claims> CLAIM = Claim.object(NAME);

    private ReservedClaim() {}

    /** A member that a token has or lacks. */
    public enum Mark {
        /**
         * The token was issued while the user's email address was unverified, by a sign-in method that verifies no address.
         * It ends when the owner of the address verifies it. Only the store knows whether that has happened, so every
         * reader either asks the store or rejects the token.
         */
        UNVERIFIED("unverified"),
        /**
         * Development mode issued the token, which signs in any user without proof. So a core outside of development mode
         * and every other reader reject it, even under the same secret.
         */
        DEVELOPMENT("development");

        private final String member;

        Mark(String member) {
            this.member = member;
        }

        /** Returns whether the token has the mark. Any value but {@code false} counts. */
        public boolean isOn(Claims token) {
            return token.get(CLAIM)
                    .map(members -> members.has(member) && !Boolean.FALSE.equals(members.value(member)))
                    .orElse(false);
        }

        /** Returns the token with the mark, and everything else as it is. */
        public Claims on(Claims token) {
            var members = token.get(CLAIM).orElse(Claims.NONE);
            return token.with(NAME, members.with(member, true).asMap());
        }

        /** Returns the token without the mark, and everything else as it is. */
        public Claims off(Claims token) {
            if (!isOn(token)) return token;
            var rest = token.get(CLAIM).orElse(Claims.NONE).without(member);
            return rest.isEmpty() ? token.without(NAME) : token.with(NAME, rest.asMap());
        }
    }

    /**
     * Returns a token with what a sign-in said of the one before it.
     *
     * @param before as it was read
     * @param token as a callback returned it: it may have lost the claim
     */
    public static Claims keep(Claims before, Claims token) {
        return Mark.UNVERIFIED.isOn(before) ? Mark.UNVERIFIED.on(token) : token;
    }

    /** Returns the claims of the application, without this one. */
    public static Claims strip(Claims token) {
        return token.without(NAME);
    }
}
