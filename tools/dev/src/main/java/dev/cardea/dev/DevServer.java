package dev.cardea.dev;

import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.http.HttpServer;
import dev.cardea.token.Randomness;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Development mode as a server on this machine. It reads the configuration again when the file changes; a file with
 * errors changes nothing, and its errors are shown on every page.
 */
final class DevServer implements HttpHandler, AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int CORE_PORT = 3100;
    /** The usual port of mail catchers. */
    private static final int SMTP_PORT = 1025;

    private static final Duration IN_FLIGHT = Duration.ofSeconds(2);

    private final DevOptions options;
    private final Env env;
    private final Consumer<String> log;
    private final CardeaDev dev;
    private final String secret;
    private final HttpServer core;
    private final SmtpListener smtp;
    private final @Nullable FrontProxy proxy;
    private final FileWatch watch;
    private volatile @Nullable DevEngine engine;
    private volatile List<String> findings = List.of();

    private DevServer(DevOptions options, Env env, Consumer<String> log) throws IOException, ConfigException {
        this.options = options;
        this.env = env;
        this.log = log;
        secret = SecretFile.read(options.folder(), Randomness.secure());
        core = listen();
        var mode = CardeaDev.in(options.folder());
        if (options.keepStore()) mode = mode.keepStore();
        if (options.playAll()) mode = mode.playAll();
        dev = options.isBeside() ? mode.pagesAt(own()) : mode;
        try {
            smtp = listenForMails();
        } catch (IOException e) {
            core.close();
            throw e;
        }
        dev.inbox().listensAt(smtp.url());
        try {
            engine = newEngine();
            proxy = options.app() == null
                    ? null
                    : FrontProxy.start(HOST, options.port(), this::isOwn, core.port(), options.app());
        } catch (IOException | ConfigException | RuntimeException e) {
            smtp.close();
            core.close();
            throw e;
        }
        var people = options.folder().resolve("people.yml");
        watch = FileWatch.start(
                options.config() == null ? List.of(people) : List.of(options.config(), people), this::reload);
    }

    /**
     * @param log receives lines for the terminal
     * @throws IOException if the port cannot be opened
     * @throws ConfigException if the file has errors
     * @throws ConfigurationException if this is not a place for development
     */
    static DevServer start(DevOptions options, Env env, Consumer<String> log) throws IOException, ConfigException {
        return new DevServer(options, env, log);
    }

    private HttpServer listen() throws IOException {
        if (options.app() != null) return HttpServer.start(HOST, 0, this, null);
        if (!options.isBeside()) return listen(options.port(), "--port");
        if (options.corePort() != null) return listen(options.corePort(), "--core-port");
        try {
            return HttpServer.start(HOST, CORE_PORT, this, null);
        } catch (IOException e) {
            return HttpServer.start(HOST, 0, this, null);
        }
    }

    private HttpServer listen(int port, String option) throws IOException {
        try {
            return HttpServer.start(HOST, port, this, null);
        } catch (IOException e) {
            throw new IOException(inUse(port, option), e);
        }
    }

    private static String inUse(int port, String option) {
        return "port " + port + " is in use; stop the program that uses it, or choose another port with " + option;
    }

    private SmtpListener listenForMails() throws IOException {
        Consumer<ReceivedMail> inbox = dev::receive;
        var port = options.smtpPort();
        try {
            return SmtpListener.start(port == null ? SMTP_PORT : port, inbox);
        } catch (IOException e) {
            if (port == null) return SmtpListener.start(0, inbox);
            throw new IOException(inUse(port, "--smtp-port"), e);
        }
    }

    private DevEngine newEngine() throws ConfigException {
        var built = DevEngine.of(options, dev.mode(), secret, env);
        var site = WebUrl.parse(built.url()).orElseThrow().origin();
        if (site.replace("127.0.0.1", "localhost").equals(options.site())) return built;
        built.close();
        throw new ConfigurationException(List.of(new Finding(
                ErrorType.INVALID_CONFIGURATION,
                "url",
                "url (AUTH_URL) is " + site + ", but the site is at " + options.site()
                        + "; set --port, or remove url")));
    }

    private void reload() {
        var before = Objects.requireNonNull(engine);
        try {
            var next = newEngine();
            next.awaitHooks();
            engine = next;
            findings = List.of();
            log.accept("cardea: reloaded the configuration");
            before.closeLater();
        } catch (ConfigException e) {
            keep(e.lines());
        } catch (ConfigurationException e) {
            keep(e.findings().stream().map(Finding::message).toList());
        } catch (RuntimeException e) {
            keep(List.of(String.valueOf(e.getMessage())));
        }
    }

    private void keep(List<String> errors) {
        findings = errors;
        errors.forEach(line -> log.accept("cardea: " + line));
        log.accept("cardea: the previous configuration stays in effect");
    }

    /** Whether a path is served here, and not by the application. */
    private boolean isOwn(String path) {
        var base = Objects.requireNonNull(engine).basePath();
        return isBelow(base, path) || isBelow(DevPaths.PATH, path);
    }

    private static boolean isBelow(String base, String path) {
        return path.equals(base) || path.startsWith(base + "/");
    }

    @Override
    public Response handle(Request request) {
        var current = engine;
        if (current == null) return starting();
        var answer = current.handle(request);
        return findings.isEmpty() ? answer : DevPages.withErrors(answer, findings);
    }

    /** The port is open before the configuration is read, so that a port in use is reported first. */
    static Response starting() {
        var page = DevPages.waiting("Starting development mode", "Development mode is starting.");
        return Response.of(503, "text/html; charset=utf-8", page).header("Cache-Control", "no-store");
    }

    /** Returns what the application needs in its environment. */
    Map<String, String> environment() {
        var all = new LinkedHashMap<String, String>();
        all.put("CARDEA_URL", options.isBeside() ? "http://" + HOST + ":" + core.port() : options.site());
        all.put("CARDEA_SMTP_URL", smtp.url());
        all.put("AUTH_SECRET", secret);
        all.put("AUTH_URL", Objects.requireNonNull(engine).url());
        if (options.isBeside()) all.put("PORT", String.valueOf(options.port()));
        return all;
    }

    /** Returns the address for mails of the application, such as {@code smtp://127.0.0.1:1025}. */
    String smtpUrl() {
        return smtp.url();
    }

    String signInPage() {
        return options.site() + Objects.requireNonNull(engine).basePath() + "/signin";
    }

    /** The origin of this process. */
    private String own() {
        return options.isBeside() ? "http://localhost:" + core.port() : options.site();
    }

    /** Returns the lines for the terminal. */
    List<String> describe() {
        var current = Objects.requireNonNull(engine);
        return List.of(
                version() + ", development mode. Not for production: local accounts, local email, local secret.",
                line("Site", options.site(), "sign in: " + signInPage()),
                line(
                        "Inbox, log",
                        own() + DevPaths.PATH,
                        "people, emails, users, faults, clock, passkeys, authenticator"),
                line("Email", smtp.url(), "your application's emails arrive in the inbox"),
                "  Providers     " + current.providers(),
                line("Store", current.store(options), "session: " + current.strategy()));
    }

    private static String version() {
        var version = DevServer.class.getPackage().getImplementationVersion();
        return version == null ? "cardea" : "cardea " + version;
    }

    private static String line(String name, String value, String more) {
        return String.format("  %-13s %-32s %s", name, value, more);
    }

    @Override
    public void close() {
        watch.close();
        if (proxy != null) proxy.close();
        smtp.close();
        core.stop(IN_FLIGHT);
        var last = engine;
        if (last != null) last.close();
    }
}
