package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hooks.HookSettings;
import dev.cardea.hooks.Hooks;
import dev.cardea.http.WebUrl;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Provider;
import dev.cardea.server.log.ErrorLog;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.RequestContext;
import dev.cardea.server.log.RequestLog;
import dev.cardea.server.metrics.StepRelay;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import dev.cardea.server.text.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a configuration file to its end, so that one run reports all errors. */
public final class ConfigFile {
    /** Replaces a store that is not opened because the file has errors, so that no error says that it is missing. */
    private static final Adapter STAND_IN = new InMemoryAdapter();

    private final Source source;
    private final Env env;
    private final Use use;
    private final @Nullable ServerSettings running;
    private final @Nullable Development development;
    private final AuthConfig.Builder config = AuthConfig.builder();
    private final StepRelay steps;
    /** A set, because the log of a running site adds to it, too. */
    private final Set<String> warnings = Collections.synchronizedSet(new LinkedHashSet<>());

    private boolean allowHttpHooks;
    private boolean production;
    private boolean hasAccounts;
    private RateLimits limits = RateLimits.DEFAULT;
    private @Nullable Duration cleanUp;

    /**
     * What a file is read for.
     *
     * @param log gets the settings of the log before anything is logged
     * @param running the settings of a process that keeps running
     * @param serves whether visitors sign in with this configuration, so that what only they would miss is an error
     * @param clockOffset what the clock of the process is ahead of the machine's, for tests
     */
    private record Use(
            @Nullable Development development,
            Consumer<LogSettings> log,
            @Nullable ServerSettings running,
            boolean serves,
            Duration clockOffset) {
        static final Use COMMAND = development(null);

        static Use development(@Nullable Development development) {
            return new Use(development, log -> {}, null, false, Duration.ZERO);
        }

        static Use serving(Duration clockOffset, Consumer<LogSettings> log) {
            return new Use(null, log, null, true, clockOffset);
        }

        static Use reload(ServerSettings running) {
            return new Use(null, log -> {}, running, true, running.clockOffset());
        }
    }

    ConfigFile(Source source, Env env) {
        this(source, env, Use.COMMAND);
    }

    private ConfigFile(Source source, Env env, Use use) {
        this.source = source;
        this.env = env;
        this.use = use;
        running = use.running();
        development = use.development();
        steps = running == null ? new StepRelay() : running.steps();
    }

    /**
     * Reads a file for a command that serves no visitors. The credentials of providers may be missing.
     *
     * @throws ConfigException naming every finding
     */
    public static ServerSettings read(Path file, Env env) throws ConfigException {
        return parsed(text(file), file, env, Use.COMMAND);
    }

    /**
     * Reads a file for a process that serves visitors.
     *
     * @param clockOffset added to the clock of the machine; zero in production
     * @param log gets the settings of the log before anything is logged
     * @throws ConfigException naming every finding
     */
    public static ServerSettings readToServe(Path file, Env env, Duration clockOffset, Consumer<LogSettings> log)
            throws ConfigException {
        return parsed(text(file), file, env, Use.serving(clockOffset, log));
    }

    /**
     * Reads the file again for a process that runs. The store, the queue of events and the log stay those of the process.
     *
     * @throws ConfigException naming every finding
     */
    public static ServerSettings read(Path file, Env env, ServerSettings running) throws ConfigException {
        return parsed(text(file), file, env, Use.reload(running));
    }

    /**
     * Reads a file for development: credentials may be missing, and mail servers are not used.
     *
     * @throws ConfigException naming every finding
     */
    public static ServerSettings read(Path file, Env env, Development development) throws ConfigException {
        return parsed(text(file), file, env, Use.development(development));
    }

    /**
     * Reads the text of a configuration for development.
     *
     * @param name of the file that the text stands for
     * @throws ConfigException naming every finding
     */
    public static ServerSettings read(String text, Path name, Env env, Development development) throws ConfigException {
        return parsed(text, name, env, Use.development(development));
    }

