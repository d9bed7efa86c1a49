package dev.cardea.token;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
     * Which session a token belongs to. The application neither sees nor sets it.
     *
     * @param id names the record of the session; {@code null} if no store has one
     * @param begun when the user signed in, in seconds
     */
    public record TokenSession(@Nullable String id, Instant begun) {
        private static final int ID_LENGTH = 64;
        private static final Set<String> MEMBERS = Set.of("v", "sid", "at");
        private static final long VERSION = 1;
        /** The end of the year 9999. */
        private static final long LATEST = 253_402_300_799L;

        private static final Claim<Long> V = Claim.number("v");
        private static final Claim<Long> AT = Claim.number("at");
        private static final Claim<String> SID = Claim.text("sid");

        /** Returns the session that the token says; empty if it says none, or not in this form. */
        public static Optional<TokenSession> of(Claims token) {
            var members = token.get(CLAIM).orElse(Claims.NONE);
            if (members.get(V).filter(version -> version == VERSION).isEmpty()) return Optional.empty();
            var id = members.get(SID).orElse(null);
            if (members.has("sid") && (id == null || !isId(id))) return Optional.empty();
            return members.get(AT)
                    .filter(at -> at >= 0 && at <= LATEST)
                    .map(at -> new TokenSession(id, Instant.ofEpochSecond(at)));
        }

        /** Each request asks several times, so it isn't a pattern. */
        private static boolean isId(String text) {
            if (text.length() != ID_LENGTH) return false;
            for (int i = 0; i < ID_LENGTH; i++) {
                char c = text.charAt(i);
                if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) return false;
            }
            return true;
        }

        /** Returns the token with this session, and everything else as it is. */
        public Claims on(Claims token) {
            var members = off(token).get(CLAIM).orElse(Claims.NONE).with("v", VERSION);
            return token.with(
                    NAME,
                    members.withPresent("sid", id)
                            .with("at", begun.getEpochSecond())
                            .asMap());
        }

        /** Returns the token without a session, and everything else as it is. */
        public static Claims off(Claims token) {
            var members = token.get(CLAIM).orElse(null);
            if (members == null) return token;
            var rest = members.without(MEMBERS);
            if (rest == members) return token;
            return rest.isEmpty() ? token.without(NAME) : token.with(NAME, rest.asMap());
        }
    }

    /**
     * Returns a token with what a sign-in said of the one before it.
     *
     * @param before as it was read
     * @param token as a callback returned it: it may have lost the claim, or have a session that it made up
     */
    public static Claims keep(Claims before, Claims token) {
        var own = TokenSession.off(token);
        var kept = TokenSession.of(before).map(session -> session.on(own)).orElse(own);
        return Mark.UNVERIFIED.isOn(before) ? Mark.UNVERIFIED.on(kept) : kept;
    }

    /** Returns the claims of the application, without this one. */
    public static Claims strip(Claims token) {
        return token.without(NAME);
    }
}
