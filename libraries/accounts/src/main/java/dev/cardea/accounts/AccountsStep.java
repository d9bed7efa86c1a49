package dev.cardea.accounts;

import static dev.cardea.accounts.StoredUser.idOf;

import dev.cardea.adapter.Store;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.SignInStep;
import dev.cardea.module.SiteContext;
import dev.cardea.module.Verdict;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Stores the password of a sign-up with the new user, and asks users who have a second factor for it. Refuses a password that
 * has been replaced, a user who is blocked, and a further account or passkey for a session whose user hasn't just proven who they are.
 */
record AccountsStep(
        AccountSite site, SessionProofs proofs, FactorPause pause, PasskeyStep passkeys, boolean hasPasswords)
        implements SignInStep {
    /** Returns that of a site; empty if it doesn't have {@link UserAccounts}. */
    static Optional<AccountsStep> of(SiteContext site) {
        return site.signInStep().filter(AccountsStep.class::isInstance).map(AccountsStep.class::cast);
    }

    @Override
    public void prepare(SignInAttempt attempt, Store store) {
        var password = isByPassword(attempt)
                ? PasswordSignIn.verified(attempt.user().id())
                : Optional.<PasswordSignIn.VerifiedPassword>empty();
        var policy = pause.policy(attempt);
        attempt.keep(new PreparedSignIn(password, signUp(attempt), Optional.empty(), policy, Optional.empty()));
    }

    private Optional<SignUpRules.Decision> signUp(SignInAttempt attempt) {
        if (isByPassword(attempt) || !attempt.isNewUser()) return Optional.empty();
        var intention = site.intentions().of(attempt);
        return isReset(intention) ? Optional.empty() : site.signUps().ask(attempt, intention);
    }

    /** Who has forgotten the password of an account that doesn't exist gets none. */
    @Override
    public Verdict admit(SignInAttempt newcomer, Store unit) {
        var intention = site.intentions().of(newcomer);
        if (isReset(intention)) return refuseReset(newcomer);
        var prepared = PreparedSignIn.of(newcomer);
        site.signUps().requireAllowed(prepared.signUp());
        var invitation = site.signUps().invitation(newcomer, unit);
        newcomer.keep(prepared.invited(invitation));
        var entered = intention.map(Intention::fields).orElse(Claims.NONE);
        return Verdict.proceed()
                .fields(entered.withAll(invitation.map(Invitation::fields).orElse(Claims.NONE)));
    }

    @Override
    public boolean admitsNewUsers() {
        return site.signUps().isOpen();
    }

    private static boolean isReset(Optional<Intention> intention) {
        return intention.filter(it -> !it.isSignUp()).isPresent();
    }

    private static Verdict refuseReset(SignInAttempt newcomer) {
        return Verdict.refuse(
                "/forgot?error=NoAccount&" + Form.encode("callbackUrl") + "=" + Form.encode(newcomer.callbackUrl()));
    }

    @Override
    public Verdict decide(SignInAttempt attempt, Store unit) {
        if (isByPassword(attempt)) requireSame(attempt, unit);
        Block.requireNone(unit, idOf(attempt.user()));
        if (isAdding(attempt) && !proofs.isFresh(provenBefore(attempt, unit), unit, idOf(attempt.user()))) {
            return Verdict.refuse(Reauthentication.path(attempt.callbackUrl()));
        }
        var prior = passkeys.decide(attempt, unit);
        if (prior.isPresent()) return completed(attempt, prior.get());
        if (!isAdding(attempt) && pause.isDue(attempt, unit)) {
            var paused = pause.begin(attempt, unit);
            useInvitation(attempt, unit);
            return paused;
        }
        var intention = site.intentions().of(attempt);
        if (intention.isEmpty()) return Verdict.proceed();
        var proceed = Verdict.proceed().cookies(site.intentions().forget(attempt.isHttps()));
        boolean isExisting = intention.get().isSignUp() && !attempt.isNewUser();
        return isExisting ? proceed.firstPage("/account/password?notice=existing") : proceed;
    }

    private void useInvitation(SignInAttempt attempt, Store unit) {
        site.signUps().useInvitation(attempt, PreparedSignIn.of(attempt).invitation(), unit);
    }

    private Verdict completed(SignInAttempt attempt, PriorProofs prior) {
        if (prior.waiting().isEmpty()) return Verdict.proceed();
        var browser = prior.browser().stream().map(it -> it.cookie(attempt.isHttps()));
        var cookies = Stream.concat(Stream.of(pause.forget(attempt.isHttps())), browser);
        var proceed = Verdict.proceed().cookies(cookies.toArray(Cookie[]::new));
        return prior.isEnrolling() ? proceed.firstPage("/account/security?notice=" + PasskeySwitch.IS_ON) : proceed;
    }

    /** Another request may have set a password since this one was found right. */
    private static void requireSame(SignInAttempt attempt, Store unit) {
        var verified = PreparedSignIn.of(attempt).password();
        if (verified.filter(it -> it.isStored(unit)).isEmpty()) {
            throw new CredentialsSignInException("the password has been replaced meanwhile");
        }
    }

    /**
     * The password is stored last: after a crash the user has none, and asks for a new one. Only the invitation comes after
     * it, so that it's there for another try.
     */
    @Override
    public void opened(SignInAttempt attempt, String sessionId, Store unit) {
        var prior = PreparedSignIn.of(attempt).prior();
        // A new account or passkey could be anyone's: it says nothing of who the user is.
        if (isAdding(attempt)) {
            proofs.inherit(unit, provenBefore(attempt, unit), sessionId, idOf(attempt.user()));
            boolean isPasskey = attempt.account().type().equals(ProviderType.WEBAUTHN.wire());
            var details = Claims.of("provider", attempt.account().provider());
            unit.afterUnit(() -> report(attempt, isPasskey ? "passkey-added" : "account-linked", details));
        } else if (prior.isPresent()) {
            boolean isEnrolled = passkeys.opened(attempt, prior.get(), sessionId, unit);
            if (isEnrolled) unit.afterUnit(() -> report(attempt, PasskeySwitch.IS_ON, Claims.NONE));
        } else {
            proofs.remember(unit, sessionId, idOf(attempt.user()), Assurance.NONE, attempt.proofs());
        }
        if (!attempt.isNewUser()) return;
        site.intentions().of(attempt).map(Intention::hash).ifPresent(hash -> {
            var id = idOf(attempt.user());
            unit.createRecord(StoredPassword.first(id, hash, site.clock().instant(), site.randomness()));
        });
        useInvitation(attempt, unit);
    }

    /** Someone else may have added it. */
    private void report(SignInAttempt attempt, String kind, Claims details) {
        attempt.publishAccountChange(kind, details);
        var email = attempt.user().email();
        if (email == null) return;
        var language = attempt.request().http().header("accept-language").orElse(null);
        site.notify(kind, email, attempt.request().origin(), site.texts().locale(language));
    }

    /** A password or a factor that was set before was set without proof of the address. */
    @Override
    public void firstVerification(String userId, boolean isOwn, Store unit) {
        EmailChanges.forget(unit, userId);
        site.factors().voidBegun(unit, userId);
        if (isOwn) return;
        unit.deleteRecordsByUserId(userId, StoredPassword.KIND);
        site.factors().removeAll(unit, userId);
    }

    @Override
    public boolean canSignIn(User user, Store store) {
        return hasPasswords && StoredPassword.of(store, idOf(user)).isPresent();
    }

    /** Whether the signed-in user gets a further account or passkey. */
    private static boolean isAdding(SignInAttempt attempt) {
        return attempt.isLinking()
                && attempt.signedIn()
                        .filter(it -> idOf(it).equals(idOf(attempt.user())))
                        .isPresent();
    }

    private static Assurance provenBefore(SignInAttempt attempt, Store unit) {
        return attempt.login().map(login -> SessionProofs.of(unit, login)).orElse(Assurance.NONE);
    }

    private static boolean isByPassword(SignInAttempt attempt) {
        return attempt.account().provider().equals(UserAccounts.PROVIDER);
    }
}
