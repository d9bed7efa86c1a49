package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserLocks;
import dev.cardea.error.AuthException;
import dev.cardea.internal.method.Traits;
import dev.cardea.model.User;

/** One pass of a paused sign-in: looks again whether what it was decided by still holds, and opens the session. */
final class Resumption {
    private final Store unit;
    private final boolean isAtomic;
    private final PausedSignIn signIn;
    private final Traits traits;
    private final SessionOpening opening;
    private final boolean isStored;

    /** @param isStored whether the store has the user */
    Resumption(RegistrationUnit unit, PausedSignIn signIn, Traits traits, SessionOpening opening, boolean isStored) {
        this.unit = unit.store();
        isAtomic = unit.isAtomic();
        this.signIn = signIn;
        this.traits = traits;
        this.opening = opening;
        this.isStored = isStored;
    }

    /** Without a lock, looks afterwards, too: a first verification ends the sessions that are there then. */
    Registration run() {
        var user = requireUnchanged();
        var settled = new Registration(user, signIn.account(), signIn.isNewUser(), signIn.isUnverified());
        var done = opening.open(settled, false);
        if (isAtomic) return done;
        try {
            var ignored = requireUnchanged();
            return done;
        } catch (AuthException e) {
            opening.takeBack(done.session());
            throw e;
        }
    }

    private User requireUnchanged() {
        var user = present();
        if (signIn.user().emailVerified() == null && user.emailVerified() != null) {
            throw PausedSignIn.over("the user's email address was verified meanwhile");
        }
        if (!hasAccount(user)) throw PausedSignIn.over("its account is no longer the user's");
        return user;
    }

    private User present() {
        var id = signIn.userId();
        boolean canLock = isAtomic && unit.has(UserLocks.class);
        if (!isStored && !canLock) return signIn.user();
        var stored = canLock ? unit.lockUser(id) : unit.getUser(id);
        if (!isStored) return signIn.user();
        return stored.orElseThrow(() -> PausedSignIn.over("its user is gone"));
    }

    private boolean hasAccount(User user) {
        var account = signIn.account();
        return switch (traits.registration()) {
            case BY_EMAIL -> account.providerAccountId().equalsIgnoreCase(user.email());
            case BY_ACCOUNT ->
                unit.getUserByAccount(account.provider(), account.providerAccountId())
                        .filter(owner -> idOf(owner).equals(idOf(user)))
                        .isPresent();
            case NEVER -> true;
        };
    }
}
