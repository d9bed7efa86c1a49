package dev.cardea.internal.method.webauthn;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.PasskeySignIns;
import dev.cardea.adapter.Store;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.NewCredential;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.method.webauthn.Challenges.PendingChallenge;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.provider.RelyingParty;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import dev.cardea.webauthn.spi.AuthenticatorData;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks a browser for a passkey, old or new, and takes its answer. */
public final class WebAuthnMethod implements SignInMethod {
    private static final Traits TRAITS = new Traits(
            Traits.Start.SCRIPT,
            Traits.CallbackGet.REJECT,
            Traits.CsrfToken.IF_SENT,
            Traits.Registration.BY_ACCOUNT,
            Traits.EmailProof.NONE,
            true,
            ErrorType.ACCOUNT_NOT_LINKED);

    private static final String AUTHENTICATE = "authenticate";
    private static final String REGISTER = "register";

    /**
     * A user whom the application's callbacks let in.
     *
     * @param cookies that keep what the callbacks changed
     */
    public record ConfirmedUser(User user, List<Cookie> cookies) {}

    private final WebAuthnProvider provider;
    private final Store store;
    private final Function<MethodRequest, Optional<User>> holder;
    private final Function<MethodRequest, Optional<ConfirmedUser>> confirmed;
    private final Challenges challenges;
    private final CeremonyOptions options;
    private final Randomness randomness;
    private final Clock clock;
    private final SiteName siteName;

