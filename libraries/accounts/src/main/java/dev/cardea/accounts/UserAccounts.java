package dev.cardea.accounts;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.config.Env;
import dev.cardea.error.ErrorType;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.model.EmailAddress;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.module.Extension;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInLink.Place;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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
 *   <li>{@code account/password}: sets, changes and removes the password of the signed-in user.
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

    private static final String SETTING = "accounts";
    private static final Duration INTENTION = Duration.ofMinutes(15);
    /** At most 92 guesses a day for an address. */
    private static final Limit GUESSES = new Limit(20, Duration.ofMinutes(20));

    private static final Duration FRESH = Duration.ofMinutes(10);

    /** What a sign-up decides by itself, or what no visitor decides. */
    private static final Set<String> RESERVED = Set.of(
            "id",
            "email",
            "emailVerified",
            "image",
            "password",
            "current",
            "csrfToken",
            "callbackUrl",
            "do",
            "role",
            "roles");

    private final PasswordPolicy policy;
    private final Passwords passwords;
    private final Map<String, CredentialInput> signUpFields;
    private final AccountPages pages;

    private UserAccounts(
            PasswordPolicy policy, Passwords passwords, Map<String, CredentialInput> signUpFields, AccountPages pages) {
        this.policy = policy;
        this.passwords = passwords;
        this.signUpFields = Collections.unmodifiableMap(new LinkedHashMap<>(signUpFields));
        this.pages = pages;
    }

    /** Starts with passwords of at least 15 characters, and a name that users may enter. */
    public static UserAccounts standard() {
        return new UserAccounts(
                PasswordPolicy.STANDARD,
                Passwords.standard(),
                Map.of("name", new CredentialInput(Map.of("autocomplete", "name"))),
                AccountPages.NONE);
    }

    /**
     * Sets how many characters a new password has at least; 15 by default.
     *
     * @throws IllegalArgumentException if it is less than 8 or more than 1024
     */
    public UserAccounts minimumLength(int characters) {
        return new UserAccounts(policy.minimumLength(characters), passwords, signUpFields, pages);
    }

    /** Sets words of which a password must not consist, not even repeated, such as the name of the product. Replaces earlier ones. */
    public UserAccounts contextWords(String... words) {
        return new UserAccounts(policy.contextWords(List.of(words)), passwords, signUpFields, pages);
    }

    /** Sets how passwords are hashed; {@link Passwords#standard} by default. */
    public UserAccounts passwords(Passwords hashing) {
        return new UserAccounts(policy, hashing, signUpFields, pages);
    }

    /**
     * Adds a field to the form for a new account. Its text is stored with the user under this name. Nothing else of the form
     * is.
     *
     * @param input with the attribute {@code required} if it may not be left empty
     * @throws IllegalArgumentException for a name that visitors may not set, such as {@code role}
     */
    public UserAccounts signUpField(String name, CredentialInput input) {
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException(
                    "visitors can't set " + name + " when they sign up; choose another name");
        }
        var all = new LinkedHashMap<>(signUpFields);
        all.put(name, input);
        return new UserAccounts(policy, passwords, all, pages);
    }

    /** Sets the application's own pages. */
    public UserAccounts pages(AccountPages own) {
        return new UserAccounts(policy, passwords, signUpFields, own);
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.texts(AccountTexts.addTo(config.texts()));
    }

    /** The store and the secret are known only now. */
    @Override
    public void complete(AuthConfig.Builder config) {
        config.check(UserAccounts::check);
        var adapter = config.adapter();
        var mail = config.providers().stream()
                .filter(EmailProvider.class::isInstance)
                .map(EmailProvider.class::cast)
                .findFirst();
        if (adapter == null || mail.isEmpty()) return;
        UnaryOperator<String> normalizer =
                Optional.ofNullable(mail.get().normalizeIdentifier()).orElse(EmailAddress::normalize);
        config.replaceProviders(it -> it.equals(mail.get()) ? withCodes(mail.get()) : it);
        addProvider(config, new PasswordSignIn(new Store(adapter, config.clock()), passwords, normalizer));
        limitGuesses(config);
        var intentions = new Intention.Keeper(config.moduleCookie("sign-up", INTENTION));
        var proofs = new SessionProofs(config.clock(), config.randomness(), FRESH);
        var site = new AccountSite(
                policy,
                passwords,
                intentions,
                mail.get().id(),
                normalizer,
                signUpFields,
                pages,
                new Notices(mail.get(), Notices.Scheduler.ofThread()),
                config.texts(),
                config.clock(),
                config.randomness());
        config.route(new SignUpRoute(site), new ForgotRoute(site), new AccountRoute(site, proofs, pages(site)))
                .signInLink(new SignInLink(Place.PASSWORD, "forgot", "accounts.password.forgot"))
                .signInLink(new SignInLink(Place.FORM, "signup", "accounts.signup.title"))
                .signInStep(new AccountsStep(intentions, proofs, config.clock(), config.randomness()));
    }

    /** Returns the pages of the account, in the order of the menu. */
    private static List<AccountPage> pages(AccountSite site) {
        return List.of(new OverviewPage(), new PasswordPage(site));
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

    /** A builder that builds again has the provider of before. */
    private static void addProvider(AuthConfig.Builder config, PasswordSignIn signIn) {
        var provider = CredentialsProvider.of(signIn)
                .id(PROVIDER)
                .name("Password")
                .field(
                        "email",
                        CredentialInput.text("Email").with("type", "email").with("autocomplete", "username"))
                .field("password", CredentialInput.password("Password").with("autocomplete", "current-password"))
                .withheld("password")
                .databaseSessions(true);
        if (config.providers().stream().anyMatch(UserAccounts::isOwn)) {
            config.replaceProviders(it -> isOwn(it) ? provider : it);
        } else {
            config.provider(provider);
        }
    }

    private static boolean isOwn(Provider provider) {
        return provider instanceof CredentialsProvider it && it.authorize() instanceof PasswordSignIn;
    }

    private static void check(ConfigurationCheck.Configuration site, ConfigurationCheck.Report report) {
        store(site.adapter(), report);
        if (!site.canEndSessions()) {
            report.error(
                    ErrorType.UNSUPPORTED_STRATEGY,
                    "session.strategy",
                    "accounts need sessions that can be ended, because a new password ends them; set session.strategy to "
                            + "revocable, and session.adoptUntil so that no user is signed out");
        }
        if (site.providers().stream().noneMatch(EmailProvider.class::isInstance)) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "accounts with passwords need a provider of sign-in emails, by which users prove their address and "
                            + "replace a forgotten password; add one to {}",
                    List.of("providers"));
        }
        if (site.providers().stream().anyMatch(it -> it.id().equals(PROVIDER) && !isOwn(it))) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "accounts add a provider with the ID " + PROVIDER
                            + ", and there is another one; give that one another ID");
        }
    }

    private static void store(@Nullable Adapter adapter, ConfigurationCheck.Report report) {
        if (adapter == null) {
            report.error(ErrorType.MISSING_ADAPTER, SETTING, "accounts need a store; set {}", List.of("adapter"));
            return;
        }
        for (var capability : List.of(ModuleRecords.class, SessionIndex.class, AccountIndex.class)) {
            if (capability.isInstance(adapter)) continue;
            report.error(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    SETTING,
                    "accounts need a store with " + capability.getSimpleName()
                            + "; implement it in the adapter, or use one " + "of Cardea's stores");
        }
    }

    @Override
    public String toString() {
        return "UserAccounts";
    }
}
