package dev.cardea.internal.session;

import dev.cardea.adapter.Store;
import dev.cardea.error.AdapterException;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.token.ReservedClaim.Mark;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a token that was decrypted and has not expired still counts. A token that was issued under an unverified
 * address ends when another sign-in verifies that address, which only the store knows. Safe for concurrent use.
 */
final class TokenLiveness {
    private final @Nullable Store store;

    /** @param store {@code null} where there is none: marked tokens have ended then, and no user is known */
    TokenLiveness(@Nullable Store store) {
        this.store = store;
    }

    enum State {
        LIVE,
        ENDED,
        /** The store did not say. */
        UNKNOWN
    }

    /** @param failure why it is unknown; otherwise {@code null} */
    record Verdict(State state, @Nullable AdapterException failure) {
        private static final Verdict LIVE = new Verdict(State.LIVE, null);
        private static final Verdict ENDED = new Verdict(State.ENDED, null);
    }

    /** Reads the store only for a token that depends on it. */
    Verdict check(Claims token) {
        if (!Mark.UNVERIFIED.isOn(token)) return Verdict.LIVE;
        try {
            return user(token.text("sub"), true).isPresent() ? Verdict.LIVE : Verdict.ENDED;
        } catch (AdapterException e) {
            return new Verdict(State.UNKNOWN, e);
        }
    }

    /**
     * Returns the stored user of a token that lives, from the store each time.
     *
     * @param token as it was read
     * @param kept the same, as a callback returned it
     * @throws AdapterException if the store does not say
     */
    Optional<User> user(Claims token, Claims kept) {
        return user(kept.text("sub"), Mark.UNVERIFIED.isOn(token));
    }

    private Optional<User> user(@Nullable String sub, boolean isMarked) {
        if (store == null || sub == null) return Optional.empty();
        return store.getUser(sub).filter(user -> !isMarked || user.emailVerified() == null);
    }
}
