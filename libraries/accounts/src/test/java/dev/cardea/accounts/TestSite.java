package dev.cardea.accounts;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.model.User;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A site with accounts, an inbox, and browsers in front of it. */
final class TestSite {
    static final String URL = "https://app.example";
    static final String AUTH = URL + "/auth";
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    static final String SESSION = "__Secure-authjs.session-token";
    static final String PASSWORD = "seven copper lanterns drifting";
    static final String OTHER = "a quiet river under nine bridges";

    static final Passwords HASHING = Passwords.forTests();

    final FakeClock clock = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    final InMemoryAdapter rows = new InMemoryAdapter(clock, Randomness.secure());
    final Inbox inbox = new Inbox();
    final List<AuthException> log = new CopyOnWriteArrayList<>();
    final Auth auth;

    private TestSite(
            UnaryOperator<AuthConfig.Builder> change, UnaryOperator<Adapter> store, UnaryOperator<EmailProvider> mail) {
        auth = Auth.of(change.apply(AuthConfig.builder()
                .env(Env.none())
                .url(URL)
                .secret(SECRET)
                .adapter(store.apply(rows))
                .clock(clock)
                .provider(mail.apply(EmailProvider.of("mail", inbox)))
                .session(SessionOptions.database())
                .extension(accounts())
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })));
    }

    static UserAccounts accounts() {
        return UserAccounts.standard().passwords(HASHING);
    }

    static TestSite standard() {
        return new TestSite(it -> it, it -> it, it -> it);
    }

    /** Its emails have links that every browser can open. */
    static TestSite withLinks() {
        return new TestSite(it -> it, it -> it, it -> it.maxAge(Duration.ofDays(1)));
    }

    static TestSite with(UnaryOperator<AuthConfig.Builder> change) {
        return new TestSite(change, it -> it, it -> it);
    }

    static TestSite mailing(UnaryOperator<EmailProvider> mail) {
        return new TestSite(it -> it, it -> it, mail);
    }

    static TestSite over(UnaryOperator<Adapter> store) {
        return over(store, it -> it);
    }

    static TestSite over(UnaryOperator<Adapter> store, UnaryOperator<AuthConfig.Builder> change) {
        return new TestSite(change, store, it -> it);
    }

    Browser browser() {
        return Browser.of(Origins.of(URL, auth::handle), clock);
    }

    /** A browser of a client with this IP address, by which attempts are counted. */
    Browser browserAt(String address) {
        return Browser.of(
                Origins.of(
                        URL,
                        it -> auth.handle(
                                Request.of(it.method(), it.scheme(), it.target(), it.headers(), it.body(), address))),
                clock);
    }

    /** Fills the form for a new account. */
    Page signUp(Browser browser, String email, String password) {
        return browser.open(AUTH + "/signup")
                .form("Create account")
                .fill("name", "Ann")
                .fill("email", email)
                .fill("password", password)
                .submit();
    }

    Page forgot(Browser browser, String email) {
        return browser.open(AUTH + "/forgot")
                .form("Send email")
                .fill("email", email)
                .submit();
    }

    /** Opens the last email to an address. */
    Page openMail(Browser browser, String email) {
        return browser.open(inbox.last(email).orElseThrow().url());
    }

    /** Signs up and opens the email. */
    Browser newUser(String email, String password) {
        var browser = browser();
        signUp(browser, email, password);
        openMail(browser, email);
        return browser;
    }

    Page signIn(Browser browser, String email, String password) {
        return post(browser, "/callback/password", Map.of("email", email, "password", password));
    }

    /** Posts to a route, with the token of this browser. */
    Page post(Browser browser, String route, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        var field = browser.open(AUTH + "/signin").document().selectFirst("input[name=csrfToken]");
        all.put("csrfToken", Objects.requireNonNull(field).val());
        return browser.post(AUTH + route, all);
    }

    /** Returns what a page says to one of the application. */
    String json(Browser browser, String route) {
        return browser.send(Request.get(AUTH + route).header("Accept", "application/json"))
                .text();
    }

    Page setPassword(Browser browser, Map<String, String> fields) {
        var form = browser.open(AUTH + "/account/password").form("Save password");
        for (var field : fields.entrySet()) form = form.fill(field.getKey(), field.getValue());
        return form.submit();
    }

    boolean canSignIn(String email, String password) {
        var browser = browser();
        signIn(browser, email, password);
        return isSignedIn(browser);
    }

    boolean isSignedIn(Browser browser) {
        return !browser.open(AUTH + "/session").text().equals("null");
    }

    Optional<User> user(String email) {
        return rows.getUserByEmail(email);
    }

    /** The stored hash of a user's password; empty if there is none. */
    Optional<String> hash(String email) {
        return user(email)
                .flatMap(it -> rows.getRecord(StoredPassword.KIND, String.valueOf(it.id())))
                .map(it -> it.data());
    }
}
