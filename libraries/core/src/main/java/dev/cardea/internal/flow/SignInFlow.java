package dev.cardea.internal.flow;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import dev.cardea.hook.SignInParams;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.NewLogin;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.User;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps of every sign-in after its method: callback, registration, session, events and redirect. */
public final class SignInFlow {
    private final Callbacks callbacks;
    private final Redirects redirects;
    private final Registrar registrar;
    private final SessionStrategy sessions;
    private final EventPublisher publisher;
    private final @Nullable Store store;
    private final @Nullable String newUserPage;
    private final RestoreQueue restores;

    public SignInFlow(
            Callbacks callbacks,
            Redirects redirects,
            Registrar registrar,
            SessionStrategy sessions,
            EventPublisher publisher,
            @Nullable Store store,
            @Nullable String newUserPage) {
        this.callbacks = callbacks;
        this.redirects = redirects;
        this.registrar = registrar;
        this.sessions = sessions;
        this.publisher = publisher;
        this.store = store;
        this.newUserPage = newUserPage;
        restores = new RestoreQueue(publisher);
    }

    public InternalResponse begin(SignInMethod method, MethodRequest request) {
        observe(request, Step.SignInStart::new);
        var cookie = SessionCookie.read(request.cookies(), request.authRequest().cookies());
        var begun = method.begin(request.beginner(sessions.owner(cookie).orElse(null)));
        return InternalResponse.redirect(begun.next(), begun.cookies());
    }

    public InternalResponse complete(SignInMethod method, MethodRequest request) {
        var outcome = method.complete(request);
        if (outcome instanceof Outcome.ForwardToOrigin elsewhere) {
            return InternalResponse.redirect(elsewhere.url(), elsewhere.cookies());
        }
        var identity = (VerifiedIdentity) outcome;
        var decision = ask(identity);
        if (decision instanceof Decision.RedirectTo to) return redirect(to, request, identity.cleared());
        if (!(decision instanceof Decision.Allow))
            throw new AccessDeniedException("the signIn callback returned false", null);
        return finish(identity, request);
    }

    private InternalResponse finish(VerifiedIdentity identity, MethodRequest request) {
        var cookie = SessionCookie.read(request.cookies(), request.authRequest().cookies());
        var registered = register(new SessionFacts(identity, request), cookie);
        var login = new NewLogin(
                registered.user(),
                registered.account(),
                identity.profile(),
                registered.isNewUser(),
                registered.session(),
                registered.isUnverified());
        var cookies = new ArrayList<>(identity.cleared());
        cookies.addAll(sessions.issue(login, cookie));
        publisher.publish((events, cause) -> events.signIn(new Events.SignIn(
                login.user(),
                login.account(),
                login.profile(),
                isRegistered(identity) ? login.isNewUser() : null,
                cause)));
        observe(
                request,
                provider -> new Step.SignInEnd(
                        provider,
                        Step.SignInEnd.Result.SUCCESS,
                        null,
                        isRegistered(identity) ? login.isNewUser() : null));
        observe(
                request,
                provider -> new Step.Answer(
                        isSentToNewUserPage(login) ? Step.Answer.Page.NEW_USER : Step.Answer.Page.CALLBACK_URL, null));
        return InternalResponse.redirect(target(login, request), cookies);
    }

    private static void observe(MethodRequest request, Function<ProviderId, Step> step) {
        var observation = RequestObservation.current();
        if (observation == null) return;
        var provider =
                request.authRequest().providerId().map(observation::provider).orElse(ProviderId.UNKNOWN);
        observation.add(step.apply(provider));
    }

    private Registration register(SessionFacts facts, SessionCookie cookie) {
        var identity = facts.identity();
        if (!isRegistered(identity)) return unregistered(facts, cookie);
        try {
            return registrar.register(facts, cookie);
        } catch (AuthException e) {
            if (e.type() == ErrorType.ADAPTER_ERROR) restore(identity, e);
            throw e;
        }
    }

    /** Credentials are never registered: the application knows its users. With database sessions a row is opened. */
    private Registration unregistered(SessionFacts facts, SessionCookie cookie) {
        var identity = facts.identity();
        StoredSession session = null;
        if (store != null) {
            sessions.close(store, cookie);
            session = sessions.open(
                    store, facts.of(Objects.requireNonNull(identity.user().id())));
        }
        return new Registration(identity.user(), identity.account(), false, session, false);
    }

    private void restore(VerifiedIdentity identity, AuthException failure) {
        if (StoreException.isCausedBy(StoreUnavailableException.class, failure)) {
            restores.add(identity.restore());
            return;
        }
        try {
            identity.restore().run();
        } catch (RuntimeException e) {
            publisher.log(failure);
            throw new AuthException(ErrorType.VERIFICATION, "the sign-in failed and its link no longer works", e);
        }
    }

    private Decision ask(VerifiedIdentity identity) {
        if (!callbacks.isSignInSet()) return Decision.allow();
        var params = new SignInParams(
                storedUser(identity), identity.account(), identity.profile(), false, identity.credentials());
        try {
            return callbacks.signIn().apply(params);
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AccessDeniedException(e.getMessage(), e);
        }
    }

    private User storedUser(VerifiedIdentity identity) {
        var account = identity.account();
        if (store == null || identity.traits().findsUser()) return identity.user();
        return store.getUserByAccount(account.provider(), account.providerAccountId())
                .orElse(identity.user());
    }

    private InternalResponse redirect(Decision.RedirectTo to, MethodRequest request, List<Cookie> cookies) {
        var origin = request.authRequest().origin();
        return InternalResponse.redirect(Redirects.location(redirects.ask(to.url(), origin), origin), cookies);
    }

    private String target(NewLogin login, MethodRequest request) {
        var origin = request.authRequest().origin();
        if (newUserPage == null || !isSentToNewUserPage(login))
            return Redirects.location(request.callbackUrl(), origin);
        return Redirects.page(newUserPage, origin, Redirects.parameter("callbackUrl", request.callbackUrl()));
    }

    private boolean isSentToNewUserPage(NewLogin login) {
        return newUserPage != null && Boolean.TRUE.equals(login.isNewUser());
    }

    private static boolean isRegistered(VerifiedIdentity identity) {
        return identity.traits().registration() != Traits.Registration.NEVER;
    }
}
