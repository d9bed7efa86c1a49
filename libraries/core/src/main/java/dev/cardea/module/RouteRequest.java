package dev.cardea.module;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserChange;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.Login;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request for a {@link Route}. Not for sharing between threads. */
public interface RouteRequest {
    /** Returns the request: its fields, the origin of the site, and the second segment of the path. */
    AuthRequest request();

    /**
     * Returns the request as it arrived, with the headers and the address of the peer. {@link #request} has those of the
     * client, as trusted headers state them.
     */
    Request received();

    /**
     * Returns the CSRF token for a form of the route; {@code null} unless its rule is {@link CsrfRule#TOKEN}, or where the
     * framework protects posts itself.
     */
    @Nullable String csrfToken();

    /**
     * Returns where to send the visitor afterwards, validated by the {@code redirect} callback: the field or query parameter
     * {@code callbackUrl}, else what the browser remembers, else the origin. Always the origin unless the rule is
     * {@link CsrfRule#TOKEN}.
     */
    String callbackUrl();

    /**
     * Returns who is signed in; empty if no user is. Reads the session at each call, and does not renew it.
     *
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     * @throws dev.cardea.error.AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    Optional<Session> session();

    /**
     * Returns who is signed in, with the stored user and the id of the session; empty if no user is. Asks the store at each
     * call whether the session was ended, so it is for what changes accounts and sessions.
     *
     * @throws dev.cardea.error.ConfigurationException with the strategy {@code jwt}: the store doesn't have its sessions
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     * @throws dev.cardea.error.AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    Optional<Login> login();

    /**
     * Returns the store of the configuration.
     *
     * @throws dev.cardea.error.ConfigurationException where there is none
     */
    Store store();

    /**
     * Begins a sign-in, as {@code Auth.signIn} does, and returns the redirect with its cookies. Without {@code redirectTo} the
     * visitor comes to {@link #callbackUrl} afterwards. The sign-in needs no further CSRF token.
     *
     * <p><b>Security:</b> call it only for a request that has passed {@link CsrfRule#TOKEN} or {@link CsrfRule#SAME_ORIGIN}.
     * Otherwise another site could sign a visitor in to an attacker's account (login CSRF).
     *
     * @throws dev.cardea.error.AuthException if the sign-in is rejected
     */
    InternalResponse signIn(SignIn signIn);

    /**
     * Makes a change after which only this browser is still signed in, such as a new password. All other sessions of the user
     * end. This one is replaced by a new one with another token and another id, and the same beginning and provider. The
     * event {@code sessionEnded} reports each other session once.
     *
     * <p>In a store with units of work, all of this is one unit, whose first statement locks the user. It may be repeated, so
     * change nothing outside of the {@code Store}. In a store without units, other sessions end before the change and after
     * it, and the new session comes last. After a failure halfway, fewer sessions are open, and a repetition ends the rest.
     *
     * @param change what to change; refuses by an {@link dev.cardea.error.AuthException}. Any other exception is reported as one
     *     of type {@code CallbackRouteError}. Each takes back what the unit has stored
     * @param opened is called with the id of the new session
     * @return the cookies of the new session, which the response must send
     * @throws dev.cardea.error.ConfigurationException with the strategy {@code jwt}: its sessions can't be ended
     * @throws dev.cardea.error.AuthException of type {@code AccessDenied} if no user is signed in, also if another request has
     *     ended the session meanwhile
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    List<Cookie> reopen(Consumer<Store> change, BiConsumer<Store, String> opened);

    /**
     * Replaces the session of this browser after its user has proven more: the new one has another token and another id, and the
     * same beginning and provider. The old token is worth nothing from then on. The user's other sessions stay, and no event
     * is published. Otherwise as {@link #reopen(Consumer, BiConsumer)}.
     *
     * @param opened is called with the id of the new session
     * @return the cookies of the new session, which the response must send
     * @throws dev.cardea.error.ConfigurationException with the strategy {@code jwt}: its sessions can't be ended
     * @throws dev.cardea.error.AuthException of type {@code AccessDenied} if no user is signed in, also if another request has
     *     ended the session meanwhile
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    List<Cookie> replaceSession(BiConsumer<Store, String> opened);

    /**
     * Returns who is signed in, with the cookies that extend a session which is due. The response must send them.
     *
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     * @throws dev.cardea.error.AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    SessionRead renewedSession();

    /**
     * Asks the {@code authorized} callback about another request, and returns whether it allows the visitor to see the
     * page.
     *
     * @param session of the visitor; {@code null} if no user is signed in
     */
    boolean isAuthorized(Request other, @Nullable Session session);

