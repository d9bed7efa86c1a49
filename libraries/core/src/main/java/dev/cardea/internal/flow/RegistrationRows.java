package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.internal.method.NewCredential;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Clock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a registration writes: user, account and passkey. Without a unit of work it takes back what it wrote
 * before a step that fails.
 */
final class RegistrationRows {
    private final Store unit;
    private final boolean isAtomic;
    private final Consumer<BiConsumer<Events, EventRequest>> events;
    private final VerifiedIdentity identity;
    private final SessionOpening opening;
    private final EventPublisher publisher;
    private final Clock clock;

    RegistrationRows(
            RegistrationUnit unit,
            VerifiedIdentity identity,
            SessionOpening opening,
            EventPublisher publisher,
            Clock clock) {
        this.unit = unit.store();
        isAtomic = unit.isAtomic();
        events = unit.events();
        this.identity = identity;
        this.opening = opening;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** @param isVerified whether this sign-in verified the address */
    User createUser(boolean isVerified) {
        return createUser(identity.user().with("emailVerified", isVerified ? clock.instant() : null));
    }

    /** Without the address, which the provider has not verified. */
    User createUserWithoutEmail() {
        return createUser(identity.user().with("email", null).with("emailVerified", null));
    }

    private User createUser(User newcomer) {
        var described = opening.admitted(newcomer, identity.account());
        var user = unit.createUser(described);
        described.claims().asMap().forEach((name, value) -> {
            if (value != null && !user.claims().has(name)) publisher.warn("user-field-not-stored: " + name);
        });
        publish((events, cause) -> events.createUser(new Events.CreateUser(user, cause)));
        return user;
    }

    /** @param unverifiedEmail the user's address, if the provider has not verified it */
    void link(User user, boolean isNewUser, @Nullable String unverifiedEmail) {
        var stored = identity.stored();
        try {
            var linked = stored.with("userId", user.id());
            // Another program may have removed the same account of this user, and left what it does not know.
            boolean isCleared = !isNewUser && unit.has(UnverifiedEmails.class);
            unit.linkAccount(
                    unverifiedEmail != null || isCleared
                            ? linked.with(Account.UNVERIFIED_EMAIL, unverifiedEmail)
                            : linked);
        } catch (AdapterException e) {
            undoUser(user, isNewUser);
            throw e;
        }
    }

    void publishLink(User user) {
        publish((events, cause) ->
                events.linkAccount(new Events.LinkAccount(user, identity.stored(), identity.user(), cause)));
    }

    /** @param changed makes what is stored of the fresh tokens */
    void updateTokens(User owner, UnaryOperator<Account> changed) {
        if (!unit.has(AccountUpdates.class)) return;
        unit.updateAccount(changed.apply(identity.stored().with("userId", owner.id())));
    }

    void enrol(NewCredential enrolment, Registration registered) {
        try {
            store(enrolment, idOf(registered.user()));
        } catch (AdapterException e) {
            undoAll(registered, true);
            throw e;
        }
    }

    private void store(NewCredential enrolment, String userId) {
        var row = enrolment.authenticator().userId(userId);
        unit.createAuthenticator(row);
        var handle = enrolment.userHandle();
        if (handle == null || !unit.has(PasskeyRecords.class)) return;
        unit.updatePasskey(PasskeyChange.of(row.credentialID()).created(clock.instant(), handle));
    }

    void publish(BiConsumer<Events, EventRequest> event) {
        events.accept(event);
    }

    /** Takes back everything that was written for a sign-in that ends here. */
    void undoAll(Registration registered, boolean isLinked) {
        if (!isAtomic) undo(registered, isLinked);
        undoUser(registered.user(), Boolean.TRUE.equals(registered.isNewUser()));
    }

    /** Takes back the session, and the account if this sign-in linked it. */
    void undo(Registration registered, boolean isLinked) {
        opening.takeBack(registered.session());
        if (isLinked) undo(() -> unit.unlink(identity.account()));
    }

    /** Without a unit of work, a new user without a way to sign in would stay and keep the address taken. */
    private void undoUser(User user, boolean isNewUser) {
        if (isNewUser && !isAtomic) undo(() -> unit.deleteUser(idOf(user)));
    }

    private void undo(Runnable step) {
        try {
            step.run();
        } catch (AuthException e) {
            publisher.log(e);
        }
    }
}
