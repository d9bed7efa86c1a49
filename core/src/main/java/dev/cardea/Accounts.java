package dev.cardea;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.model.UnlinkResult;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How the signed-in user gets in, and where they are signed in: for the page on which people manage this.
 *
 * <pre>{@code
 * var mine = auth.accounts(request).orElseThrow();
 * mine.linked();                                    // GitHub and Google
 * mine.link("gitlab", "/settings").toResponse();    // begins a sign-in that adds an account
 * mine.unlink("github", "42");                      // REMOVED, NOT_LINKED or LAST_SIGN_IN_METHOD
 * mine.endOtherSessions();
 * }</pre>
 *
 * <p>For one request. The caller has made sure that a request that changes something comes from its own page. Every
 * method throws {@link dev.cardea.error.AdapterException} where the store fails, and an
 * {@link dev.cardea.error.AuthException} of type {@code MissingAdapterMethods} where the store cannot list.
 */
public final class Accounts {
    /** An account, without its tokens. */
    public record LinkedAccount(String provider, String providerAccountId, String type) {}

    /**
     * A place where the user is signed in.
     *
     * @param id names the session for {@link #endSession}; it is not a credential
     * @param isCurrent whether it is the session of this request
     */
    public record OpenSession(String id, Instant expires, boolean isCurrent) {}

    private final CurrentLogin login;
    private final LinkedAccounts ways;
    private final ActiveSessions sessions;
    private final Function<SignIn, Redirect> signIn;

    Accounts(CurrentLogin login, LinkedAccounts ways, ActiveSessions sessions, Function<SignIn, Redirect> signIn) {
        this.login = login;
        this.ways = ways;
        this.sessions = sessions;
        this.signIn = signIn;
    }

    public List<LinkedAccount> linked() {
        return ways.of(login.user()).stream()
                .map(account -> new LinkedAccount(account.provider(), account.providerAccountId(), account.type()))
                .toList();
    }

    /**
     * Begins a sign-in that adds an account to the signed-in user. One that belongs to another user is refused at its
     * end, with {@code OAuthAccountNotLinked}.
     *
     * @param back where to go at its end, as {@code callbackUrl}
     * @throws dev.cardea.error.AuthException where the sign-in cannot begin
     */
    public Redirect link(String provider, String back) {
        return signIn.apply(SignIn.with(provider).redirectTo(back));
    }

    /**
     * Unlinks an account, unless it is the user's last sign-in method: then nothing changes. Other sign-in methods are
     * an account of a configured provider, and a verified e-mail address where sign-in links are configured. Passwords
     * do not count, because only the application knows them.
     */
    public UnlinkResult unlink(String provider, String providerAccountId) {
        return ways.remove(login.user(), provider, providerAccountId);
    }

    /** Where the user is signed in. For database sessions: a session in a cookie has no row. */
    public List<OpenSession> sessions() {
        return sessions.of(userId()).stream()
                .map(session -> new OpenSession(
                        ActiveSessions.idOf(session),
                        session.expires(),
                        session.sessionToken().equals(currentToken())))
                .toList();
    }

    /**
     * Signs the user out there.
     *
     * @return whether there was such a session of theirs
     */
    public boolean endSession(String id) {
        return sessions.end(userId(), id);
    }

    /** Signs the user out everywhere else. */
    public void endOtherSessions() {
        sessions.endOthers(userId(), currentToken());
    }

    private String userId() {
        return Objects.requireNonNull(login.user().id(), "a stored user has an id");
    }

    private String currentToken() {
        AdapterSession current = login.session();
        return current == null ? "" : current.sessionToken();
    }
}
