package dev.cardea.adapter.testkit;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.EventNames;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A site that keeps users and sessions in a store, with one visitor who signs in by a provider or by mail. */
final class SignInSite {
    private static final String APP = "https://app.example";
    private static final String OP = "https://op.example";
    private static final String FORM_TOKEN = "csrfToken";

    final FakeClock clock = FakeClock.at(Instant.now().truncatedTo(ChronoUnit.MILLIS));
    final Inbox inbox = new Inbox();
    final List<AuthException> log = new CopyOnWriteArrayList<>();
    private final EventNames noted = new EventNames();
    final List<String> events = noted.names();
    String address = Samples.address();
    String accountId = Samples.unique();
    Browser browser;

    private final IdentityProvider provider;
    private final Auth auth;

    SignInSite(Adapter store) {
        provider = IdentityProvider.at(OP, clock, Randomness.secure())
                .signsIn(person())
                .client(Client.of("app", "app-secret").redirectUri(APP + "/auth/callback/op"));
        auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .clock(clock)
                .http(provider)
                .adapter(store)
                .session(SessionOptions.database())
                .provider(OAuthProvider.oidc("op", "Demo ID", OP)
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE))
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                .events(noted)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .build());
        browser = anotherBrowser();
    }

    private Person person() {
        return Person.of(accountId, "Ada Lovelace", address).with("email_verified", true);
    }

    /** Starts with a new visitor. Building a new site would take longer than a sign-in, because it makes keys. */
    void begin() {
        address = Samples.address();
        accountId = Samples.unique();
        provider.signsIn(person());
        browser = anotherBrowser();
        inbox.clear();
        log.clear();
        events.clear();
    }

    Browser anotherBrowser() {
        return Browser.of(Origins.of(APP, auth).and(provider), clock);
    }

    void signIn() {
        signIn(browser);
    }

    static void signIn(Browser browser) {
        browser.post(APP + "/auth/signin/op", Map.of(FORM_TOKEN, csrf(browser), "callbackUrl", "/dash"));
    }

    void askForLink() {
        browser.post(APP + "/auth/signin/email", Map.of(FORM_TOKEN, csrf(browser), "email", address));
    }

    String link() {
        return inbox.last(address).orElseThrow().url();
    }

    void openLink() {
        browser.open(link());
    }

    /** Asks for the session as this browser would, from any thread. */
    Response readSession() {
        var cookies = browser.cookies(APP + "/auth/session").entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return auth.handle(Request.get(APP + "/auth/session").header("cookie", cookies));
    }

    void signOut() {
        browser.post(APP + "/auth/signout", Map.of(FORM_TOKEN, csrf(browser)));
    }

    boolean isSignedIn() {
        return isSignedIn(browser);
    }

    static boolean isSignedIn(Browser browser) {
        return !browser.open(APP + "/auth/session").text().equals("null");
    }

    private static String csrf(Browser browser) {
        return browser.open(APP + "/auth/csrf").text().substring(14, 78);
    }
}
