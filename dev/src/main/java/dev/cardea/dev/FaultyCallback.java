package dev.cardea.dev;

import dev.cardea.hook.Decision;
import dev.cardea.hook.SignInParams;
import java.util.function.Function;

/** The signIn callback of the application, slow or failing while the developer wants it to be. */
record FaultyCallback(Function<SignInParams, Decision> callback, DevFaults faults)
        implements Function<SignInParams, Decision> {
    @Override
    public Decision apply(SignInParams params) {
        if (faults.fails(DevFaults.Service.CALLBACK)) {
            throw new IllegalStateException("development mode: the signIn callback fails");
        }
        return callback.apply(params);
    }
}
