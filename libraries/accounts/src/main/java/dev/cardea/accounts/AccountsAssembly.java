package dev.cardea.accounts;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.accounts.factor.SecretCipher;
import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.Store;
import dev.cardea.config.SessionOptions;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.model.EmailAddress;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInLink.Place;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Adds accounts to a configuration: their routes, their provider, and defaults for what the application hasn't set. */
record AccountsAssembly(AccountSettings settings) {
    private static final String EMAIL_CODES = "Cardea accounts email codes";
    private static final String AT_REST = "Cardea accounts at rest";
    private static final Duration INTENTION = Duration.ofMinutes(15);
    private static final Duration PAUSE = Duration.ofMinutes(10);
    /** Until the page after the deletion of a passkey is loaded. */
    private static final Duration DELETION = Duration.ofMinutes(1);
    /** At most 92 guesses a day for an address. */
    private static final Limit GUESSES = new Limit(20, Duration.ofMinutes(20));

    private static final Duration ABSOLUTE_AGE = Duration.ofDays(90);

    void addTo(AuthConfig.Builder config) {
        config.check(new AccountsCheck(settings.hasPasswords()));
        var adapter = config.adapter();
        var mail = ofType(config.providers(), EmailProvider.class).stream().findFirst();
        if (adapter == null || (settings.hasPasswords() && mail.isEmpty())) return;
        UnaryOperator<String> normalizer =
                mail.map(EmailProvider::normalizeIdentifier).orElse(EmailAddress::normalize);
        mail.ifPresent(it -> config.replaceProviders(other -> other.equals(it) ? withCodes(it) : other));
        limitSessions(config, adapter);
        config.moduleEvents(new AuditLog(config.clock()));
        var intentions = new Intention.Keeper(config.moduleCookie("sign-up", INTENTION));
        var lasting = config.session().absoluteAgeOr(null).orElse(ABSOLUTE_AGE);
        var proofs = new SessionProofs(config.clock(), config.randomness(), lasting);
        var changes = new EmailChanges(config.clock(), config.randomness(), config.deriveKeys(EMAIL_CODES, 32));
        var keys = settings.encryptionKeys().derive(AT_REST, config.deriveKeys(AT_REST, 32));
        var cipher = new SecretCipher(keys, config.randomness());
        var site = new AccountSite(
                settings.policy(),
                settings.passwords(),
                intentions,
                mail.map(EmailProvider::id),
                normalizer,
                settings.signUps(),
                settings.pages(),
                new Notices(mail.orElse(null), Notices.Scheduler.ofThread()),
                SecondFactors.of(config.clock(), config.randomness(), cipher),
                config.siteName(),
                config.texts(),
                config.clock(),
                config.randomness());
        if (settings.hasPasswords()) {
            var signIn = new PasswordSignIn(new Store(adapter, config.clock()), settings.passwords(), normalizer);
            addProvider(config, signIn, normalizer);
            limitGuesses(config);
            addForms(config, site);
        }
        var pause = new FactorPause(
                site.factors(),
                proofs,
                config.moduleCookie("factor", PAUSE),
                trust(config, site.factors().browsers()),
                settings.secondFactor());
        config.route(
                        new AccountRoute(site, proofs, pages(site, changes, config)),
                        new ReauthRoute(site, config.providers(), proofs, new FactorForm(site, Optional.empty())),
                        new AssuranceRoute(),
                        new FactorRoute(site, pause, new FactorForm(site, pause.trust()), config.providers()))
                .signInStep(
                        new AccountsStep(site, proofs, pause, new PasskeyStep(pause, proofs), settings.hasPasswords()));
    }

    private Optional<TrustedBrowserCookie> trust(AuthConfig.Builder config, TrustedBrowsers browsers) {
        return Optional.ofNullable(settings.trustedBrowsers())
                .map(life -> new TrustedBrowserCookie(browsers, config.moduleCookie("browser", life), life));
    }

    private void addForms(AuthConfig.Builder config, AccountSite site) {
        config.route(
                        settings.signUps().isClosed() ? new ClosedSignUpRoute(site) : new SignUpRoute(site),
                        new ForgotRoute(site))
                .signInLink(new SignInLink(Place.PASSWORD, "forgot", "accounts.password.forgot"));
        if (!settings.signUps().isClosed())
            config.signInLink(new SignInLink(Place.FORM, "signup", "accounts.signup.title"));
    }

    /** Returns the pages of the account, in the order of the menu: those for which the site has something. */
    private List<AccountPage> pages(AccountSite site, EmailChanges changes, AuthConfig.Builder config) {
        var providers = config.providers();
        var parts = new ArrayList<AccountPage>();
        parts.add(new ProfilePage(site));
        parts.add(new EmailPage(site, changes));
        if (settings.hasPasswords()) parts.add(new PasswordPage(site));
        ofType(providers, WebAuthnProvider.class).stream()
                .findFirst()
                .ifPresent(passkeys -> parts.add(
                        new PasskeysPage(passkeys, site.factors(), config.moduleCookie("deleted-passkey", DELETION))));
        boolean hasPasskeys = !ofType(providers, WebAuthnProvider.class).isEmpty();
        parts.add(new SecurityPage(site, new PasskeySwitch(site.factors(), hasPasskeys)));
        var linkable = ofType(providers, OAuthProvider.class);
        if (!linkable.isEmpty()) parts.add(new ProvidersPage(linkable));
        var names = new ProviderNames(providers);
        parts.add(new SessionsPage(names));
        parts.add(new DataPage(site, names));
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
        boolean isForCodes = coded.generateVerificationToken() == null
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

    /** A builder that builds again has the provider of before. Without labels, the page has its own in each language. */
    private static void addProvider(
            AuthConfig.Builder config, PasswordSignIn signIn, UnaryOperator<String> normalizer) {
        var provider = CredentialsProvider.of(signIn)
                .id(UserAccounts.PROVIDER)
                .name("Password")
                .field("email", new CredentialInput(Map.of("type", "email")))
                .field("password", new CredentialInput(Map.of("type", "password")))
                .withheld("password")
                .accountName(normalizer)
                .databaseSessions(true);
        if (config.providers().stream().anyMatch(PasswordSignIn::isOf)) {
            config.replaceProviders(it -> PasswordSignIn.isOf(it) ? provider : it);
        } else {
            config.provider(provider);
        }
    }
}
