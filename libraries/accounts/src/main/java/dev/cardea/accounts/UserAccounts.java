package dev.cardea.accounts;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.factor.EncryptionKeys;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.config.Env;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Decision;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.module.Extension;
import dev.cardea.module.PageRequest;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.EmailProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Password accounts: sign-up, sign-in, forgotten passwords, and their change. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * config.extension(UserAccounts.standard());
 * }</pre>
 *
 * <p>Adds a provider {@value #PROVIDER} to the sign-in page, and these routes below the base path:
 *
 * <ul>
 *   <li>{@code signup}: a form for a new account. Nothing is stored until the visitor has opened an email in the same browser.
 *   <li>{@code forgot}: sends an email that signs the user in and leads to the form for a new password.
 *   <li>{@code account}: the pages on which signed-in users see and change what belongs to them, such as
 *       {@code account/password}.
 *   <li>{@code reauth}: asks the user to sign in once more before such a change, or before what the application protects by
 *       {@link #require}.
 *   <li>{@code assurance}: returns as JSON how the user of this session has proven who they are.
 * </ul>
 *
 * <p>The emails have codes ({@link EmailProvider#codes}), unless the provider has a generator, {@code confirmLinks} or a
 * {@code maxAge} of more than 15 minutes.
 *
 * <p>Who signs in and what they change is a line of JSON each in the logger {@code dev.cardea.audit}, at level {@code INFO}.
 *
 * <p>No response tells whether an account exists, except to the owner of its mailbox. Requires a store, a provider of
 * sign-in emails, and sessions that can be ended.
 */
public final class UserAccounts implements Extension<AuthConfig.Builder> {
    /** The ID of the provider for passwords. */
    public static final String PROVIDER = "password";

    private static final Duration MAX_TRUST = Duration.ofDays(90);

    private final AccountSettings settings;

    private UserAccounts(AccountSettings settings) {
        this.settings = settings;
    }

    /** Starts with passwords of at least 15 characters, and a name that users may enter. */
    public static UserAccounts standard() {
        return new UserAccounts(AccountSettings.STANDARD);
    }

    /**
     * Leaves out passwords, with the forms for a new account and for a forgotten password. Users sign in by email, with passkeys
     * or at providers, and have the pages of their account. Without a provider of sign-in emails, they can't change their
     * address, and get no email about changes.
     */
    public UserAccounts withoutPasswords() {
        return new UserAccounts(settings.withoutPasswords());
    }

    /**
     * Sets how many characters a new password has at least; 15 by default.
     *
     * @throws IllegalArgumentException if it is less than 8 or more than 1024
     */
    public UserAccounts minimumLength(int characters) {
        return new UserAccounts(settings.policy(settings.policy().minimumLength(characters)));
    }

    /** Sets words of which a password must not consist, not even repeated, such as the name of the product. Replaces earlier ones. */
    public UserAccounts contextWords(String... words) {
        return new UserAccounts(settings.policy(settings.policy().contextWords(List.of(words))));
    }

    /**
     * Sets a further rule for new passwords, asked about those that pass all others: at sign-up, at a change and at a reset,
     * never at sign-in. It returns why it refuses a password, which the page shows as text, or empty. If it throws, the
     * password is refused. At sign-up it gets the name and the address that were entered. No one has proven them, so the
     * rule must not look up a user with this address.
     *
     * <p><b>Security:</b> don't log the password, and don't put it into the text.
     *
     * @param rule must be safe for concurrent use
     */
    public UserAccounts passwordPolicy(BiFunction<String, User, Optional<String>> rule) {
        return new UserAccounts(settings.policy(settings.policy().own(rule)));
    }

    /** Sets how passwords are hashed; {@link Passwords#standard} by default. */
    public UserAccounts passwords(Passwords hashing) {
        return new UserAccounts(settings.passwords(hashing));
    }

    /**
     * Adds a field to the form for a new account. Its text is stored with the user under this name. Nothing else of the form
     * is.
     *
     * @param input with the attribute {@code required} if it may not be left empty
     * @throws IllegalArgumentException for a name that visitors may not set, such as {@code role}
     */
    public UserAccounts signUpField(String name, CredentialInput input) {
        return new UserAccounts(settings.signUps(settings.signUps().field(name, input)));
    }

    /**
     * Sets who may become a user; {@link SignUp#OPEN} by default. With {@link SignUp#CLOSED}, no sign-in method stores a new
     * user, and the page for new accounts and the links to it are gone. The visitor learns that only after the proof of the
     * sign-in method, so no one finds out who has an account. With {@link SignUp#INVITED}, the page stays, because it is the same
     * for every address.
     */
    public UserAccounts signUp(SignUp who) {
        return new UserAccounts(settings.signUps(settings.signUps().who(who)));
    }

    /**
     * Sets who may become a user: the callback is asked after the proof of the sign-in method, whichever it is, and before
     * anything is stored. If it returns {@code false} or throws, the sign-in ends with {@code AccessDenied}. A sign-in that is
     * repeated asks again, and what is allowed may still store no user. With {@link SignUp#CLOSED} it isn't asked. With
     * {@link SignUp#INVITED}, a new user needs both.
     *
     * @param callback must be safe for concurrent use; no connection of the store is held meanwhile
     */
    public UserAccounts signUp(Predicate<SignUpRequest> callback) {
        return new UserAccounts(settings.signUps(settings.signUps().callback(callback)));
    }

    /** Sets whether sign-ins ask for a second factor; {@link SecondFactor#IF_ENROLLED} by default. */
    public UserAccounts secondFactor(SecondFactor always) {
        return secondFactor(request -> always);
    }

    /**
     * Decides for each sign-in whether it asks for a second factor, for example to require one of administrators, or none after
     * a provider that asks for one itself. A passkey that verifies its user is both factors, whatever the callback returns. If it
     * throws, the sign-in ends with {@code AccessDenied}. A sign-in that goes on after the second factor asks again.
     *
     * @param callback must be safe for concurrent use; no connection of the store is held meanwhile
     */
    public UserAccounts secondFactor(Function<SecondFactorRequest, SecondFactor> callback) {
        return new UserAccounts(settings.secondFactor(callback));
    }

    /**
     * Lets users choose, when they enter a code as the second step of a sign-in, that this browser isn't asked for one again.
     * Without this, every sign-in asks.
     *
     * @param life how long from that code; no sign-in makes it longer
     * @throws IllegalArgumentException if it isn't positive, or is more than 90 days
     */
    public UserAccounts trustedBrowsers(Duration life) {
        if (life.isNegative() || life.isZero() || life.compareTo(MAX_TRUST) > 0) {
            throw new IllegalArgumentException("a browser is trusted for at most 90 days; this is " + life);
        }
        return new UserAccounts(settings.trustedBrowsers(life));
    }

    /**
     * Sets the keys that encrypt what has to be readable in the store: the keys of authenticator apps. By default, their key is
     * derived from the secret. With separate keys, the secret can be replaced without them. The first key encrypts. All of
     * them decrypt, and so does what is derived from the secrets, so that nothing is lost when the first key is set. Replaces
     * earlier ones.
     *
     * @param newestFirst each of at least 32 random bytes, as base64 or hex; if there are none, the secret is used
     * @throws IllegalArgumentException for any other key; the message has its number only
     * @see EncryptedSecrets
     */
    public UserAccounts encryptionKeys(List<String> newestFirst) {
        return new UserAccounts(settings.encryptionKeys(EncryptionKeys.parse(newestFirst)));
    }

    /** Sets the application's own pages. */
    public UserAccounts pages(AccountPages own) {
        return new UserAccounts(settings.pages(own));
    }

    /**
     * Asks users to prove who they are once more before something that matters. Call it in the handler, before anything is
     * changed:
     *
     * <pre>{@code
     * var missing = accounts.require(auth, request, StepUp.fresh(Duration.ofMinutes(5)));
     * if (missing.isPresent()) return missing.get();
     * }</pre>
     *
     * <p>A browser that opens a page is redirected to {@code reauth}, and comes back afterwards. Any other request gets 401 with
     * the header of RFC 9470, {@code WWW-Authenticate: Session error="insufficient_user_authentication"}, and JSON whose
     * {@code url} is where the user proves it: append {@code callbackUrl} to come back. A visitor who isn't signed in gets the
     * same, and signs in there. The store is asked each time, so a session that was ended has proven nothing.
     *
     * @param auth whose configuration has this extension; with any other, nothing is ever proven
     * @return the response to send instead; empty if the user has proven it
     * @throws dev.cardea.error.ConfigurationException if the configuration is broken, or its sessions can't be ended
     * @throws dev.cardea.error.AdapterException if the store doesn't respond; whether the user has proven it is unknown
     */
    public Optional<Response> require(Auth auth, Request request, StepUp need) {
        return missing(auth.page(request), need);
    }

    /**
     * Decides as {@link #require} does, for the callback {@code authorized}, so that pages are protected by their path:
     *
     * <pre>{@code
     * authorized(p -> p.path().startsWith("/payouts")
     *     ? accounts.decide(p, StepUp.fresh(Duration.ofMinutes(5)))
     *     : Decision.allowIf(p.auth() != null))
     * }</pre>
     *
     * <p>A visitor who isn't signed in is denied, and so is everyone if it isn't Cardea that calls the callback.
     *
     * @throws dev.cardea.error.ConfigurationException if its sessions can't be ended
     * @throws dev.cardea.error.AdapterException if the store doesn't respond; Cardea then returns 503
     */
    public Decision decide(AuthorizedParams params, StepUp need) {
        if (params.auth() == null || params.page() == null) return Decision.deny();
        return missing(params.page(), need).map(Decision::respond).orElse(Decision.allow());
    }

    private static Optional<Response> missing(PageRequest page, StepUp need) {
        var login = page.login();
        if (login.isEmpty()) return Optional.of(Reauthentication.response(page, need));
        var userId = StoredUser.idOf(login.get().user());
        var proven = SessionProofs.of(page.store(), login.get());
        boolean isMet = need.isMetBy(proven, () -> SecondFactors.has(page.store(), userId), page.now());
        return isMet ? Optional.empty() : Optional.of(Reauthentication.response(page, need));
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.texts(AccountTexts.addTo(config.texts()));
    }

    /** The store and the secret are known only now. */
    @Override
    public void complete(AuthConfig.Builder config) {
        new AccountsAssembly(settings).addTo(config);
    }

    @Override
    public String toString() {
        return "UserAccounts";
    }
}
