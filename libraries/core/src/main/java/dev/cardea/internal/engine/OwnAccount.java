package dev.cardea.internal.engine;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.http.Cookie;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.CurrentLogin;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The account of the user who is signed in, for one request.
 *
 * @param passkeys empty where the store keeps none
 * @param signIn begins a sign-in of this browser
 * @param delete deletes the user with all sessions, and returns the cookies that clear this one
 */
public record OwnAccount(
        CurrentLogin login,
        LinkedAccounts linkedAccounts,
        ActiveSessions sessions,
        Optional<PasskeyOwner> passkeys,
        Function<SignIn, Redirect> signIn,
        Supplier<List<Cookie>> delete) {
    /** A request that knows the account of its user: that of a route. */
    public interface Source {
        /** Returns the account of who is signed in, as this request has read it; empty if no user is. */
        Optional<OwnAccount> ownAccount();
    }
}
