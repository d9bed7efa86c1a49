package dev.cardea.examples.demo;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.HttpHandler;
import dev.cardea.model.User;
import dev.cardea.password.PasswordCheck;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import dev.cardea.webauthn.Passkey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/**
 * Runs the demo: a site, an identity provider, an inbox in place of a mail server, and an SQLite database in a file.
 *
 * <p>Arguments: the port of the site (3000) and of the identity provider (3001); 0 picks a free one.
 */
public final class Demo implements AutoCloseable {
    private final LocalServer site;
    private final LocalServer provider;

    private Demo(LocalServer site, LocalServer provider) {
        this.site = site;
        this.provider = provider;
    }

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 3000;
        int providerPort = args.length > 1 ? Integer.parseInt(args[1]) : 3001;
        var demo = start(port, providerPort, Path.of("target", "demo"));
        System.out.println("The demo is at      " + demo.url());
        System.out.println("Sign in             " + demo.url() + "/auth/signin");
        System.out.println("Mails arrive at     " + demo.url() + "/inbox");
        System.out.println("Demo ID answers at  " + demo.provider.url());
        System.out.println("Ctrl-C ends it.");
    }

    /** Starts all parts; the database and the secret are kept in the folder. */
    public static Demo start(int port, int providerPort, Path folder) throws IOException {
        Files.createDirectories(folder);
        var database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.toAbsolutePath().resolve("users.db") + "?journal_mode=WAL");
        var adapter = JdbcAdapter.builder(database)
                .migrateOnStart(System.out::println)
                .build();
        var ada = Person.of("ada", "Ada Lovelace", "ada@example.com").with("email_verified", true);
        var openId = IdentityProvider.at("http://localhost:" + providerPort).signsIn(ada);
        var provider = openId.serve(providerPort);
        var inbox = new Inbox();
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.DEVELOPMENT)
                .secret(secret(folder.resolve("secret")))
                .adapter(adapter)
                .provider(
                        OAuthProvider.oidc("demo-id", "Demo ID", openId.issuer())
                                .clientId("demo")
                                .clientSecret("demo-secret")
                                .style(new Style("#6b3fd4", null)),
                        EmailProvider.of("email", inbox).from("no-reply@localhost"),
                        Passkey.provider(),
                        password())
                .enableWebAuthn(true)
                .session(dev.cardea.config.SessionOptions.jwt())
                .build());
        var site = LocalServer.start(port, site(auth, inbox, database));
        openId.client(Client.of("demo", "demo-secret").redirectUri(site.url() + "/auth/callback/demo-id"));
        return new Demo(site, provider);
    }

    private static CredentialsProvider password() {
        var passwords = Passwords.standard();
        var demo =
                new PasswordCheck.StoredUser(User.of("demo", "Demo User", "demo@example.com"), passwords.hash("demo"));
        return CredentialsProvider.of(passwords.check(name -> Optional.of(demo).filter(it -> name.equals("demo"))))
                .name("a password")
                .field("username", CredentialInput.text("User (demo)").with("autocomplete", "username"))
                .field(
                        "password",
                        CredentialInput.password("Password (demo)").with("autocomplete", "current-password"));
    }

    private static HttpHandler site(Auth auth, Inbox inbox, DataSource database) {
        var home = new HomePage(auth, new StoredRows(database));
        var mails = new InboxPage(inbox);
        var passkeys = new PasskeysPage(auth);
        return request -> {
            if (auth.handles(request)) return auth.handle(request);
            return switch (request.path()) {
                case "/" -> home.handle(request);
                case "/inbox" -> mails.handle(request);
                case "/passkeys" -> passkeys.handle(request);
                default -> DemoPage.notFound();
            };
        };
    }

    /** Returns the secret, created once and kept in a file, so that a restart signs no user out. */
    private static String secret(Path file) throws IOException {
        if (!Files.exists(file)) Files.writeString(file, Randomness.secure().base64Url(32));
        return Files.readString(file).trim();
    }

    public String url() {
        return site.url();
    }

    @Override
    public void close() {
        site.close();
        provider.close();
    }
}