    /**
     * @param holder whom the cookie signs in, without the application's callbacks
     * @param confirmed whom they let in; throws if they fail
     */
    public WebAuthnMethod(
            WebAuthnProvider provider,
            Store store,
            Function<MethodRequest, Optional<User>> holder,
            Function<MethodRequest, Optional<ConfirmedUser>> confirmed,
            SealedCookies sealed,
            JwtCodec codec,
            Secrets secrets,
            Randomness randomness,
            Clock clock,
            SiteName siteName) {
        this.provider = provider;
        this.store = store;
        this.holder = holder;
        this.confirmed = confirmed;
        this.randomness = randomness;
        this.clock = clock;
        this.siteName = siteName;
        challenges = new Challenges(sealed, codec, secrets, store, clock, provider.id());
        options = new CeremonyOptions(provider);
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** What the browser is to ask for: an old passkey, or a new one. */
    @Override
    public InternalResponse options(MethodRequest request) {
        var action = request.authRequest().query().get("action");
        if (action != null && !action.equals(AUTHENTICATE) && !action.equals(REGISTER)) {
            return refusal("Invalid action");
        }
        try {
            return AUTHENTICATE.equals(action) ? optionsToSignIn(request) : optionsByCallbacks(request, action);
        } catch (IllegalArgumentException e) {
            return refusal("Invalid request");
        }
    }

    /** The sign-in page asks for these by itself. They grant nothing, so no callback of the application runs. */
    private InternalResponse optionsToSignIn(MethodRequest request) {
        var user = holder.apply(request);
        return user.isPresent() ? toAuthenticate(request, user.get()) : optionsForVisitor(request, AUTHENTICATE);
    }

    /** A user whose session the callbacks leave says what for. What they changed of it is kept. */
    private InternalResponse optionsByCallbacks(MethodRequest request, @Nullable String action) {
        var session = confirmed.apply(request).orElse(null);
        if (session == null) return optionsForVisitor(request, action);
        var answer = REGISTER.equals(action) ? toRegister(request, session.user()) : refusal("Invalid request");
        return answer.after(session.cookies());
    }

    /** A known address has a passkey already, an unknown one is to get one. */
    private InternalResponse optionsForVisitor(MethodRequest request, @Nullable String action) {
        var accepted = request.authRequest().query().get("email");
        if (!provider.allowsSignUp()) {
            return REGISTER.equals(action) ? refusal("Invalid request") : toAuthenticate(request, null);
        }
        if (accepted == null || accepted.isEmpty()) {
            return REGISTER.equals(action) ? refusal("Invalid request") : toAuthenticate(request, null);
        }
        var email = EmailAddress.normalize(accepted);
        var known = store.getUserByEmail(email);
        if (AUTHENTICATE.equals(action)) return toAuthenticate(request, known.orElse(null));
        if (known.isEmpty()) return toRegister(request, User.of(Claims.of("email", email)));
        return REGISTER.equals(action) ? refusal("Invalid request") : toAuthenticate(request, known.get());
    }

    private InternalResponse toAuthenticate(MethodRequest request, @Nullable User user) {
        var id = user == null ? null : user.id();
        var allowed = id == null ? null : authenticators(id);
        var challenge = randomness.base64Url(32);
        return optionsResponse(
                AUTHENTICATE,
                options.authentication(challenge, party(request), allowed),
                challenges.seal(request, new PendingChallenge(challenge, null, id, null)));
    }

    private InternalResponse toRegister(MethodRequest request, User user) {
        if (user.email() == null) return refusal("Invalid request");
        var existing = user.id() == null ? List.<AdapterAuthenticator>of() : authenticators(user.id());
        var handle = knownHandle(user.id()).orElseGet(() -> randomness.hex(32));
        var challenge = randomness.base64Url(32);
        return optionsResponse(
                REGISTER,
                options.registration(challenge, party(request), user, handle, existing),
                challenges.seal(request, new PendingChallenge(challenge, sealed(user), null, handle)));
    }

    /** What a cookie can hold of a user: who, and what a passkey shows. */
    private static Claims sealed(User user) {
        return Claims.NONE
                .withPresent("id", user.id())
                .withPresent("name", user.name())
                .withPresent("email", user.email());
    }

    private static InternalResponse optionsResponse(String action, Claims options, Cookie challenge) {
        return InternalResponse.json(200, Claims.of("action", action).with("options", options), List.of(challenge));
    }

    private static InternalResponse refusal(String why) {
        return InternalResponse.json(400, Claims.of("error", why), List.of());
    }

    @Override
    public Outcome complete(MethodRequest request) {
        var action = request.authRequest().field("action");
        if (AUTHENTICATE.equals(action)) return authenticate(request);
        if (REGISTER.equals(action)) return register(request);
        throw failed("the action is neither authenticate nor register");
    }

    @Override
    public List<Cookie> abandoned(MethodRequest request) {
        var name = request.cookies().name(AuthCookie.WEBAUTHN_CHALLENGE);
        return request.authRequest().cookies().containsKey(name) ? cleared(request) : List.of();
    }

    private Outcome authenticate(MethodRequest request) {
        var sent = BrowserCredential.parse(request.authRequest().field("data"), provider.id());
        var stored = lookUp(sent.rowId()).orElseThrow(() -> unverified("no passkey has this id"));
        var authenticator = stored.authenticator();
        var pending = challenges.open(request);
        if (pending.registerData() != null) throw invalid("the challenge is for a registration");
        var known = new AuthenticationSteps.StoredCredential(
                authenticator, stored.record().userHandle(), pending.userId());
        var data = AuthenticationSteps.verify(provider, expected(request, pending), sent, known);
        remember(authenticator, data);
        var account = account(stored).orElseThrow(() -> unverified("the passkey has no account"));
        if (!authenticator.userId().equals(account.userId()))
            throw failed("the passkey and its account have two owners");
        var user = user(stored, account).orElseThrow(() -> failed("the passkey's user no longer exists"));
        return new VerifiedIdentity(
                TRAITS,
                new VerifiedIdentity.Subject(user, account),
                VerifiedIdentity.Evidence.of(proof(data)),
                new VerifiedIdentity.Completion(cleared(request)));
    }

    /** In one call where the store can; else without account and user, which are asked for when they are needed. */
    private Optional<PasskeySignIn> lookUp(String id) {
        if (store.has(PasskeySignIns.class)) return store.getPasskeySignIn(id, provider.id());
        return store.getAuthenticator(id)
                .map(it -> new PasskeySignIn(
                        it, passkey(it.credentialID()).orElseGet(() -> PasskeyRecord.of(id)), null, null));
    }

    private Optional<Account> account(PasskeySignIn stored) {
        if (store.has(PasskeySignIns.class)) return Optional.ofNullable(stored.account());
        var id = stored.authenticator().providerAccountId();
        return store.getAccount(id, provider.id());
    }

    private Optional<User> user(PasskeySignIn stored, Account account) {
        if (store.has(PasskeySignIns.class)) return Optional.ofNullable(stored.user());
        return store.getUser(Objects.requireNonNullElse(account.userId(), ""));
    }

    /** Steps 23 and 24 of §7.2: the row says what the authenticator said. */
    private void remember(AdapterAuthenticator authenticator, AuthenticatorData data) {
        var id = authenticator.credentialID();
        if (store.has(PasskeySignIns.class)) {
            store.updatePasskeyUse(id, data.signCount(), data.backedUp(), clock.instant());
            return;
        }
        store.updateAuthenticatorCounter(id, data.signCount());
        if (!store.has(PasskeyRecords.class)) return;
        store.updatePasskey(PasskeyChange.of(id).used(clock.instant(), data.backedUp()));
    }

    private Outcome register(MethodRequest request) {
        var sent = BrowserCredential.parse(request.authRequest().field("data"), provider.id());
        var pending = challenges.open(request);
        var registerData = pending.registerData();
        if (registerData == null) throw failed("the challenge is for a sign-in");
        var passed = RegistrationSteps.verify(
                provider,
                expected(request, pending),
                sent,
                id -> store.getAuthenticator(id).isPresent());
        var row = row(sent, passed);
        var account = Account.of(provider.id(), row.providerAccountId(), ProviderType.WEBAUTHN);
        var asked = User.of(registerData).id();
        var user = asked == null ? newUser(registerData) : storedUser(asked, registerData);
        var enrolment = new NewCredential(asked, row, pending.userHandle());
        return new VerifiedIdentity(
                        TRAITS,
                        new VerifiedIdentity.Subject(user, account),
                        VerifiedIdentity.Evidence.of(proof(passed.data())),
                        new VerifiedIdentity.Completion(cleared(request)))
                .enrolment(enrolment);
    }

    /** A passkey that may be copied to other devices is a key in software (RFC 8176 §2). */
    private static Proof proof(AuthenticatorData data) {
        var key = data.backupEligible() ? "swk" : "hwk";
        var method = ProviderType.WEBAUTHN.wire();
        return data.userVerified() ? Proof.of(method, key, "user", "mfa") : Proof.of(method, key);
    }

    private User newUser(Claims registerData) {
        return User.of(Claims.of("id", randomness.uuid()).withAll(registerData));
    }

    private User storedUser(String id, Claims registerData) {
        return store.getUser(id).orElseGet(() -> User.of(registerData));
    }

    /** Steps 27 and 29 of §7.1: the credential record. The user is known when it is stored. */
    private static AdapterAuthenticator row(BrowserCredential sent, RegistrationSteps.Result passed) {
        var id = Bytes.base64(passed.credential().id());
        var transports = sent.transports();
        return new AdapterAuthenticator(
                id,
                "",
                id,
                Bytes.base64(passed.credential().publicKey()),
                passed.data().signCount(),
                DeviceType.of(passed.data()),
                passed.data().backedUp(),
                transports == null ? null : String.join(",", transports));
    }

    private Steps.Expectation expected(MethodRequest request, PendingChallenge pending) {
        return new Steps.Expectation(pending.challenge(), party(request), () -> challenges.markUsed(pending));
    }

    private RelyingParty party(MethodRequest request) {
        var origin = request.authRequest().origin();
        return provider.relyingParty(
                RelyingParty.of(origin).name(siteName.at(origin)),
                request.authRequest().http());
    }

    private List<AdapterAuthenticator> authenticators(String userId) {
        return store.listAuthenticatorsByUserId(userId);
    }

    private Optional<PasskeyRecord> passkey(String credentialID) {
        return store.has(PasskeyRecords.class) ? store.getPasskey(credentialID) : Optional.empty();
    }

    /** The handle of the user's other passkeys: a user has one. */
    private Optional<String> knownHandle(@Nullable String userId) {
        if (userId == null || !store.has(PasskeyRecords.class)) return Optional.empty();
        return store.listPasskeysByUserId(userId).stream()
                .map(PasskeyRecord::userHandle)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .findFirst();
    }

    private static List<Cookie> cleared(MethodRequest request) {
        return List.of(request.cookies().deleted(AuthCookie.WEBAUTHN_CHALLENGE));
    }

    private AuthException invalid(String why) {
        return new AuthException(ErrorType.INVALID_CHECK, why, null, provider.id());
    }

    private AuthException unverified(String why) {
        return new AuthException(ErrorType.WEBAUTHN_VERIFICATION_ERROR, why, null, provider.id());
    }

    private AuthException failed(String why) {
        return new AuthException(ErrorType.AUTH_ERROR, why, null, provider.id());
    }
}