    /**
     * Makes the response to a visitor who may not see a page: 403, as a page where one was asked for, else as
     * {@code {"error":"forbidden"}}.
     *
     * @param other the request for the page
     * @param session of the visitor; {@code null} if no user is signed in
     */
    InternalResponse forbidden(Request other, @Nullable Session session);

    /** Returns the language in which the visitor sees the built-in pages, for {@code AuthConfig.Builder.texts}. */
    Locale locale();

    /**
     * Changes a stored user, and publishes the event {@code updateUser} after the unit of work. A session that
     * {@link #reopen} makes in the same request has the changed user.
     *
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    User updateUser(Store unit, UserChange change);

    /**
     * Changes the user who is signed in, such as the name, and publishes the event {@code updateUser}. Every session stays. With
     * {@code database} sessions, each shows the user as stored. With tokens, that of this browser does; those of other browsers
     * show what they know of the user until the next sign-in.
     *
     * @return the cookies by which this browser's session has the changed user, which the response must send
     * @throws dev.cardea.error.AuthException of type {@code AccessDenied} if this user isn't signed in
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    List<Cookie> updateUser(UserChange change);

    /** Makes a page in the frame of the built-in pages, with their look and their headers. */
    InternalResponse page(int status, ModulePage page);

    /**
     * Returns the address of the sign-in page.
     *
     * @param callbackUrl where the visitor goes afterwards; the page passes it through the {@code redirect} callback
     */
    String signInUrl(String callbackUrl);

    /**
     * Resumes a sign-in that a {@link SignInStep} paused: asks the step again, with the further proofs, and
     * signs the user in if it lets the sign-in go on. The response has the session's cookie, and redirects to where the
     * sign-in was to lead. It may also be another pause, or a refusal.
     *
     * <p>A sign-in can be resumed for ten minutes, and each call for itself: take the sealed sign-in out of where it is stored,
     * by an operation that succeeds once, and then call this.
     *
     * @param userId the user who gave the proofs; the sign-in of another one doesn't open
     * @param sealed the result of {@link SignInAttempt#seal}
     * @param proofs what the user has shown since; may be empty
     * @throws dev.cardea.error.AuthException of type {@code Verification} if the sign-in doesn't open or has ended, if the
     *     user or the account is gone, or if the user's email address was verified meanwhile. The same if the session is over
     *     to which it adds an account
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    InternalResponse resume(String userId, String sealed, List<Proof> proofs);

    /**
     * Publishes the event {@code accountChanged} with this request. In a unit of work call it afterwards, as a unit may be
     * repeated or taken back: {@code unit.afterUnit(…)} does so.
     *
     * <p><b>Security:</b> audit logs keep the details, and other processes receive them. Put no secret and no email address
     * into them.
     *
     * @param kind what happened: lowercase letters and hyphens, such as {@code password-changed}
     */
    void publishAccountChange(String kind, String userId, Claims details);

    /**
     * Takes one attempt from the route's own budget, which counts by the client's address. Without effect where the
     * address is unknown, or where {@code rateLimits} is off.
     *
     * @return the attempt, to be refunded if it succeeds
     * @throws dev.cardea.error.TooManyRequestsException if the budget is exhausted; rejected with 429
     */
    CountedAttempt countAttempt(Limit limit);

    /**
     * Takes one attempt from a module's budget, such as the wrong passwords of a user. All processes count together where
     * {@code rateLimits} has a limiter that they share. Without effect where {@code rateLimits} is off.
     *
     * @param name of the budget: lowercase letters and hyphens, and for each budget of all modules another one. The log has it
     * @param owner whose budget it is, such as the id of a user or an email address in its normal form; the limiter gets
     *     a keyed hash of it
     * @param limit the same for each call with this name
     * @return the attempt, to be refunded if it succeeds
     * @throws dev.cardea.error.TooManyRequestsException if the budget is exhausted; rejected with 429
     */
    CountedAttempt countAttempt(String name, String owner, Limit limit);
}
