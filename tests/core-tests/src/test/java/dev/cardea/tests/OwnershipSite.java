package dev.cardea.tests;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.json.Claims;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.util.List;

/** The parts of a site with providers and sign-in links, for tests of which user an account belongs to. */
final class OwnershipSite {
    static final String APP = Site.APP;
    static final String OP = Site.OP;
    static final String COOKIE = "__Secure-authjs.session-token";
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    /** Rejected sign-ins are what these tests are about. */
    private static final AuthLogger QUIET = new AuthLogger() {
        @Override
        public void error(AuthException error) {}
    };

    enum Strategy {
        JWT(SessionOptions.jwt()),
        DATABASE(SessionOptions.database());

        private final SessionOptions options;

        Strategy(SessionOptions options) {
            this.options = options;
        }
    }

    final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    final Inbox inbox = new Inbox();
    final InMemoryAdapter store = new InMemoryAdapter();
    final JwtCodec codec = new EncryptedJwt(clock, Randomness.secure());
    final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
            .client(Client.of("app", "app-secret")
                    .redirectUri(APP + "/auth/callback/op")
                    .redirectUri(APP + "/auth/callback/two"));

    static OAuthProvider oidc(String id, String name) {
        return OAuthProvider.oidc(id, name, OP).clientId("app").clientSecret("app-secret");
    }

    static OAuthProvider oauth(String id, String name) {
        return OAuthProvider.oauth(id, name)
                .clientId("app")
                .clientSecret("app-secret")
                .issuer(OP)
                .authorization(OP + "/authorize")
                .token(OP + "/token")
                .userinfo(OP + "/userinfo")
                .scope("openid", "profile", "email")
                .profile((profile, tokens) -> User.of(
                        profile.claims().text("sub"),
                        profile.claims().text("name"),
                        profile.claims().text("email")));
    }

    AuthConfig.Builder config(Strategy strategy, Adapter adapter) {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret(SECRET)
                .clock(clock)
                .http(op)
                .adapter(adapter)
                .session(strategy.options)
                .rateLimits(RateLimits.OFF)
                .logger(QUIET);
    }

    EmailProvider mail() {
        return EmailProvider.of("email", inbox).from("no-reply@app.example");
    }

    Browser browser(Auth site) {
        return Browser.of(Origins.of(APP, site).and(op), clock);
    }

    /** Signs a person in at the provider with this name on the sign-in page. */
    void signIn(Browser browser, Person person, String provider) {
        op.signsIn(person);
        browser.open(APP + "/auth/signin").press("Sign in with " + provider);
    }

    /** Requests a link. */
    String request(Browser browser, String address) {
        browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", address)
                .submit();
        return inbox.last(address).orElseThrow().url();
    }

    static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    /** Whether the token session ends with the first verification of its user's address. */
    boolean isMarked(Browser browser) {
        var token = browser.cookie(APP + "/", COOKIE).orElseThrow();
        return opened(COOKIE, token).has("cardea");
    }

    Claims opened(String cookie, String value) {
        return codec.decode(new DecodeParams(value, Secrets.of(SECRET), cookie)).orElseThrow();
    }

    String idOf(String address) {
        return String.valueOf(store.getUserByEmail(address).orElseThrow().id());
    }

    List<Account> accountsOf(String address) {
        return store.listAccountsByUserId(idOf(address));
    }

    void reset() {
        store.listUsers(UserPage.first(100)).forEach(user -> store.deleteUser(String.valueOf(user.id())));
        inbox.clear();
    }
}