    static String text(Path file) throws ConfigException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            var how = e instanceof NoSuchFileException ? "; create one with: cardea init" : "";
            throw new ConfigException(List.of(file + ": the file " + FileFault.of(file, e) + how), true);
        }
    }

    private static ServerSettings parsed(String text, Path file, Env env, Use use) throws ConfigException {
        try {
            return read(text, file, env, use);
        } catch (VariableFiles.UnreadableException e) {
            throw new ConfigException(List.of(String.valueOf(e.getMessage())), true);
        }
    }

    private static ServerSettings read(String text, Path file, Env env, Use use) throws ConfigException {
        var findings = new Findings(file);
        var directory = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of(""));
        var table = Document.read(text, file.toString(), env, findings, use.development() == null);
        var source = new Source(directory, findings, use.development() != null);
        source.read(file, text);
        var reader = new ConfigFile(source, env, use);
        var settings = table.map(it -> reader.read(new Section(source, "", it))).orElse(null);
        if (settings == null || !findings.isEmpty()) {
            throw new ConfigException(findings.lines(), findings.isOnlyUnreadable());
        }
        return settings;
    }

    @Nullable ServerSettings read(Section file) {
        var host = ListenerKeys.host(file);
        int port = ListenerKeys.port(file);
        var logged = LogKeys.read(file);
        use.log().accept(logged);
        config.env(env).observer(steps);
        limits = RateLimitKeys.read(file);
        config.rateLimits(limits);
        production = CoreKeys.read(file, env, config) == Environment.PRODUCTION;
        shiftClock();
        boolean debug = file.flag("debug").orElse(false);
        config.logger(new ErrorLog(debug, warnings::add)).debug(debug);
        allowHttpHooks = DangerKeys.read(file, config);
        var secrets = SiteKeys.secrets(file, env, development);
        config.secret(secrets);
        if (development != null) {
            config.extension(development.extension());
            if (!isUrlFixed(file)) config.url(development.url());
        }
        ForwardAuthKeys.read(file).ifPresent(config::extension);
        var operation = OperationKeys.read(file, logged);
        config.observer(operation.recorder());
        var hooks = hooks(file, secrets, operation.hookCalls());
        if (hooks != null)
            config.callbacks(hooks.callbacks()).events(hooks.events()).application(hooks);
        var accounts = AccountsKeys.read(file, hooks);
        hasAccounts = accounts.isPresent();
        accounts.ifPresent(config::extension);
        var store = StoreKeys.read(file);
        advise(file, store);
        adviseOnAddress(file);
        advise(host, port, operation);
        boolean migrate = StoreKeys.migrates(file);
        cleanUp = CleanUpKeys.read(file);
        var providers = ProviderKeys.read(file, hooks);
        providers.forEach(provider -> add(hooks == null ? provider : hooks.provider(provider)));
        if (hasAccounts && hooks != null) AccountsAdvice.onNotices(source, providers, hooks);
        if (providers.isEmpty() && development == null) {
            source.advise("providers is empty, so no one can sign in; cardea providers lists the built-in ones");
        }
        file.end();
        if (file.item("store") != null && running == null) config.adapter(STAND_IN);
        return built(host, port, hooks, store, migrate, operation);
    }

    private void shiftClock() {
        if (use.clockOffset().isZero()) return;
        if (production) {
            source.findings()
                    .add(
                            source.lineOf("env"),
                            "--clock-offset is for tests, and the environment is production; leave it out, or set env: test");
        } else {
            config.clock(Clock.offset(Clock.systemUTC(), use.clockOffset()));
        }
    }

    private @Nullable ServerSettings built(
            String host,
            int port,
            @Nullable Hooks hooks,
            @Nullable StoreSettings store,
            boolean migrate,
            OperationKeys operation) {
        boolean good = source.findings().isEmpty();
        var open = running != null ? running.store() : good && store != null ? Stores.open(store) : null;
        if (open != null) {
            config.adapter(open.adapter());
            open.limiter().ifPresent(shared -> config.rateLimits(limits.countedBy(shared)));
        }
        try {
            var auth = config.build();
            if (hasAccounts) AccountsAdvice.add(source, auth, limits);
            if (use.serves()) auth.missingCredentials().forEach(this::tell);
            if (good && source.findings().isEmpty()) {
                return new ServerSettings(
                        host,
                        port,
                        auth,
                        hooks,
                        open,
                        migrate,
                        cleanUp,
                        production,
                        source.probes(),
                        List.copyOf(warnings),
                        source.advice(),
                        operation.operation(new RequestLog(operation.log(), auth)),
                        store,
                        env instanceof VariableFiles named ? source.files().and(named.files()) : source.files(),
                        steps,
                        use.clockOffset());
            }
        } catch (ConfigurationException e) {
            e.findings().forEach(this::tell);
        }
        if (open != null && running == null) open.close();
        return null;
    }

    /** Suppresses findings that follow from one already reported. */
    private void tell(ConfigurationException.Finding finding) {
        var key = CoreKeys.keyOf(finding.setting());
        if (source.findings().knows(key)) return;
        source.findings().add(source.lineOf(key), finding.message(CoreKeys::keyOf));
    }

    private void advise(Section file, @Nullable StoreSettings store) {
        if (store != null && store.isMemory()) {
            source.advise("store: memory loses all users when the process ends; use a database for anything but "
                    + "trying things out");
        }
        if (store != null && store.isH2File()) {
            source.advise("store: H2 files lose the latest changes if the process is killed, so sessions end and used "
                    + "links work again; use jdbc:sqlite:… for a file");
        }
        if (store != null && store.isReadableByOthers()) {
            source.advise("store: every user of this machine can read the file, and it contains session tokens; "
                    + "run chmod 600 for it and its -wal and -shm files");
        }
        boolean trusted =
                file.flag("trustHost").or(() -> env.flag("AUTH_TRUST_HOST")).orElse(false);
        if (!trusted || isUrlFixed(file) || file.item("allowedHosts") != null) return;
        source.advise("trustHost accepts any Host header; set url to this site's URL, or list its hosts in "
                + "allowedHosts");
    }

    /** What starts, and serves no visitor as its operator expects. */
    private void adviseOnAddress(Section file) {
        if (!production || development != null) return;
        var written =
                file.item("url") instanceof Item.Scalar scalar ? Optional.of(scalar.text()) : Optional.<String>empty();
        var url = written.or(() -> env.first("AUTH_URL", "NEXTAUTH_URL")).flatMap(WebUrl::parse);
        if (url.isPresent() && !url.get().isHttps() && !url.get().isLoopback()) {
            source.advise("url is plain http, so anyone on the network can read your visitors' sessions; use "
                    + "https, also behind a proxy that terminates TLS");
        }
        boolean isBridge = file.flag("bridge").orElse(false);
        boolean isTrusted = file.flag("trustHost").isPresent()
                || env.flag("AUTH_TRUST_HOST").isPresent();
        if (isUrlFixed(file) || isBridge || isTrusted || file.item("allowedHosts") != null) return;
        source.advise("url is missing, so requests for any host but localhost are rejected; set url to the URL "
                + "that visitors use");
    }

    private boolean isUrlFixed(Section file) {
        return file.item("url") != null || env.first("AUTH_URL", "NEXTAUTH_URL").isPresent();
    }

    private void advise(String host, int port, OperationKeys operation) {
        var management = operation.management();
        if (management != null
                && management.port() == port
                && port != 0
                && management.host().equals(host)) {
            source.findings()
                    .add(
                            source.lineOf("management.port"),
                            "management.port",
                            "key \"management.port\" is the site's own port; use a different one for the "
                                    + "management listener");
        }
        long heap = Runtime.getRuntime().maxMemory();
        if (operation.limits().heap() > heap) {
            source.advise("limits: " + operation.limits().connections() + " connections may need "
                    + megabytes(operation.limits().heap()) + " MB of heap, and the process has " + megabytes(heap)
                    + " MB; lower limits.connections, or raise -Xmx in CARDEA_JAVA_OPTS");
        }
    }

    private static long megabytes(long bytes) {
        return bytes / (1024 * 1024);
    }

    private void add(Provider provider) {
        config.provider(provider);
    }

    private @Nullable Hooks hooks(Section file, List<String> secrets, int maxCalls) {
        var found = new HookSettings[1];
        boolean isForProxies = file.item("forwardAuth") != null;
        file.section("hooks", section -> found[0] = HookKeys.read(section, allowHttpHooks, isForProxies));
        if (found[0] == null) return null;
        // Without a secret nothing is served; the placeholder lets the rest of the file be checked.
        boolean none = secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank);
        var settings = found[0].maxCalls(maxCalls)
                .requestId(() -> RequestContext.current().map(RequestContext::id))
                .traceparent(ConfigFile::traceparent);
        var usable = none ? List.of("none") : secrets;
        var before = running == null ? null : running.hooks();
        return before == null ? Hooks.of(settings, usable) : before.withSettings(settings, usable);
    }

    private static Optional<String> traceparent(String hook) {
        var trace = RequestContext.currentTrace();
        return trace == null ? Optional.empty() : Optional.of(trace.of(hook).toString());
    }
}
