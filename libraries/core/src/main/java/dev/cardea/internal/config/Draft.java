package dev.cardea.internal.config;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.observe.DebugLog;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.module.ObserverModule;
import dev.cardea.module.RequestFilter;
import dev.cardea.module.Route;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInStep;
import dev.cardea.observe.Observer;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A configuration while it is gathered and checked: what the builder was given, in no thread but one. */
public final class Draft implements ConfigurationCheck.Configuration {
    public final List<Provider> providers = new ArrayList<>();

    public @Nullable Adapter adapter;

    public @Nullable String basePath;

    /** Whether {@link #basePath} is set because nothing else was. */
    public boolean isBasePathDefault;

    /** Whether {@link #basePath} is the path of {@link #url}. */
    public boolean isBasePathFromUrl;

    public String strippedPrefix = "";

    public @Nullable String siteName;

    public @Nullable String url;

    public List<String> secret = List.of();
    public SessionOptions session = SessionOptions.DEFAULT;
    public JwtOptions jwt = JwtOptions.DEFAULT;
    public Callbacks callbacks = Callbacks.DEFAULT;
    public Events events = Events.NONE;
    public PagesOptions pages = PagesOptions.NONE;
    public final Map<AuthCookie, CookieOverride> cookies = new EnumMap<>(AuthCookie.class);

    public @Nullable AuthLogger logger;

    public final List<Observer> observers = new ArrayList<>();
    public final Set<String> moduleCookies = new HashSet<>();

    public Function<Request, @Nullable String> requestIds = request -> null;

    /** By their class. */
    public final Map<Class<?>, ObserverModule.Options> observerOptions = new LinkedHashMap<>();

    /** The classes of the options that a module on the class path has. */
    final Set<Class<?>> knownOptions = new HashSet<>();

    public boolean debug;
    public boolean enableWebAuthn = true;

    public @Nullable String redirectProxyUrl;

    public List<String> redirectProxyOrigins = List.of();

    public @Nullable Boolean trustHost;

    public List<String> trustedProxies = List.of();
    public List<String> allowedHosts = List.of();
    public List<String> allowedOrigins = List.of();

    public @Nullable Boolean useSecureCookies;

    public @Nullable Duration strictTransportSecurity = Duration.ofDays(365);

    public Theme theme = Theme.DEFAULT;
    public Texts texts = Texts.DEFAULT;

    public @Nullable Environment environment;

    public RateLimits rateLimits = RateLimits.DEFAULT;
    public boolean skipCsrfCheck;
    public boolean allowCrossSitePosts;
    public boolean allowHttpIssuers;
    public boolean bridge;
    public RemoteApplication application = RemoteApplication.NONE;
    public final List<Route> routes = new ArrayList<>();
    public final List<RequestFilter> filters = new ArrayList<>();
    public final List<SignInStep> signInSteps = new ArrayList<>();
    public final List<SignInLink> signInLinks = new ArrayList<>();
    public final List<Events> moduleEvents = new ArrayList<>();
    public Clock clock;

    /** Time that passes in this process, apart from its clock: as {@link System#nanoTime}. */
    public LongSupplier nanos = System::nanoTime;

    public Randomness randomness;

    public @Nullable HttpHandler http;

    /** The variable or setting that {@link #url} came from. */
    public String urlSource = "url";

    /** The variable or setting that {@link #redirectProxyUrl} came from. */
    public String redirectProxyUrlSource = "redirectProxyUrl";

    public final List<ConfigurationCheck> checks = new ArrayList<>();
    public final List<String> warnings = new ArrayList<>();

    public Draft(Clock clock, Randomness randomness) {
        this.clock = clock;
        this.randomness = randomness;
    }

    @Override
    public List<Provider> providers() {
        return List.copyOf(providers);
    }

    @Override
    public @Nullable Adapter adapter() {
        return adapter;
    }

    @Override
    public @Nullable String url() {
        return url;
    }

    @Override
    public @Nullable String basePath() {
        return basePath;
    }

    @Override
    public @Nullable Environment environment() {
        return environment;
    }

    @Override
    public boolean enableWebAuthn() {
        return enableWebAuthn;
    }

    /** Sets the defaults of modules that observe, where the application has set none. */
    public void observers(List<ObserverModule> modules) {
        for (var module : modules) {
            var defaults = module.defaults();
            knownOptions.add(defaults.getClass());
            observerOptions.putIfAbsent(defaults.getClass(), defaults);
        }
    }

    /** What modules add, which is forgotten when a configuration is built. */
    public record Additions(
            List<Route> routes,
            List<RequestFilter> filters,
            List<SignInStep> signInSteps,
            List<SignInLink> signInLinks,
            List<Events> moduleEvents,
            List<ConfigurationCheck> checks,
            List<Observer> observers,
            Set<String> moduleCookies) {}

    /** Returns what has been added so far. */
    public Additions additions() {
        return new Additions(
                List.copyOf(routes),
                List.copyOf(filters),
                List.copyOf(signInSteps),
                List.copyOf(signInLinks),
                List.copyOf(moduleEvents),
                List.copyOf(checks),
                List.copyOf(observers),
                Set.copyOf(moduleCookies));
    }

    /** Forgets what was added since. */
    public void restore(Additions before) {
        replace(routes, before.routes);
        replace(filters, before.filters);
        replace(signInSteps, before.signInSteps);
        replace(signInLinks, before.signInLinks);
        replace(moduleEvents, before.moduleEvents);
        replace(checks, before.checks);
        replace(observers, before.observers);
        replace(moduleCookies, before.moduleCookies);
    }

    private static <T> void replace(Collection<T> all, Collection<T> before) {
        all.clear();
        all.addAll(before);
    }

    @Override
    public SessionOptions.Strategy strategy() {
        if (session.strategy() != null) return session.strategy();
        return adapter == null ? SessionOptions.Strategy.JWT : SessionOptions.Strategy.DATABASE;
    }

    @Override
    public boolean canEndSessions() {
        return SessionTraits.of(strategy()).canEnd();
    }

    /** Returns whether the store has a record of each session. */
    boolean keepsRecords() {
        boolean isEndedByProvider = logouts().anyMatch(logout -> logout.backChannel() || logout.frontChannel());
        return SessionTraits.of(strategy()).keepsRecords(session, isEndedByProvider);
    }

    /** What is set for logouts, of each OpenID provider. */
    Stream<ProviderLogout> logouts() {
        return providers.stream()
                .filter(OAuthProvider.class::isInstance)
                .map(provider -> ((OAuthProvider) provider).logout());
    }

    /** The logger in force: as set, else the system's. */
    public AuthLogger loggerInForce() {
        if (logger != null) return logger;
        return debug ? AuthLogger.debugging() : AuthLogger.DEFAULT;
    }

    /** Whether any consumer receives steps. */
    boolean isObserved() {
        return observerOptions.values().stream().anyMatch(ObserverModule.Options::isOn)
                || !observersInForce().isEmpty();
    }

    /** The observers in force: as set, and the log where it logs each step. */
    List<Observer> observersInForce() {
        if (!debug) return List.copyOf(observers);
        var all = new ArrayList<>(observers);
        all.add(new DebugLog(loggerInForce()));
        return List.copyOf(all);
    }

    /** The paths of the site, as far as they are known. */
    public SitePaths paths() {
        return new SitePaths(strippedPrefix, "", isBasePathDefault ? null : basePath, isBasePathFromUrl);
    }

    SiteAddress address() {
        return new SiteAddress(url, trustHost, trustedProxies, allowedHosts, useSecureCookies, strictTransportSecurity);
    }
}
