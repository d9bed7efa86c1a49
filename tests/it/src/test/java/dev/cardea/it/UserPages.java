package dev.cardea.it;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.dev.CardeaDev;
import dev.cardea.examples.docs.AccountPage;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.providers.GitHub;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import dev.cardea.testing.Origins;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Pages that need a user or a mail: the account page of the guide, and development mode. */
final class UserPages {
    private static final String APP = "https://app.example";
    private static final String LOCAL = "http://localhost:3000";
    private static final FakeClock CLOCK = FakeClock.at("2026-05-04T09:11:52Z");

    private UserPages() {}

    private static AuthConfig.Builder config(InMemoryAdapter store) {
        return AuthConfig.builder()
                .env(Env.none())
                .clock(CLOCK)
                .randomness(FixedRandomness.of("pictures"))
                .adapter(store)
                .session(SessionOptions.database())
                .theme(Theme.DEFAULT.colorScheme("light"));
    }

    /** The page of {@code docs/accounts.md}, for a user with two accounts and two sessions. */
    static String account() {
        var store = new InMemoryAdapter();
        var id = Objects.requireNonNull(store.createUser(User.of(null, "Ada Lovelace", "ada@example.com"))
                .id());
        store.linkAccount(Account.of("google", "108", ProviderType.OIDC).with("userId", id));
        store.linkAccount(Account.of("github", "42", ProviderType.OAUTH).with("userId", id));
        var end = CLOCK.instant().plus(Duration.ofDays(30));
        store.createSession(new AdapterSession("this-session", id, end));
        store.createSession(new AdapterSession("another-session", id, end.minus(Duration.ofDays(2))));
        var auth = Auth.of(config(store)
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url(APP)
                .build());
        var request = Request.get(APP + "/settings").header("Cookie", "__Secure-authjs.session-token=this-session");
        return AccountPage.of(auth).handle(request).text();
    }

    /**
     * Development mode: the sign-in page with its bar, and the people and mails, after a visitor asked for a code.
     *
     * @param folder for the secret
     */
    static Picture development(Path folder) {
        var auth = Auth.of(CardeaDev.in(folder)
                .extend(config(new InMemoryAdapter())
                        .url(LOCAL)
                        .provider(
                                GitHub.provider(),
                                EmailProvider.of("email", mail -> {})
                                        .name("Email")
                                        .from("no-reply@app.example"))
                        .extension(UserAccounts.standard())));
        var browser = Browser.of(Origins.of(LOCAL, request -> local(auth, request)), CLOCK);
        var signIn = browser.open(LOCAL + "/auth/signin");
        signIn.form("Email me a code").fill("email", "ada@example.com").submit();
        var tools = browser.open(LOCAL + "/_cardea");
        return Picture.beside(
                916,
                new Picture(Picture.settled(signIn.text()), 480, 916),
                new Picture(Picture.settled(tools.text()), 560, 916));
    }

    /** Adds what a browser on the same machine sends. */
    private static Response local(Auth auth, Request request) {
        var sent = request;
        if (request.method().equals("GET")) {
            sent = request.header("Sec-Fetch-Site", "none")
                    .header("Sec-Fetch-Mode", "navigate")
                    .header("Sec-Fetch-Dest", "document");
        } else if (!request.headers().has("origin")) {
            sent = request.header("Origin", LOCAL);
        }
        return auth.handle(
                Request.of(sent.method(), sent.scheme(), sent.target(), sent.headers(), sent.body(), "127.0.0.1"));
    }
}
