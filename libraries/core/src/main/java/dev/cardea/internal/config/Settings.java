package dev.cardea.internal.config;

import dev.cardea.action.AuthRequest;
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
import dev.cardea.internal.observe.ObservedCallbacks;
import dev.cardea.internal.origin.AllowedOrigins;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.ObserverModule;
import dev.cardea.module.RequestFilter;
import dev.cardea.module.Route;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInStep;
import dev.cardea.observe.Observer;
import dev.cardea.provider.Provider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A checked configuration, as everything within reads it. Immutable. */
public final class Settings {
    public final List<Provider> providers;
    public final @Nullable Adapter adapter;

    /** Without a context path, which only the framework knows. */
    public final SitePaths paths;

    public final SiteName siteName;

    public final AllowedOrigins allowedOrigins;
    public final SiteAddress address;
    public final Secrets secret;
    public final SessionOptions session;
    public final JwtOptions jwt;
    public final Callbacks callbacks;
    public final Events events;

    /** Those of modules, which receive what the application's {@link #events} receive. */
    public final List<Events> moduleEvents;

    /** As the application has set them. */
    public final PagesOptions ownPages;

    public final Map<AuthCookie, CookieOverride> cookies;
    public final AuthLogger logger;
    public final List<Observer> observers;
    public final Function<Request, @Nullable String> requestIds;
    public final List<ObserverModule.Options> observerOptions;
    public final @Nullable String redirectProxyUrl;
    public final List<String> redirectProxyOrigins;

    /** As the application has set it. */
    public final Theme ownTheme;

    public final Texts texts;
    public final Environment environment;
    public final RateLimits rateLimits;
    public final boolean skipCsrfCheck;
    public final boolean allowCrossSitePosts;
    public final boolean allowHttpIssuers;
    public final boolean bridge;
    public final RemoteApplication application;
    /** By name. */
    public final Map<String, Route> routes;

    public final RequestFilter filter;
    public final @Nullable SignInStep signInStep;
    public final List<SignInLink> signInLinks;
    public final Clock clock;
    public final LongSupplier nanos;
    public final Randomness randomness;
    public final @Nullable HttpHandler http;

    /** Where sessions are kept, with or without the application's choice. */
    public final SessionOptions.Strategy strategy;
    /** Whether the store has a record of each session. */
    public final boolean keepsRecords;

    /** @param b has passed {@link ConfigCheck} */
    public Settings(Draft b) {
        providers = List.copyOf(b.providers);
        adapter = b.adapter;
        paths = b.paths();
        siteName = new SiteName(b.siteName);
        allowedOrigins = AllowedOrigins.of(b.allowedOrigins);
        address = b.address();
        secret = Secrets.of(b.secret);
        session = b.session;
        jwt = b.jwt;
        callbacks = b.isObserved() ? ObservedCallbacks.of(b.callbacks) : b.callbacks;
        events = b.events;
        moduleEvents = List.copyOf(b.moduleEvents);
        ownPages = b.pages;
        cookies = Collections.unmodifiableMap(new EnumMap<>(b.cookies));
        logger = b.loggerInForce();
        observers = b.observersInForce();
        requestIds = b.requestIds;
        observerOptions = List.copyOf(b.observerOptions.values());
        redirectProxyUrl = b.redirectProxyUrl;
        redirectProxyOrigins = List.copyOf(b.redirectProxyOrigins);
        ownTheme = b.theme;
        texts = b.texts;
        environment = Objects.requireNonNull(b.environment);
        rateLimits = b.rateLimits;
        skipCsrfCheck = b.skipCsrfCheck;
        allowCrossSitePosts = b.allowCrossSitePosts;
        allowHttpIssuers = b.allowHttpIssuers;
        bridge = b.bridge;
        application = b.application;
        routes = Stream.concat(b.routes.stream(), ownRoutes(b))
                .collect(Collectors.toUnmodifiableMap(Route::name, route -> route));
        filter = b.filters.stream().reduce(RequestFilter::andThen).orElse(RequestFilter.NONE);
        signInLinks = List.copyOf(b.signInLinks);
        signInStep = b.signInSteps.isEmpty() ? null : b.signInSteps.get(0);
        clock = b.clock;
        nanos = b.nanos;
        randomness = b.randomness;
        http = b.http;
        strategy = b.strategy();
        keepsRecords = b.keepsRecords();
    }

    private static Stream<Route> ownRoutes(Draft b) {
        var routes = new ArrayList<Route>();
        var traits = SessionTraits.of(b.strategy());
        if (traits.listsDevices(b.session)) routes.add(OwnRoute.SESSIONS);
        if (traits.isRecorded()) routes.add(new SessionCheckRoute());
        if (b.logouts().anyMatch(logout -> logout.rpInitiated() != RpInitiated.NEVER)) routes.add(OwnRoute.LOGOUT);
        if (b.logouts().anyMatch(ProviderLogout::frontChannel)) routes.add(OwnRoute.FRONT_CHANNEL);
        if (b.logouts().anyMatch(ProviderLogout::backChannel)) routes.add(OwnRoute.BACK_CHANNEL);
        if (b.logouts().anyMatch(ProviderLogout::initiateLogin)) routes.add(OwnRoute.INITIATE);
        return routes.stream();
    }

    /** Returns the further route that a request is for; empty for an action. */
    public Optional<Route> route(AuthRequest request) {
        return request.route().map(routes::get);
    }

    /** Returns the secrets of session tokens, and of the cookies of sign-ins. */
    public Secrets tokenSecrets() {
        return jwt.secret() == null ? secret : jwt.secret();
    }

    public Duration tokenMaxAge() {
        return jwt.maxAge() == null ? session.maxAge() : jwt.maxAge();
    }
}
