package dev.cardea.internal.engine;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Request;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.AdministeredChange;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.Login;
import dev.cardea.module.PageRequest;
import dev.cardea.module.SiteContext;
import dev.cardea.provider.RelyingParty;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an application asks for in code about accounts, sessions and passkeys of the signed-in user. */
public final class AccountActions {
    private final Site site;
    private final OriginGate originGate;
    private final RequestSteps steps;
    private final SessionStrategy sessions;
    private final @Nullable Store store;
    private final SignInMethods methods;
    private final EventPublisher publisher;

    AccountActions(
            Site site,
            OriginGate originGate,
            RequestSteps steps,
            SessionStrategy sessions,
            @Nullable Store store,
            SignInMethods methods,
            EventPublisher publisher) {
        this.site = site;
        this.originGate = originGate;
        this.steps = steps;
        this.sessions = sessions;
        this.store = store;
        this.methods = methods;
        this.publisher = publisher;
    }

    /**
     * The account of the user who is signed in.
     *
     * @param signIn begins a sign-in of this browser
     * @throws ConfigurationException where there is no adapter
     */
    public Optional<OwnAccount> ownAccount(Request http, Function<SignIn, Redirect> signIn) {
        var origin = originGate.trustedOrigin(http);
        Consumer<Runnable> during = change -> steps.call(http, () -> {
            change.run();
            return true;
        });
        return steps.call(http, () -> {
            var cookie = originGate.sessionCookie(http, origin);
            return ownAccount(sessions.logins().current(cookie), cookie, origin, http, signIn, during);
        });
    }

    /**
     * As {@link #ownAccount(Request, Function)}, for a request that is being answered.
     *
     * @param current who is signed in
     */
    Optional<OwnAccount> ownAccount(
            Optional<CurrentLogin> current, OriginGate.AcceptedRequest accepted, Function<SignIn, Redirect> signIn) {
        var request = accepted.request();
        return ownAccount(current, accepted.sessionCookie(), request.origin(), request.http(), signIn, Runnable::run);
    }

    private Optional<OwnAccount> ownAccount(
            Optional<CurrentLogin> current,
            SessionCookie cookie,
            String origin,
            Request http,
            Function<SignIn, Redirect> signIn,
            Consumer<Runnable> during) {
        var linked = linkedAccounts();
        return current.map(login -> new OwnAccount(
                login,
                linked,
                activeSessions(Reason.ELSEWHERE, during),
                passkeyOwner(login, linked, origin, http),
                signIn,
                () -> {
                    during.accept(
                            () -> deleteUser(Objects.requireNonNull(login.user().id())));
                    return cookie.clear();
                }));
    }

    private LinkedAccounts linkedAccounts() {
        return new LinkedAccounts(required(), methods.traits(), site.settings().signInStep);
    }

    /** What the passkeys of the user who is signed in are read from; empty also where there is no store. */
    public Optional<PasskeyOwner> ownPasskeys(Request http) {
        if (store == null) return Optional.empty();
        var origin = originGate.trustedOrigin(http);
        return steps.call(
                http,
                () -> sessions.logins()
                        .current(originGate.sessionCookie(http, origin))
                        .flatMap(login -> passkeyOwner(login, linkedAccounts(), origin, http)));
    }

    /** Empty where the store keeps no passkeys. */
    private Optional<PasskeyOwner> passkeyOwner(
            CurrentLogin login, LinkedAccounts linked, String origin, Request http) {
        var rows = required();
        if (!rows.has(AuthenticatorAdapter.class)) return Optional.empty();
        return Optional.of(new PasskeyOwner(
                rows,
                linked,
                methods.providers(),
                provider -> provider.relyingParty(RelyingParty.of(origin), http).id(),
                login.user()));
    }

    /** @throws ConfigurationException where the store doesn't have the sessions */
    public Optional<Login> login(Request http) {
        return steps.call(
                http,
                () -> sessions.login(originGate.sessionCookie(http, originGate.trustedOrigin(http)))
                        .flatMap(CurrentLogin::login));
    }

    /** @param visitor who has the cookies */
    public PageRequest page(Request visitor, Request page) {
        return new VisitedPage(site, store, () -> originGate.trustedOrigin(visitor), page, () -> login(visitor));
    }

    /** As {@link #page(Request, Request)}, for a request that is being answered. */
    PageRequest page(OriginGate.AcceptedRequest accepted, Request page) {
        return new VisitedPage(
                site,
                store,
                () -> accepted.request().origin(),
                page,
                () -> sessions.login(accepted.sessionCookie()).flatMap(CurrentLogin::login));
    }

    /**
     * The sessions of any user, for code that no visitor's request asks for.
     *
     * @throws ConfigurationException where there is no adapter, or sessions can't be ended
     */
    public ActiveSessions administeredSessions() {
        sessions.traits().requireEnd();
        return activeSessions(Reason.ADMINISTRATOR, Runnable::run);
    }

    /**
     * The site for code that no visitor's request asks for.
     *
     * @throws ConfigurationException where there is no adapter, or sessions can't be ended
     */
    public SiteContext administeredSite() {
        sessions.traits().requireEnd();
        var change = new AdministeredChange(required(), sessions, site.settings().clock, publisher);
        return new AdministeredSite(site, required(), change, publisher);
    }

    private ActiveSessions activeSessions(Reason reason, Consumer<Runnable> during) {
        var stored = sessions.storage().stored(required(), reason);
        return new ActiveSessions(stored, site.settings().clock, publisher, during);
    }

    /** Deletes a user with all sessions, in one unit where the store has units. */
    public void deleteUser(String userId) {
        required().inUnit(unit -> {
            var stored = sessions.storage().stored(unit, Reason.USER_DELETED);
            if (stored.canList()) stored.endAll(userId, null);
            unit.deleteUser(userId);
            return unit;
        });
    }

    private Store required() {
        if (store != null) return store;
        throw new ConfigurationException(ErrorType.MISSING_ADAPTER, "accounts need an adapter; set adapter");
    }
}
