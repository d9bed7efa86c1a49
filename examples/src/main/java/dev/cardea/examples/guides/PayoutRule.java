package dev.cardea.examples.guides;

// sample
import dev.cardea.accounts.StepUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import java.time.Duration;

/** Pages below /payouts need a proof of the last five minutes, all other protected pages a session. */
public final class PayoutRule {
    private PayoutRule() {}

    public static Callbacks callbacks(UserAccounts accounts) {
        return Callbacks.DEFAULT.authorized(p -> p.path().startsWith("/payouts")
                ? accounts.decide(p, StepUp.fresh(Duration.ofMinutes(5)))
                : Decision.allowIf(p.auth() != null));
    }
}
// end
