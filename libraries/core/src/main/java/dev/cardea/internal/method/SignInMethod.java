package dev.cardea.internal.method;

import dev.cardea.action.InternalResponse;
import dev.cardea.http.Cookie;
import dev.cardea.internal.limit.Permit;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.net.IpAddress;
import java.util.List;
import java.util.Optional;

/** One configured provider, ready to sign users in. Safe for concurrent use. */
public interface SignInMethod {
    /** Returns what differs from other methods. */
    Traits traits();

    /**
     * Starts a sign-in: returns where to send the browser, and the cookies to set. Called only for methods that start with
     * {@link Traits.Start#REQUEST}; all others start on the sign-in page.
     *
     * @throws dev.cardea.error.AuthException if the sign-in cannot start
     */
    default SignInStart begin(MethodRequest request) {
        return new SignInStart(request.authRequest().baseUrl() + "/signin", List.of());
    }

    /**
     * Returns what the script of the sign-in page passes to the browser. Called only for methods that start with
     * {@link Traits.Start#SCRIPT}.
     */
    default InternalResponse options(MethodRequest request) {
        throw new UnsupportedOperationException("this method has no script");
    }

    /**
     * Returns the answer to a callback that another site posted, if it must come again as a GET to bring the visitor's
     * cookies. Called before any cookie is read.
     */
    default Optional<InternalResponse> carryOver(MethodRequest request) {
        return Optional.empty();
    }

    /**
     * Takes a permit for one attempt to complete a sign-in.
     *
     * @throws dev.cardea.error.TooManyRequestsException if a budget is exhausted
     */
    default Permit permit(RateLimitGuard guard, MethodRequest request, Optional<IpAddress> client) {
        return guard.callback(request.authRequest().providerId().orElseThrow(), client);
    }

    /**
     * Returns what the visitor can enter in this browser. Empty if the method sends no codes. Nothing is looked up for it.
     */
    default Optional<RequestedCode> requestedCode(MethodRequest request) {
        return Optional.empty();
    }

    /**
     * Completes a sign-in: returns the verified identity of the user, or the origin that has to complete it.
     *
     * @throws dev.cardea.error.AuthException if the identity is not verified
     */
    Outcome complete(MethodRequest request);

    /** Returns the cookies to clear in the browser after {@link #complete} failed. */
    default List<Cookie> abandoned(MethodRequest request) {
        return List.of();
    }
}
