package dev.cardea.dev;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.Development;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.store.SchemaCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What one reading of the configuration serves. */
final class DevEngine implements AutoCloseable {
    /** How long requests that began with this configuration may take after it was replaced. */
    private static final long IN_FLIGHT = 10;

    /** How long a running application may take to say which hooks it has. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(5);

    private final ServerSettings settings;
    private final DevelopmentMode mode;
    private final Auth auth;
    private final HttpHandler home;

    private DevEngine(ServerSettings settings, DevelopmentMode mode) {
        this.settings = settings;
        this.mode = mode;
        auth = Auth.of(settings.auth());
        home = auth.wrap(
                (request, session) -> DevPages.home(session, settings.auth().basePath()));
    }

    /** @throws ConfigException if the configuration has errors */
    static DevEngine of(DevOptions options, DevelopmentMode mode, String secret, Env env) throws ConfigException {
        var settings = options.config() == null
                ? ConfigFile.read(
                        trial(options), Path.of("development mode"), env, new Development(options.site(), secret, mode))
                : ConfigFile.read(options.config(), env, new Development(options.site(), secret, mode));
        var store = settings.store();
        if (store != null) {
            var problem = SchemaCheck.prepare(store, settings.migrate(), settings.production(), line -> {});
            if (problem.isPresent()) {
                store.close();
                throw new ConfigurationException(List.of(new Finding(
                        ErrorType.INVALID_CONFIGURATION,
                        "store",
                        problem.get().advice(String.valueOf(options.config())))));
            }
        }
        var engine = new DevEngine(settings, mode);
        var hooks = settings.hooks();
        if (hooks != null) hooks.start();
        return engine;
    }

    /** The configuration without a file: every kind of sign-in that needs no account elsewhere. */
    private static String trial(DevOptions options) {
        var site = options.site();
        var yaml = "store: \"jdbc:sqlite:"
                + options.folder().resolve("cardea.db").toString().replace('\\', '/')
                + "\"\nmigrate: true\nproviders:\n"
                + "  - { id: local, name: Local account, type: oidc }\n"
                + "  - { id: email, name: Email }\n"
                + "  - passkey\naccounts: true\n";
        if (!options.isBeside()) return yaml;
        // A package for JavaScript calls over the bridge, and has its callbacks in the application.
        var base = usesPackage() ? "/api/auth" : "/auth";
        return yaml + "bridge: true\nbasePath: " + base + "\n"
                + (usesPackage() ? "hooks: { url: \"" + site + base + "/hooks\" }\n" : "");
    }

    /** Whether the folder holds an application with {@code @cardea/next} or {@code @cardea/solid-start}. */
    private static boolean usesPackage() {
        try {
            var manifest = Files.readString(Path.of("package.json"));
            return manifest.contains("\"@cardea/next\"") || manifest.contains("\"@cardea/solid-start\"");
        } catch (IOException e) {
            return false;
        }
    }

    Response handle(Request request) {
        var hooks = settings.hooks();
        if (hooks == null) return answer(request);
        hooks.hold();
        try {
            return answer(request);
        } finally {
            var unused = CompletableFuture.runAsync(hooks.release());
        }
    }

    private Response answer(Request request) {
        if (auth.handles(request)) return auth.handle(request);
        var problem = RequestGuard.problem(request);
        if (problem.isPresent()) return DevFilter.marked(RequestGuard.refused(problem.get()));
        return DevFilter.marked(
                request.path().equals("/") ? home.handle(request) : Response.json(404, "{\"error\":\"not found\"}"));
    }

    /** Waits until the running application has said which hooks it has: before, sign-ins would answer 503. */
    void awaitHooks() {
        if (settings.hooks() != null) settings.hooks().errors(FIRST_ANSWER);
    }

    String basePath() {
        return settings.auth().basePath();
    }

    String url() {
        return mode.url();
    }

    String strategy() {
        return settings.auth().strategy().name().toLowerCase(Locale.ROOT);
    }

    String store(DevOptions options) {
        if (settings.store() == null) return "none";
        return options.config() == null ? "SQLite in " + options.folder() + "/" : "as in " + options.config();
    }

    /** Describes the providers for the terminal. */
    String providers() {
        var played = mode.played();
        var groups = new ArrayList<String>();
        if (!played.isEmpty()) groups.add(String.join(", ", played) + " (played locally)");
        for (var provider : settings.auth().providers()) {
            if (!played.contains(provider.id())) groups.add(provider.id() + provider.accept(new Remarks()));
        }
        return groups.isEmpty() ? "none" : String.join("; ", groups);
    }

    /** What the terminal says after the id of a provider that isn't played. */
    private static final class Remarks implements Provider.Cases<String> {
        @Override
        public String oauth(OAuthProvider provider) {
            return "";
        }

        @Override
        public String email(EmailProvider provider) {
            return " (inbox)";
        }

        @Override
        public String credentials(CredentialsProvider provider) {
            return "";
        }

        @Override
        public String webAuthn(WebAuthnProvider provider) {
            return "";
        }
    }

    /** Closes the store when requests in progress have ended. */
    void closeLater() {
        CompletableFuture.delayedExecutor(IN_FLIGHT, TimeUnit.SECONDS).execute(this::close);
    }

    @Override
    public void close() {
        if (settings.hooks() != null) settings.hooks().stop();
        if (settings.store() != null) Objects.requireNonNull(settings.store()).close();
    }
}
