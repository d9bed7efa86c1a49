package dev.cardea.examples.demo;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.HttpHandler;
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
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/**
 * Runs the demo: a site, an identity provider, an inbox in place of a mail server, and an SQLite database in a file.
 *
 * <p>Arguments: the port of the site (3000) and of the identity provider (3001); 0 picks a free one.
 */
public final class Demo implements AutoCloseable {
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    private final LocalServer site;
    private final LocalServer provider;

    private Demo(LocalServer site, LocalServer provider) {
        this.site = site;
        this.provider = provider;
    }

    public static void main(String[] args) throws IOException {
        // One line for each entry of the log, unless the developer chose another format.
        if (System.getProperty(LOG_FORMAT) == null) System.setProperty(LOG_FORMAT, "%4$s: %5$s%6$s%n");
        int code = run(List.of(args), Path.of("target", "demo"), System.out, System.err);
        if (code != 0) System.exit(code);
    }

    /** Starts the demo and names its addresses; or names the mistake in the arguments, and returns 2. */
    public static int run(List<String> args, Path folder, PrintStream out, PrintStream err) throws IOException {
        if (args.size() > 2 || !args.stream().allMatch(Demo::isPort)) {
            err.println("usage: ./demo [PORT [PORT-OF-DEMO-ID]], such as ./demo 4000 4001");
            return 2;
        }
        int port = args.isEmpty() ? 3000 : Integer.parseInt(args.get(0));
        int providerPort = args.size() < 2 ? 3001 : Integer.parseInt(args.get(1));
        try {
            var demo = start(port, providerPort, folder);
            out.println("Demo                " + demo.url());
            out.println("Create an account   " + demo.url() + "/auth/signup");
            out.println("Sign in             " + demo.url() + "/auth/signin");
            out.println("Email inbox         " + demo.url() + "/inbox");
            out.println("Authenticator app   " + demo.url() + "/authenticator");
            out.println("Demo ID             " + demo.provider.url());
            out.println("Press Ctrl+C to stop.");
            return 0;
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof BindException)) throw e;
            err.println("The demo " + e.getMessage() + ", because another program uses it."
                    + " Stop that program, or choose other ports: ./demo 4000 4001");
            return 2;
        }
    }

    private static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= 65_535;
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
                        Passkey.provider())
                .extension(UserAccounts.standard())
                .session(SessionOptions.revocable())
                .build());
        LocalServer site;
        try {
            site = LocalServer.start(port, site(auth, inbox, database));
        } catch (UncheckedIOException e) {
            provider.close();
            throw e;
        }
        openId.client(Client.of("demo", "demo-secret").redirectUri(site.url() + "/auth/callback/demo-id"));
        return new Demo(site, provider);
    }

    private static HttpHandler site(Auth auth, Inbox inbox, DataSource database) {
        var home = new HomePage(auth, new StoredRows(database));
        var mails = new InboxPage(inbox);
        var authenticator = new AuthenticatorPage();
        var passkeys = new PasskeysPage(auth);
        return request -> {
            if (request.path().equals("/auth/verify-request")) return DemoPage.withInbox(auth.handle(request));
            if (auth.handles(request)) return auth.handle(request);
            return switch (request.path()) {
                case "/" -> home.handle(request);
                case "/inbox" -> mails.handle(request);
                case "/authenticator" -> authenticator.handle(request);
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
