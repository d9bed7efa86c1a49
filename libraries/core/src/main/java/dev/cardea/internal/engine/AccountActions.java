package dev.cardea.internal.engine;

import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Request;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.Login;
import dev.cardea.module.SignInStep;
import dev.cardea.provider.RelyingParty;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an application asks for in code about accounts, sessions and passkeys of the signed-in user. */
public final class AccountActions {
    private final OriginGate originGate;
    private final RequestSteps steps;
    private final SessionStrategy sessions;
    private final @Nullable Store store;
    private final SignInMethods methods;
    private final @Nullable SignInStep step;
    private final Clock clock;
    private final EventPublisher publisher;

    AccountActions(
            OriginGate originGate,
            RequestSteps steps,
            SessionStrategy sessions,
            @Nullable Store store,
            SignInMethods methods,
            @Nullable SignInStep step,
            Clock clock,
            EventPublisher publisher) {
        this.originGate = originGate;
        this.steps = steps;
        this.sessions = sessions;
        this.store = store;
        this.methods = methods;
        this.step = step;
        this.clock = clock;
        this.publisher = publisher;
    }

    /** Who is signed in, for what changes accounts and sessions. */
    public Optional<CurrentLogin> currentLogin(Request http) {
        return steps.call(http, () -> sessions.current(originGate.sessionCookie(http, originGate.trustedOrigin(http))));
    }

    /** @throws ConfigurationException where the store doesn't have the sessions */
    public Optional<Login> login(Request http) {
        return steps.call(http, () -> sessions.login(originGate.sessionCookie(http, originGate.trustedOrigin(http))));
    }

    /** @throws ConfigurationException where there is no adapter */
    public LinkedAccounts linkedAccounts() {
        return new LinkedAccounts(required(), methods.traits(), step);
    }

    /**
     * The sessions of any user, for code that no visitor's request asks for.
     *
     * @throws ConfigurationException where there is no adapter, or sessions can't be ended
     */
    public ActiveSessions administeredSessions() {
        sessions.traits().requireEnd();
        return new ActiveSessions(sessions.stored(required(), Reason.ADMINISTRATOR), clock, publisher, Runnable::run);
    }

    /** Deletes a user with all sessions, in one unit where the store has units. */
    public void deleteUser(String userId) {
        required().inUnit(unit -> {
            var stored = sessions.stored(unit, Reason.USER_DELETED);
            if (stored.canList()) stored.endAll(userId, null);
            unit.deleteUser(userId);
            return unit;
        });
    }

    /** @throws ConfigurationException where there is no adapter */
    public ActiveSessions activeSessions(Request http) {
        return new ActiveSessions(
                sessions.stored(required(), Reason.ELSEWHERE),
                clock,
                publisher,
                change -> steps.call(http, () -> {
                    change.run();
                    return true;
                }));
    }

    /** The signed-in user with what their passkeys are read from; empty where the store keeps none. */
    public Optional<PasskeyOwner> passkeyOwner(Request http) {
        var origin = originGate.trustedOrigin(http);
        if (store == null || !store.has(AuthenticatorAdapter.class)) return Optional.empty();
        return sessions.current(originGate.sessionCookie(http, origin))
                .map(login -> new PasskeyOwner(
                        store,
                        linkedAccounts(),
                        methods.providers(),
                        provider -> provider.relyingParty(RelyingParty.of(origin), http)
                                .id(),
                        login.user()));
    }

    private Store required() {
        if (store != null) return store;
        throw new ConfigurationException(ErrorType.MISSING_ADAPTER, "accounts need an adapter; set adapter");
    }
}
