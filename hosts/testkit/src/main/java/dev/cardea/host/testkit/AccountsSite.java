package dev.cardea.host.testkit;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.Actor;
import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.StepUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.accounts.UserAdmin;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.AuthenticatorApp;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Page;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What visitors do on the site with password accounts. */
record AccountsSite(Site site, InMemoryAdapter store, Inbox inbox) {
    static final String ANN = "ann@example.com";
    static final String PASSWORD = "seven copper lanterns drifting";
    static final String OTHER = "a quiet river under nine bridges";

    private static final UserAccounts ACCOUNTS = UserAccounts.standard().passwords(Passwords.forTests());

    /** Sets the usual configuration with accounts. Administrators have just proven who they are. */
    static AccountsSite at(Site site) {
        return with(site, config -> config.extension(ACCOUNTS));
    }

    /** Sets the usual configuration with accounts for invited users alone. */
    static AccountsSite byInvitation(Site site) {
        return with(site, config -> config.url(site.address()).extension(ACCOUNTS.signUp(SignUp.INVITED)));
    }

    private static AccountsSite with(Site site, UnaryOperator<AuthConfig.Builder> change) {
        // The limits of the test before apply to this one as well: all visitors have one IP address.
        site.clock.advance(Duration.ofDays(1));
        var store = new InMemoryAdapter(site.clock, Randomness.secure());
        var inbox = new Inbox();
        site.withoutPassword(config -> change.apply(config.adapter(store)
                .session(SessionOptions.database())
                .provider(EmailProvider.of("mail", inbox))
                .callbacks(Callbacks.DEFAULT.authorized(AccountsSite::byPath))));
        return new AccountsSite(site, store, inbox);
    }

    private static Decision byPath(AuthorizedParams params) {
        return params.path().startsWith("/admin")
                ? ACCOUNTS.decide(params, StepUp.fresh(Duration.ofMinutes(10)))
                : Decision.allowIf(params.auth() != null);
    }

    Page signUp(Browser browser, String email, String password) {
        return browser.open(site.address() + "/auth/signup?callbackUrl=/me")
                .form("Create account")
                .fill("name", "Ann")
                .fill("email", email)
                .fill("password", password)
                .submit();
    }

    Page forgot(Browser browser, String email) {
        return browser.open(site.address() + "/auth/forgot")
                .form("Send email")
                .fill("email", email)
                .submit();
    }

    /** Enters the code of the last email to an address. */
    Page enterCode(Page sent, String email) {
        return sent.form("Sign in").fill("token", code(email)).submit();
    }

    String code(String email) {
        return mail(email).token();
    }

    String link(String email) {
        return mail(email).url();
    }

    private VerificationRequest mail(String email) {
        return inbox.last(email).orElseThrow();
    }

    /** Returns the browser in which a user has signed up. */
    Browser newUser(String email, String password) {
        var browser = site.browser();
        enterCode(signUp(browser, email, password), email);
        return browser;
    }

    Page signIn(Browser browser, String email, String password) {
        return post(browser, "/callback/password", Map.of("email", email, "password", password));
    }

    boolean canSignIn(String email, String password) {
        var browser = site.browser();
        signIn(browser, email, password);
        return !user(browser).equals("null");
    }

    /** Connects an app in a browser whose user has just signed in, with what the app shows now. */
    AuthenticatorApp connectApp(Browser browser) {
        var scanned = browser.open(site.address() + "/auth/account/security").press("Set up two-step verification");
        var app = AuthenticatorApp.of(scanned.document().select(".key code").text());
        scanned.form("Turn on").fill("code", value(app)).submit();
        return app;
    }

    /** Returns what the app shows next: a value that wasn't used. */
    String nextValue(AuthenticatorApp app) {
        site.clock.advance(Duration.ofSeconds(30));
        return value(app);
    }

    private String value(AuthenticatorApp app) {
        return app.value(site.clock.instant());
    }

    UserAdmin admin() {
        return UserAdmin.of(site.auth(), site.get("/"), Actor.system("tests"));
    }

    String idOf(String email) {
        return String.valueOf(store.getUserByEmail(email).orElseThrow().id());
    }

    /** Posts to a route, with the token of this browser. */
    Page post(Browser browser, String route, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put("csrfToken", site.csrf(browser));
        all.put("callbackUrl", "/me");
        return browser.post(site.address() + "/auth" + route, all);
    }

    /** Returns what a page of the application shows of the user. */
    String user(Browser browser) {
        return browser.open(site.address() + "/me").text();
    }
}
