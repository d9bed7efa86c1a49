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
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.module.Verdict;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final LogoutHints logoutHints;
    private final Set<String> withheld;
    private final RestoreQueue restores;

    /**
     * @param withheld the fields that no one receives but the sign-in method whose form has them
     */
    public SignInFlow(
            Callbacks callbacks,
            Redirects redirects,
            Registrar registrar,
            SessionStrategy sessions,
            EventPublisher publisher,
            @Nullable Store store,
            @Nullable String newUserPage,
            LogoutHints logoutHints,
            Set<String> withheld) {
        this.callbacks = callbacks;
        this.redirects = redirects;
        this.registrar = registrar;
        this.sessions = sessions;
        this.publisher = publisher;
        this.store = store;
        this.newUserPage = newUserPage;
        this.logoutHints = logoutHints;
        this.withheld = Set.copyOf(withheld);
        restores = new RestoreQueue(publisher);
    }

    /** Begins a sign-in of the visitor: an account may be linked to the user who is signed in. */
    public InternalResponse begin(SignInMethod method, MethodRequest request) {
        return begin(
                method,
                request,
                () -> sessions.logins().owner(request.sessionCookie()).orElse(null));
    }

    /** Begins a sign-in for which another site asked: it belongs to no user, so no account is linked to one. */
    public InternalResponse initiate(SignInMethod method, MethodRequest request) {
        return begin(method, request, () -> null);
    }

    private InternalResponse begin(SignInMethod method, MethodRequest request, Supplier<@Nullable String> beginner) {
        request.authRequest().providerId().ifPresent(provider -> observe(provider, Step.SignInStart::new));
        var begun = method.begin(request.without(withheld).beginner(beginner.get()));
        return InternalResponse.redirect(begun.next(), begun.cookies());
    }

    /** Proves who the visitor is, settles user and account, and concludes with the session. */
    public InternalResponse complete(SignInMethod method, MethodRequest received) {
        var request = received.without(withheld);
        var outcome = method.complete(method.traits().start() == Traits.Start.FORM ? received : request);
        if (outcome instanceof Outcome.ForwardToOrigin elsewhere) {
            return InternalResponse.redirect(elsewhere.url(), elsewhere.cookies());
        }
        var identity = (VerifiedIdentity) outcome;
        var decision = ask(identity);
        if (decision instanceof Decision.RedirectTo to) return redirect(to, request, identity.cleared());
        if (!(decision instanceof Decision.Allow))
            throw new AccessDeniedException("the signIn callback returned false", null);
        var conclusion = new Conclusion(
                request,
                identity.account().provider(),
                request.callbackUrl(),
                identity.profile(),
                isRegistered(identity),
                identity.cleared());
        return conclude(conclusion, () -> settle(identity, request));
    }

    /** Concludes a sign-in that a module paused. Its callback was asked, and its cookies were cleared, before the pause. */
    public InternalResponse resume(String userId, String sealed, List<Proof> proofs, MethodRequest request) {
        var paused = registrar.paused(userId, sealed);
        boolean isRegistered = registrar.traits(paused).registration() != Traits.Registration.NEVER;
        var conclusion = new Conclusion(
                request, paused.account().provider(), paused.callbackUrl(), paused.profile(), isRegistered, List.of());
        observe(conclusion.provider, Step.SignInResume::new);
        return conclude(conclusion, () -> registrar.resume(paused, proofs, request.sessionCookie(), request));
    }

    /**
     * What concludes a sign-in, besides its user.
     *
     * @param isRegistered whether it is known if the user is new
     * @param cleared the cookies of the sign-in, deleted
     */
    private record Conclusion(
            MethodRequest request,
            String provider,
            String callbackUrl,
            @Nullable Profile profile,
            boolean isRegistered,
            List<Cookie> cleared) {}

    private InternalResponse conclude(Conclusion conclusion, Supplier<Registration> settling) {
        Registration settled;
        try {
            settled = settling.get();
        } catch (RefusedException e) {
            if (e.path() == null) throw e;
            observe(
                    conclusion.provider,
                    provider -> new Step.SignInEnd(provider, Step.SignInEnd.Result.FAILURE, e.type(), null));
            return toRoute(e.path(), conclusion, List.of());
        }
        if (!(settled.verdict() instanceof Verdict.Pause pause)) return signedIn(settled, conclusion);
        observe(conclusion.provider, Step.SignInPause::new);
        return toRoute(pause.path(), conclusion, pause.cookies());
    }

    private static InternalResponse toRoute(String path, Conclusion conclusion, List<Cookie> set) {
        var cookies = new ArrayList<>(conclusion.cleared);
        cookies.addAll(set);
        var request = conclusion.request.authRequest();
        return InternalResponse.redirect(Redirects.location(request.baseUrl() + path, request.origin()), cookies);
    }

    private InternalResponse signedIn(Registration settled, Conclusion conclusion) {
        var login = new NewLogin(
                settled.user(),
                settled.account(),
                conclusion.profile,
                settled.isNewUser(),
                settled.session(),
                settled.isUnverified());
        var proceed = (Verdict.Proceed) settled.verdict();
        var isNewUser = conclusion.isRegistered ? login.isNewUser() : null;
        var cookies = new ArrayList<>(conclusion.cleared);
        cookies.addAll(sessions.issue(login, conclusion.request.sessionCookie()));
        cookies.addAll(logoutHints.of(login.account(), conclusion.request.cookies()));
        cookies.addAll(proceed.cookies());
        publisher.publish((events, cause) ->
                events.signIn(new Events.SignIn(login.user(), login.account(), login.profile(), isNewUser, cause)));
        observe(
                conclusion.provider,
                provider -> new Step.SignInEnd(provider, Step.SignInEnd.Result.SUCCESS, null, isNewUser));
        observe(
                conclusion.provider,
                provider -> new Step.Answer(
                        isSentToNewUserPage(login) ? Step.Answer.Page.NEW_USER : Step.Answer.Page.CALLBACK_URL, null));
        return InternalResponse.redirect(target(login, proceed, conclusion), cookies);
    }

    private static void observe(String provider, Function<ProviderId, Step> step) {
        var observation = RequestObservation.current();
        if (observation != null) observation.add(step.apply(observation.provider(provider)));
    }

    private Registration settle(VerifiedIdentity identity, MethodRequest request) {
        var cookie = request.sessionCookie();
        if (!isRegistered(identity) && !registrar.hasStep()) {
            return unregistered(SessionFacts.of(identity, request), identity, cookie);
        }
        try {
            return registrar.register(identity, cookie, request);
        } catch (AuthException e) {
            if (e.type() == ErrorType.ADAPTER_ERROR) restore(identity, e);
            throw e;
        }
    }

    /** Credentials are never registered: the application knows its users. With database sessions a row is opened. */
    private Registration unregistered(SessionFacts facts, VerifiedIdentity identity, SessionCookie cookie) {
        StoredSession session = null;
        if (store != null) {
            sessions.close(store, cookie);
            session = sessions.storage()
                    .open(store, facts.of(Objects.requireNonNull(identity.user().id())));
        }
        return new Registration(identity.user(), identity.account(), false, false).opened(session);
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

    private String target(NewLogin login, Verdict.Proceed proceed, Conclusion conclusion) {
        var request = conclusion.request.authRequest();
        var afterwards = Redirects.parameter("callbackUrl", conclusion.callbackUrl);
        if (proceed.firstPage() != null) {
            return Redirects.page(request.baseUrl() + proceed.firstPage(), request.origin(), afterwards);
        }
        if (newUserPage == null || !isSentToNewUserPage(login))
            return Redirects.location(conclusion.callbackUrl, request.origin());
        return Redirects.page(newUserPage, request.origin(), afterwards);
    }

    private boolean isSentToNewUserPage(NewLogin login) {
        return newUserPage != null && Boolean.TRUE.equals(login.isNewUser());
    }

    private static boolean isRegistered(VerifiedIdentity identity) {
        return identity.traits().registration() != Traits.Registration.NEVER;
    }
}
