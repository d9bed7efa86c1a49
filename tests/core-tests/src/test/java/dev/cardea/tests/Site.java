package dev.cardea.tests;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A site with every way to sign in, its identity provider, its mails, and a browser in front of it. */
public final class Site {
    public static final String APP = "https://app.example";
    public static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    public static final String OP = "https://op.example";
    public static final Person ADA =
            Person.of("ada", "Ada Lovelace", "Ada@Example.com").with("email_verified", true);

    public final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    public final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
            .signsIn(ADA)
            .client(Client.of("app", "app-secret").redirectUri(APP + "/auth/callback/op"));
    public final Inbox inbox = new Inbox();
    public final InMemoryAdapter adapter = new InMemoryAdapter();
    public final List<AuthException> log = new CopyOnWriteArrayList<>();
    private final EventNames noted = new EventNames();
    public final List<String> events = noted.names();
    public final Auth auth;
    public final Browser browser;

    private Site(
            boolean stored,
            boolean rows,
            UnaryOperator<OAuthProvider> change,
            UnaryOperator<AuthConfig.Builder> configure) {
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret(SECRET)
                .clock(clock)
                .http(op)
                .events(noted)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .provider(change.apply(OAuthProvider.oidc("op", "Demo ID", OP)
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE)))
                .provider(CredentialsProvider.of(
                                (credentials, request) -> "correct horse".equals(credentials.text("password"))
                                        ? Optional.of(User.of("42", credentials.text("username"), null))
                                        : Optional.empty())
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))
                        .databaseSessions(rows));
        if (stored)
            builder.adapter(adapter).provider(EmailProvider.of("email", inbox).from("no-reply@app.example"));
        auth = Auth.of(configure.apply(builder).build());
        browser = Browser.of(Origins.of(APP, auth).and(op).and("https://elsewhere.example", op), clock);
    }

    /** With users in memory, and sessions in cookies. */
    public static Site stored() {
        return new Site(true, false, p -> p, c -> c.session(dev.cardea.config.SessionOptions.jwt()));
    }

    /** Without a store. */
    public static Site plain() {
        return new Site(false, false, p -> p, c -> c);
    }

    /** Without a store. The listener receives each user who signs in. */
    public static Site plain(Consumer<User> signedIn) {
        return new Site(
                false,
                false,
                p -> p,
                c -> c.events(new Events() {
                    @Override
                    public void signIn(SignIn event) {
                        signedIn.accept(event.user());
                    }
                }));
    }

    public static Site with(UnaryOperator<OAuthProvider> change, UnaryOperator<AuthConfig.Builder> configure) {
        return new Site(true, false, change, c -> configure.apply(c.session(dev.cardea.config.SessionOptions.jwt())));
    }

    /** With users and sessions in that store. */
    public static Site onRows(Adapter store) {
        return new Site(true, true, p -> p, c -> c.adapter(store).session(dev.cardea.config.SessionOptions.database()));
    }

    /** The same, changed. */
    public static Site onRows(Adapter store, UnaryOperator<AuthConfig.Builder> configure) {
        return onRows(store, p -> p, configure);
    }

    public static Site onRows(
            Adapter store, UnaryOperator<OAuthProvider> change, UnaryOperator<AuthConfig.Builder> configure) {
        return new Site(
                true,
                true,
                change,
                c -> configure.apply(c.adapter(store).session(dev.cardea.config.SessionOptions.database())));
    }

    /** Another person's, or another device's. */
    public Browser anotherBrowser() {
        return Browser.of(Origins.of(APP, auth).and(op), clock);
    }

    public Optional<String> sessionCookie() {
        return browser.cookie(APP + "/auth/session", "__Secure-authjs.session-token");
    }

    public String session() {
        return browser.open(APP + "/auth/session").text();
    }

    public dev.cardea.testing.Page signInPage() {
        return browser.open(APP + "/auth/signin?callbackUrl=%2Fdash");
    }
}
