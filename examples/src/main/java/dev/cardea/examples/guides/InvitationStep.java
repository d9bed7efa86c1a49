package dev.cardea.examples.guides;

import dev.cardea.adapter.Store;
import dev.cardea.error.ErrorType;
import dev.cardea.module.ModuleCookie;
import dev.cardea.module.ModuleError;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;

// sample
/** Refuses new users without an invitation. Users who are stored already sign in as before. */
record InvitationStep(ModuleCookie invitation) implements SignInStep {
    static final ModuleError NOT_INVITED =
            new ModuleError(ErrorType.ACCESS_DENIED, "NotInvited", "the visitor needs the code of an invitation");

    @Override
    public Verdict admit(SignInAttempt newcomer, Store unit) {
        boolean isInvited =
                invitation.open(newcomer.cookies(), newcomer.isHttps()).isPresent();
        return isInvited ? Verdict.proceed() : Verdict.refuse(NOT_INVITED);
    }

    @Override
    public Verdict decide(SignInAttempt attempt, Store unit) {
        return Verdict.proceed();
    }
}
// end
