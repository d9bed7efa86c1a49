package dev.cardea;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.OwnAccount;
import dev.cardea.model.UnlinkResult;
import dev.cardea.module.RouteRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists, links and unlinks the accounts of the signed-in user, and lists and ends the sessions: for an account page.
 *
 * <pre>{@code
 * var mine = auth.accounts(request).orElseThrow();
 * mine.linked();                                    // GitHub and Google
 * mine.link("gitlab", "/settings").toResponse();    // begins a sign-in that adds an account
 * mine.unlink("github", "42");                      // REMOVED, NOT_LINKED or LAST_SIGN_IN_METHOD
 * mine.endOtherSessions();
 * }</pre>
 *
 * <p>Valid for one request. Every method throws {@link dev.cardea.error.AdapterException} if the store fails, and an
 * {@link dev.cardea.error.AuthException} of type {@code MissingAdapterMethods} if the store cannot list.
 *
 * <p><b>Security:</b> the methods do not check where the request comes from. Before a change, make sure that
 * {@link Auth#isSameOrigin} is {@code true}.
 */
public final class Accounts {
    /** An account, without its tokens. */
    public record LinkedAccount(String provider, String providerAccountId, String type) {}

    /**
     * A session of a user. A value that the store does not keep is {@code null}.
     *
     * @param id names the session for {@link #endSession}; it is not a credential
     * @param expires when the session ends unless it is extended
     * @param isCurrent whether it is the session of this request
     * @param begun when the user signed in
     * @param seen when the session was last used; it is updated when the session is extended, by default once a day
     * @param provider the ID of the provider with which the user signed in
     * @param client the client's IP address or network
     * @param userAgent as the browser sent it: show it as text, never as HTML
     */
    public record OpenSession(
            String id,
            Instant expires,
            boolean isCurrent,
            @Nullable Instant begun,
            @Nullable Instant seen,
            @Nullable String provider,
            @Nullable String client,
            @Nullable String userAgent) {
        static OpenSession of(StoredSession session, @Nullable StoredSession current) {
            boolean isCurrent = current != null && session.id().equals(current.id());
            var record = session.record();
            if (record == null) {
                return new OpenSession(session.id(), session.expires(), isCurrent, null, null, null, null, null);
            }
            return new OpenSession(
                    session.id(),
                    session.expires(),
                    isCurrent,
                    record.begun(),
                    record.seen(),
                    record.provider(),
                    record.client(),
                    record.userAgent());
        }
    }

    private final OwnAccount own;

    private Accounts(OwnAccount own) {
        this.own = own;
    }

    static Optional<Accounts> of(AuthEngine engine, Request request) {
        return engine.accountActions()
                .ownAccount(request, signIn -> engine.serverActions().signIn(request, signIn))
                .map(Accounts::new);
    }

    /**
     * Returns the accounts and sessions of the user who is signed in, for a route of a module; empty if no user is signed
     * in. After {@link RouteRequest#login}, it is the user whom that returned, and the store isn't asked again.
     *
     * @throws IllegalArgumentException for a request that Cardea didn't make
     * @throws dev.cardea.error.ConfigurationException if the configuration has no adapter
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     */
    public static Optional<Accounts> of(RouteRequest request) {
        return own(request).map(Accounts::new);
    }

    /** For {@link Passkeys} too, which are part of the account. */
    static Optional<OwnAccount> own(RouteRequest request) {
        if (request instanceof OwnAccount.Source source) return source.ownAccount();
        throw new IllegalArgumentException("the request of a route has an account only if Cardea has made it");
    }

    /** Returns the accounts with which the user can sign in. */
    public List<LinkedAccount> linked() {
        return own.linkedAccounts().of(own.login().user()).stream()
                .map(account -> new LinkedAccount(account.provider(), account.providerAccountId(), account.type()))
                .toList();
    }

    /**
     * Begins a sign-in that links an account to the signed-in user. If the account belongs to another user, the sign-in
     * ends with {@code OAuthAccountNotLinked}.
     *
     * @param back where the visitor is sent afterwards, as {@code callbackUrl}
     * @throws dev.cardea.error.AuthException if the sign-in cannot begin
     */
    public Redirect link(String provider, String back) {
        return own.signIn().apply(SignIn.with(provider).redirectTo(back));
    }

    /**
     * Unlinks an account. If it is the user's last sign-in method, nothing changes. Sign-in methods are the accounts of
     * configured providers, and a verified email address if sign-in links are configured. Passwords do not count,
     * because only the application knows them.
     */
    public UnlinkResult unlink(String provider, String providerAccountId) {
        return own.linkedAccounts().remove(own.login().user(), provider, providerAccountId);
    }

    /**
     * Unlinks an account as {@link #unlink(String, String)} does, in a unit of work: for a module that ends sessions with
     * it, by {@code RouteRequest.reopen}.
     */
    public UnlinkResult unlink(Store unit, String provider, String providerAccountId) {
        return own.linkedAccounts().in(unit).remove(own.login().user(), provider, providerAccountId);
    }

    /**
     * Returns whether an account is the user's last sign-in method, so that a page can say it before {@link #unlink(String,
     * String)} refuses. Of an account that the user doesn't have, it is {@code false}.
     */
    public boolean isLast(String provider, String providerAccountId) {
        return own.linkedAccounts().isLast(own.login().user(), provider, providerAccountId);
    }

    /**
     * Returns the user's sessions that have a record or a row in the store. With the strategy {@code jwt}, the session of
     * this request is not among them.
     */
    public List<OpenSession> sessions() {
        return own.sessions().of(userId()).stream()
                .map(session -> OpenSession.of(session, own.login().session()))
                .toList();
    }

    /**
     * Ends one session of the user.
     *
     * @return whether the user had such a session
     */
    public boolean endSession(String id) {
        return own.sessions().end(userId(), id);
    }

    /** Ends all sessions of the user except that of this request. */
    public void endOtherSessions() {
        own.sessions().endAll(userId(), own.login().session());
    }

    /**
     * Deletes the user from the store with everything that it has of them, sessions first. In a store with units of work, all
     * of it is one unit. The event {@code sessionEnded} reports each session with a record.
     *
     * @return the cookies that remove the session from the browser, which the response must send
     */
    public List<Cookie> deleteUser() {
        return own.delete().get();
    }

    private String userId() {
        return Objects.requireNonNull(own.login().user().id(), "a stored user has an id");
    }
}
