package dev.cardea.internal.session;

import dev.cardea.adapter.SessionRows;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.error.AdapterException;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.token.ReservedClaim.Mark;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that only the cookie has. They count until they expire, with one exception: a token that was issued under an
 * unverified address ends when another sign-in verifies that address, which only the store knows.
 */
final class UnrecordedTokens implements TokenRecords {
    private final @Nullable Store store;

    /** @param store {@code null} where there is none: marked tokens have ended then, and no user is known */
    UnrecordedTokens(@Nullable Store store) {
        this.store = store;
    }

    @Override
    public SessionTraits traits() {
        return SessionTraits.JWT;
    }

    @Override
    public Verdict check(Claims token) {
        if (!Mark.UNVERIFIED.isOn(token)) return Verdict.LIVE;
        try {
            return user(token.text("sub"), true).isPresent() ? Verdict.LIVE : Verdict.ENDED;
        } catch (AdapterException e) {
            return Verdict.unknown(e);
        }
    }

    @Override
    public Verdict confirm(Claims token) {
        return check(token);
    }

    @Override
    public Optional<Holder> holder(Claims token, Claims kept) {
        return user(kept.text("sub"), Mark.UNVERIFIED.isOn(token)).map(user -> new Holder(user, null));
    }

    private Optional<User> user(@Nullable String sub, boolean isMarked) {
        if (store == null || sub == null) return Optional.empty();
        return store.getUser(sub).filter(user -> !isMarked || user.emailVerified() == null);
    }

    /** Without a store there is no user to link an account to. */
    @Override
    public Optional<String> owner(Claims token) {
        return store == null ? Optional.empty() : Optional.ofNullable(token.text("sub"));
    }

    @Override
    public Optional<Instant> prolong(Claims token, Verdict verdict, Instant end) {
        return Optional.of(end);
    }

    @Override
    public Optional<Claims> adopted(String value, @Nullable Claims token) {
        return Optional.empty();
    }

    @Override
    public boolean isAdopted(String value, Claims token) {
        return false;
    }

    @Override
    public @Nullable StoredSession open(Store unit, NewSession facts) {
        return null;
    }

    @Override
    public boolean end(Store unit, Claims token) {
        return true;
    }

    /** A configuration without records has no such logout. */
    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {}

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        return new SessionRows(unit);
    }
}
