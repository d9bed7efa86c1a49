package dev.cardea.examples.guides;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.StepUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** Something that needs more than a session. */
final class Payouts {
    private Payouts() {}

    static UserAccounts protect(AuthConfig.Builder config) {
        // sample
        var accounts = UserAccounts.standard();
        config.extension(accounts).callbacks(PayoutRule.callbacks(accounts));
        // end
        return accounts;
    }

    static Response pay(Auth auth, UserAccounts accounts, Request request) {
        // sample
        var missing = accounts.require(auth, request, StepUp.secondFactor());
        if (missing.isPresent()) return missing.get();
        // end
        return Response.of(200, "text/plain", "paid");
    }
}
