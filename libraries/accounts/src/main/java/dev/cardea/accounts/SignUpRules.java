package dev.cardea.accounts;

import dev.cardea.adapter.Store;
import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.module.ModuleError;
import dev.cardea.module.SignInAttempt;
import dev.cardea.provider.CredentialInput;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may sign up, and what they may enter. Immutable.
 *
 * @param fields what a new user may enter besides email address and password
 * @param callback of the application; {@code null}: it decides about no sign-up
 */
record SignUpRules(
        SignUp who, ProfileFields fields, @Nullable Predicate<SignUpRequest> callback) {
    static final SignUpRules STANDARD = new SignUpRules(SignUp.OPEN, ProfileFields.NAME, null);

    static final ModuleError CLOSED =
            new ModuleError(ErrorType.ACCESS_DENIED, "SignUpClosed", "accounts.signUp is closed");

    private static final ModuleError NOT_INVITED =
            new ModuleError(ErrorType.ACCESS_DENIED, "NotInvited", "the sign-in proves no address that is invited");

    /** @throws IllegalArgumentException for a name that visitors may not set */
    SignUpRules field(String name, CredentialInput input) {
        return new SignUpRules(who, fields.with(name, input), callback);
    }

    SignUpRules who(SignUp changed) {
        return new SignUpRules(changed, fields, callback);
    }

    SignUpRules callback(Predicate<SignUpRequest> changed) {
        return new SignUpRules(who, fields, changed);
    }

    boolean isOpen() {
        return who == SignUp.OPEN;
    }

    boolean isByInvitation() {
        return who == SignUp.INVITED;
    }

    boolean isClosed() {
        return who == SignUp.CLOSED;
    }

    /**
     * What the callback decided about a visitor, before the unit of work that would store the user.
     *
     * @param refusal {@code null}: the visitor may sign up
     */
    record Decision(@Nullable AuthException refusal) {}

    /**
     * Asks the callback about a visitor who isn't stored. Whether this sign-in stores a user is known only later.
     *
     * @param intention of a visitor who filled in the form for a new account
     * @return empty if there is nothing to ask
     */
    Optional<Decision> ask(SignInAttempt attempt, Optional<Intention> intention) {
        if (callback == null || isClosed()) return Optional.empty();
        AuthException refusal = null;
        try {
            if (!callback.test(request(attempt, intention))) {
                refusal = new AccessDeniedException("the signUp callback returned false", null);
            }
        } catch (AuthException e) {
            refusal = e;
        } catch (RuntimeException e) {
            refusal = new AccessDeniedException(e.getMessage(), e);
        }
        return Optional.of(new Decision(refusal));
    }

    private static SignUpRequest request(SignInAttempt attempt, Optional<Intention> intention) {
        var entered = intention.map(Intention::fields);
        var name = entered.map(it -> it.text("name"));
        return new SignUpRequest(
                attempt.user().email(),
                attempt.provesMailbox(),
                name.orElse(attempt.user().name()),
                attempt.account().provider(),
                entered.map(it -> it.without("name")).orElse(Claims.NONE),
                attempt.clientAddress().orElse(null));
    }

    /** @throws AuthException if the visitor may not become a user */
    void requireAllowed(Optional<Decision> asked) {
        if (isClosed()) throw CLOSED.exception();
        if (callback == null) return;
        var decision = asked.orElseThrow(() -> new AccessDeniedException("the signUp callback was not asked", null));
        if (decision.refusal != null) throw decision.refusal;
    }

    /**
     * Returns the invitation of the address that a newcomer has proven; empty if none is needed.
     *
     * @throws AuthException if the newcomer needs an invitation, and has none
     */
    Optional<Invitation> invitation(SignInAttempt newcomer, Store unit) {
        if (!isByInvitation()) return Optional.empty();
        if (!newcomer.provesMailbox()) throw NOT_INVITED.exception();
        var invitation = Invitation.of(unit, newcomer.account().providerAccountId());
        return Optional.of(invitation.orElseThrow(NOT_INVITED::exception));
    }

    /**
     * Takes the invitation of a new user, who is stored: in a store without units, a crash before leaves the invitation.
     *
     * @param invitation with whose fields the user is stored
     * @throws AuthException if another sign-in has taken it, or an administrator has withdrawn or replaced it
     */
    void useInvitation(SignInAttempt attempt, Optional<Invitation> invitation, Store unit) {
        if (!isByInvitation() || !attempt.isNewUser() || attempt.isResumed()) return;
        var actor = invitation
                .filter(it -> it.accept(unit, attempt.account().providerAccountId()))
                .orElseThrow(NOT_INVITED::exception)
                .actor();
        unit.afterUnit(() -> attempt.publishAccountChange("invitation-accepted", Claims.of("actor", actor)));
    }
}
