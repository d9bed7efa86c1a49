package dev.cardea.accounts;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.Store;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.User;
import dev.cardea.module.Extension;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInLink.Place;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
 *   <li>{@code reauth}: asks the user to sign in once more before such a change.
 * </ul>
 *
 * <p>The emails have codes ({@link EmailProvider#codes}), unless the provider has a generator, {@code confirmLinks} or a
 * {@code maxAge} of more than 15 minutes.
 *
 * <p>No response tells whether an account exists, except to the owner of its mailbox. Requires a store, a provider of
 * sign-in emails, and sessions that can be ended.
 */
public final class UserAccounts implements Extension<AuthConfig.Builder> {
    /** The ID of the provider for passwords. */
    public static final String PROVIDER = "password";

    private static final String EMAIL_CODES = "Cardea accounts email codes";
    private static final Duration INTENTION = Duration.ofMinutes(15);
    /** At most 92 guesses a day for an address. */
    private static final Limit GUESSES = new Limit(20, Duration.ofMinutes(20));

    private static final Duration ABSOLUTE_AGE = Duration.ofDays(90);
    private static final Duration FRESH = Duration.ofMinutes(10);

    private final PasswordPolicy policy;
    private final Passwords passwords;
    private final SignUpRules signUps;
    private final AccountPages pages;
    private final boolean hasPasswords;

    private UserAccounts(
            PasswordPolicy policy, Passwords passwords, SignUpRules signUps, AccountPages pages, boolean hasPasswords) {
        this.policy = policy;
        this.passwords = passwords;
        this.signUps = signUps;
        this.pages = pages;
        this.hasPasswords = hasPasswords;
    }

    /** Starts with passwords of at least 15 characters, and a name that users may enter. */
    public static UserAccounts standard() {
        return new UserAccounts(
                PasswordPolicy.STANDARD, Passwords.standard(), SignUpRules.STANDARD, AccountPages.NONE, true);
    }

    /**
     * Leaves out passwords, with the forms for a new account and for a forgotten password. Users sign in by email, with passkeys
     * or at providers, and have the pages of their account. Without a provider of sign-in emails, they can't change their
     * address, and get no email about changes.
     */
    public UserAccounts withoutPasswords() {
        return new UserAccounts(policy, passwords, signUps, pages, false);
    }

    /**
     * Sets how many characters a new password has at least; 15 by default.
     *
     * @throws IllegalArgumentException if it is less than 8 or more than 1024
     */
    public UserAccounts minimumLength(int characters) {
        return new UserAccounts(policy.minimumLength(characters), passwords, signUps, pages, hasPasswords);
    }

    /** Sets words of which a password must not consist, not even repeated, such as the name of the product. Replaces earlier ones. */
    public UserAccounts contextWords(String... words) {
        return new UserAccounts(policy.contextWords(List.of(words)), passwords, signUps, pages, hasPasswords);
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
        return new UserAccounts(policy.own(rule), passwords, signUps, pages, hasPasswords);
    }

    /** Sets how passwords are hashed; {@link Passwords#standard} by default. */
    public UserAccounts passwords(Passwords hashing) {
        return new UserAccounts(policy, hashing, signUps, pages, hasPasswords);
    }

    /**
     * Adds a field to the form for a new account. Its text is stored with the user under this name. Nothing else of the form
     * is.
     *
     * @param input with the attribute {@code required} if it may not be left empty
     * @throws IllegalArgumentException for a name that visitors may not set, such as {@code role}
     */
    public UserAccounts signUpField(String name, CredentialInput input) {
        return new UserAccounts(policy, passwords, signUps.field(name, input), pages, hasPasswords);
    }

    /**
     * Sets who may become a user; {@link SignUp#OPEN} by default. With {@link SignUp#CLOSED}, no sign-in method stores a new
     * user, and the page for new accounts and the links to it are gone. The visitor learns that only after the proof of the
     * sign-in method, so no one finds out who has an account.
     */
    public UserAccounts signUp(SignUp who) {
        return new UserAccounts(policy, passwords, signUps.who(who), pages, hasPasswords);
    }

    /**
     * Sets who may become a user: the callback is asked after the proof of the sign-in method, whichever it is, and before
     * anything is stored. If it returns {@code false} or throws, the sign-in ends with {@code AccessDenied}. A sign-in that is
     * repeated asks again, and what is allowed may still store no user. With {@link SignUp#CLOSED} it isn't asked.
     *
     * @param callback must be safe for concurrent use; no connection of the store is held meanwhile
     */
    public UserAccounts signUp(Predicate<SignUpRequest> callback) {
        return new UserAccounts(policy, passwords, signUps.callback(callback), pages, hasPasswords);
    }

    /** Sets the application's own pages. */
    public UserAccounts pages(AccountPages own) {
        return new UserAccounts(policy, passwords, signUps, own, hasPasswords);
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.texts(AccountTexts.addTo(config.texts()));
    }

    /** The store and the secret are known only now. */
    @Override
    public void complete(AuthConfig.Builder config) {
        config.check(new AccountsCheck(hasPasswords));
        var adapter = config.adapter();
        var mail = ofType(config.providers(), EmailProvider.class).stream().findFirst();
        if (adapter == null || (hasPasswords && mail.isEmpty())) return;
        UnaryOperator<String> normalizer =
                mail.map(EmailProvider::normalizeIdentifier).orElse(EmailAddress::normalize);
        mail.ifPresent(it -> config.replaceProviders(other -> other.equals(it) ? withCodes(it) : other));
        limitSessions(config, adapter);
        var intentions = new Intention.Keeper(config.moduleCookie("sign-up", INTENTION));
        var proofs = new SessionProofs(config.clock(), config.randomness(), FRESH);
        var changes = new EmailChanges(config.clock(), config.randomness(), config.deriveKeys(EMAIL_CODES, 32));
        var site = new AccountSite(
                policy,
                passwords,
                intentions,
                mail.map(EmailProvider::id).orElse(""),
                normalizer,
                signUps,
                pages,
                new Notices(mail.orElse(null), Notices.Scheduler.ofThread()),
                config.texts(),
                config.clock(),
                config.randomness());
        if (hasPasswords) {
            var signIn = new PasswordSignIn(new Store(adapter, config.clock()), passwords, normalizer);
            addProvider(config, signIn, normalizer);
            limitGuesses(config);
            addForms(config, site);
        }
        config.route(
                        new AccountRoute(site, proofs, pages(site, changes, config.providers())),
                        new ReauthRoute(site, config.providers()))
                .signInStep(new AccountsStep(site, proofs, hasPasswords));
    }

    private void addForms(AuthConfig.Builder config, AccountSite site) {
        config.route(signUps.isClosed() ? new ClosedSignUpRoute(site) : new SignUpRoute(site), new ForgotRoute(site))
                .signInLink(new SignInLink(Place.PASSWORD, "forgot", "accounts.password.forgot"));
        if (!signUps.isClosed()) config.signInLink(new SignInLink(Place.FORM, "signup", "accounts.signup.title"));
    }

    /** Returns the pages of the account, in the order of the menu: those for which the site has something. */
    private List<AccountPage> pages(AccountSite site, EmailChanges changes, List<Provider> providers) {
        var parts = new ArrayList<AccountPage>();
        parts.add(new ProfilePage(site));
        parts.add(new EmailPage(site, changes));
        if (hasPasswords) parts.add(new PasswordPage(site));
        ofType(providers, WebAuthnProvider.class).stream()
                .findFirst()
                .ifPresent(passkeys -> parts.add(new PasskeysPage(passkeys)));
        var linkable = ofType(providers, OAuthProvider.class);
        if (!linkable.isEmpty()) parts.add(new ProvidersPage(linkable));
        parts.add(new SessionsPage(providers));
        parts.add(new DataPage(site));
        var all = new ArrayList<AccountPage>();
        all.add(new OverviewPage(List.copyOf(parts)));
        all.addAll(parts);
        return all;
    }

    private static <T extends Provider> List<T> ofType(List<Provider> providers, Class<T> type) {
        return providers.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** A code is typed where the sign-up began. Settings that are about links keep them. */
    private static EmailProvider withCodes(EmailProvider mail) {
        var coded = mail.codes(true);
        boolean isForCodes = mail.generateVerificationToken() == null
                && !mail.confirmLinks()
                && coded.maxAge().compareTo(INTENTION) <= 0;
        return isForCodes ? coded : mail;
    }

    /** Lowers the default: an account's owner who has used it up signs in by email. What the application set stays. */
    private static void limitGuesses(AuthConfig.Builder config) {
        var budget = Budget.CREDENTIALS_FOR_ACCOUNT;
        var limits = config.rateLimits();
        if (limits.of(budget).filter(budget.standard()::equals).isPresent()) {
            config.rateLimits(limits.limit(budget, GUESSES));
        }
    }

    /** Users see where they are signed in, and no session lasts for ever. What the application set stays. */
    private static void limitSessions(AuthConfig.Builder config, Adapter adapter) {
        if (!(adapter instanceof SessionRegistry)) return;
        config.session(config.session().withDefaults(SessionOptions.Devices.REDUCED, ABSOLUTE_AGE));
    }

    /** A builder that builds again has the provider of before. */
    private static void addProvider(
            AuthConfig.Builder config, PasswordSignIn signIn, UnaryOperator<String> normalizer) {
        var provider = CredentialsProvider.of(signIn)
                .id(PROVIDER)
                .name("Password")
                .field(
                        "email",
                        CredentialInput.text("Email").with("type", "email").with("autocomplete", "username"))
                .field("password", CredentialInput.password("Password").with("autocomplete", "current-password"))
                .withheld("password")
                .accountName(normalizer)
                .databaseSessions(true);
        if (config.providers().stream().anyMatch(PasswordSignIn::isOf)) {
            config.replaceProviders(it -> PasswordSignIn.isOf(it) ? provider : it);
        } else {
            config.provider(provider);
        }
    }

    @Override
    public String toString() {
        return "UserAccounts";
    }
}
