package dev.cardea.accounts;

import static dev.cardea.accounts.StoredUser.idOf;

import dev.cardea.accounts.PasswordSignIn.VerifiedPassword;
import dev.cardea.accounts.TrustedBrowserCookie.NewBrowser;
import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.module.ModuleCookie;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Proof;
import dev.cardea.module.RouteRequest;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The pause of a sign-in between the first proof and the second one. With its cookie, a visitor may enter a second factor,
 * and nothing else: there is no session yet.
 *
 * @param cookie with the name of the pause
 * @param callback of the application
 * @param trust in browsers that aren't asked again; empty where each is
 */
record FactorPause(
        SecondFactors factors,
        SessionProofs proofs,
        ModuleCookie cookie,
        Optional<TrustedBrowserCookie> trust,
        Function<SecondFactorRequest, SecondFactor> callback) {
    static final String PATH = "/factor";

    private static final ModuleError TOO_LARGE = new ModuleError(
            ErrorType.ACCESS_DENIED,
            "SignInTooLarge",
            "the provider's profile and tokens are more than a sign-in can keep while it waits for the second factor;"
                    + " ask the provider for fewer scopes or claims");

    private static final String PASSWORD = "password";
    private static final String PROVEN = "proven";
    private static final String PROVIDER = "provider";
    private static final String PROVIDER_ACCOUNT_ID = "providerAccountId";

    /** The field of a user who doesn't want to be asked in this browser again. */
    static final String TRUST = "trust";

    /** The field of a user who needs a second factor, and chooses the passkey. */
    static final String ENROL = "enrol";

    /**
     * Asks the application, before the unit of work.
     *
     * @throws AuthException if the callback throws
     */
    SecondFactor policy(SignInAttempt attempt) {
        var provider = attempt.account().provider();
        var request = new SecondFactorRequest(attempt.user(), provider, attempt.profile(), attempt.proofs());
        try {
            return Objects.requireNonNull(callback.apply(request), "the secondFactor callback returned null");
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AccessDeniedException(e.getMessage(), e);
        }
    }

    /** Returns whether the user has proven only the first factor, whichever it is, and is to prove the second one. */
    boolean isDue(SignInAttempt attempt, Store unit) {
        var policy = PreparedSignIn.of(attempt).secondFactor();
        if (hasBoth(attempt) || policy == SecondFactor.NEVER) return false;
        if (SecondFactors.has(unit, idOf(attempt.user()))) return !isTrusted(attempt, unit);
        return policy == SecondFactor.REQUIRED;
    }

    /** Returns whether this sign-in alone proves both factors, as a passkey that verifies its user does. */
    static boolean hasBoth(SignInAttempt attempt) {
        return attempt.proofs().stream().anyMatch(it -> it.amr().contains("mfa"));
    }

    private boolean isTrusted(SignInAttempt attempt, Store unit) {
        return trust.filter(it -> it.isTrusted(unit, idOf(attempt.user()), attempt.cookies(), attempt.isHttps()))
                .isPresent();
    }

    /** @throws AuthException if the sign-in is too large to wait */
    Verdict begin(SignInAttempt attempt, Store unit) {
        var name = factors.paused().name();
        var password = PreparedSignIn.of(attempt).password().map(VerifiedPassword::changed);
        var proven = proofs.with(Assurance.NONE, attempt.proofs());
        var details = Claims.of(PROVEN, proven.stored().asMap())
                .withPresent(PASSWORD, password.orElse(null))
                .withAll(linked(attempt.account()));
        var userId = idOf(attempt.user());
        if (!factors.paused().begin(unit, name, userId, attempt.seal(), details)) throw TOO_LARGE.exception();
        return Verdict.pause(PATH, cookie.sealed(Claims.of("name", name), attempt.isHttps()));
    }

    private static Claims linked(Account account) {
        boolean isLinked = account.type().equals(ProviderType.OIDC.wire())
                || account.type().equals(ProviderType.OAUTH.wire());
        if (!isLinked) return Claims.NONE;
        return Claims.of(PROVIDER, account.provider()).with(PROVIDER_ACCOUNT_ID, account.providerAccountId());
    }

    /** Returns the sign-in of this browser that waits. */
    Optional<PausedSignIn> of(RouteRequest call) {
        return of(call.store(), call.request().cookies(), call.request().isHttps());
    }

    /** Returns the sign-in that waits in the browser with these cookies. */
    Optional<PausedSignIn> of(Store store, Map<String, String> cookies, boolean isHttps) {
        return name(cookies, isHttps).flatMap(it -> factors.paused().of(store, it));
    }

    /** Returns what the user has proven before a sign-in began to wait. */
    static Assurance proven(PausedSignIn waiting) {
        return waiting.details().get(Claim.object(PROVEN)).map(Assurance::of).orElse(Assurance.NONE);
    }

    /** Returns whether the first proof still counts: the password is the same, and the account is the user's. */
    static boolean isStillRight(PriorProofs prior, Store unit) {
        var waiting = prior.waiting();
        return waiting.isEmpty() || (hasPassword(waiting.get(), unit) && hasAccount(waiting.get(), unit));
    }

    private static boolean hasPassword(PausedSignIn waiting, Store unit) {
        return password(waiting).map(it -> it.isStored(unit)).orElse(true);
    }

    private static boolean hasAccount(PausedSignIn waiting, Store unit) {
        var provider = waiting.details().text(PROVIDER);
        var id = waiting.details().text(PROVIDER_ACCOUNT_ID);
        if (provider == null || id == null) return true;
        return unit.getUserByAccount(provider, id)
                .filter(owner -> waiting.userId().equals(owner.id()))
                .isPresent();
    }

    private static Optional<VerifiedPassword> password(PausedSignIn waiting) {
        return Optional.ofNullable(waiting.details().text(PASSWORD))
                .map(it -> new VerifiedPassword(waiting.userId(), it));
    }

    Cookie forget(boolean isHttps) {
        return cookie.deleted(isHttps);
    }

    /** Counts a try, and returns the sign-in of this browser that waits. */
    Optional<PausedSignIn> count(RouteRequest call) {
        return name(call.request().cookies(), call.request().isHttps())
                .flatMap(it -> factors.paused().count(call.store(), it));
    }

    /** Lets a sign-in go on; empty if another request has done so, or something has voided it meanwhile. */
    Optional<InternalResponse> resume(RouteRequest call, PausedSignIn paused, Proof second) {
        if (!factors.paused().take(call.store(), paused)) return Optional.empty();
        var response = PasswordSignIn.resuming(
                password(paused), () -> call.resume(paused.userId(), paused.sealed(), List.of(second)));
        var cookies = new ArrayList<Cookie>();
        cookies.add(forget(call.request().isHttps()));
        // The user has given both proofs, whatever became of the session.
        browserToTrust(call.request()).ifPresent(it -> {
            it.store(call.store(), paused.userId());
            cookies.add(it.cookie(call.request().isHttps()));
        });
        return Optional.of(response.after(cookies));
    }

    /** Returns the browser of a user who doesn't want to be asked in it again; empty for others, and where each is asked. */
    Optional<NewBrowser> browserToTrust(AuthRequest request) {
        return trust.filter(it -> "on".equals(request.field(TRUST))).map(TrustedBrowserCookie::newBrowser);
    }

    /** Responds to a visitor whose sign-in has ended, or has gone on in another window. */
    static InternalResponse gone(RouteRequest call, AccountCall shown) {
        var signIn = call.signInUrl(call.callbackUrl());
        if (shown.wantsJson()) return InternalResponse.json(401, Claims.of("error", "no sign-in waits"), List.of());
        if (call.request().returnsRedirect()) return InternalResponse.redirect(signIn, List.of());
        return shown.page("accounts.factor.gone.heading", "accounts.factor.gone.heading")
                .text(shown.text("accounts.factor.gone.text"))
                .link(shown.text("accounts.forgot.signin"), signIn)
                .respond(400);
    }

    private Optional<String> name(Map<String, String> cookies, boolean isHttps) {
        return cookie.open(cookies, isHttps).map(it -> it.text("name"));
    }
}
