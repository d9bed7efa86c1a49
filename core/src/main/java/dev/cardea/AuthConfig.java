package dev.cardea;

import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.internal.config.ConfigCheck;
import dev.cardea.internal.config.EnvDefaults;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.adapter.Adapter;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.WebUrl;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything {@link Auth} needs to know (interface: {@code AuthConfig}). Immutable, checked when it is built, and safe to
 * share.
 *
 * <pre>{@code
 * AuthConfig.builder()
 *     .provider(GitHub.provider(), Google.provider())
 *     .adapter(JdbcAdapter.of(dataSource))
 *     .build();
 * }</pre>
 *
 * <p>What is not given comes from the environment: {@code AUTH_SECRET}, {@code AUTH_URL}, {@code AUTH_TRUST_HOST},
 * {@code AUTH_REDIRECT_PROXY_URL}, {@code AUTH_REDIRECT_PROXY_ORIGINS} and {@code AUTH_{PROVIDER}_ID|SECRET|ISSUER|KEY}.
 */
public final class AuthConfig {
    final List<Provider> providers;
    final @Nullable Adapter adapter;
    final String basePath;
    final @Nullable String url;
    final Secrets secret;
    final SessionOptions session;
    final JwtOptions jwt;
    final Callbacks callbacks;
    final Events events;
    final PagesOptions pages;
    final Map<AuthCookie, CookieOverride> cookies;
    final AuthLogger logger;
    final boolean debug;
    final boolean enableWebAuthn;
    final @Nullable String redirectProxyUrl;
    final List<String> redirectProxyOrigins;
    final @Nullable Boolean trustHost;
    final List<String> trustedProxies;
    final List<String> allowedHosts;
    final @Nullable Boolean useSecureCookies;
    final @Nullable Duration strictTransportSecurity;
    final Theme theme;
    final Texts texts;
    final Environment environment;
    final RateLimits rateLimits;
    final boolean skipCsrfCheck;
    final boolean allowCrossSitePosts;
    final boolean allowHttpIssuers;
    final boolean bridge;
    final RemoteApplication application;
    final Clock clock;
    final Randomness randomness;
    final @Nullable HttpHandler http;

    private volatile @Nullable AuthEngine lazyEngine;

    private AuthConfig(Builder b, Secrets secret) {
        providers = List.copyOf(b.providers);
        adapter = b.adapter;
        basePath = Objects.requireNonNull(b.basePath);
        url = b.url;
        this.secret = secret;
        session = b.session;
        jwt = b.jwt;
        callbacks = b.callbacks;
        events = b.events;
        pages = b.pages;
        cookies = Collections.unmodifiableMap(new EnumMap<>(b.cookies));
        logger = Builder.loggerOf(b.logger, b.debug);
        debug = b.debug;
        enableWebAuthn = b.enableWebAuthn;
        redirectProxyUrl = b.redirectProxyUrl;
        redirectProxyOrigins = List.copyOf(b.redirectProxyOrigins);
        trustHost = b.trustHost;
        trustedProxies = List.copyOf(b.trustedProxies);
        allowedHosts = List.copyOf(b.allowedHosts);
        useSecureCookies = b.useSecureCookies;
        strictTransportSecurity = b.strictTransportSecurity;
        theme = b.theme;
        texts = b.texts;
        environment = Objects.requireNonNull(b.environment);
        rateLimits = b.rateLimits;
        skipCsrfCheck = b.skipCsrfCheck;
        allowCrossSitePosts = b.allowCrossSitePosts;
        allowHttpIssuers = b.allowHttpIssuers;
        bridge = b.bridge;
        application = b.application;
        clock = b.clock;
        randomness = b.randomness;
        http = b.http;
    }

    /** Starts with every default of the interface. */
    public static Builder builder() {
        return new Builder();
    }

    public List<Provider> providers() {
        return providers;
    }

    /** Where the routes are, {@code /auth} unless set; empty text for the root. */
    public String basePath() {
        return basePath;
    }

    public PagesOptions pages() {
        return pages;
    }

    public Callbacks callbacks() {
        return callbacks;
    }

    /** The strategy in force: as set, else database with an adapter and JWT without. */
    public SessionOptions.Strategy strategy() {
        return Builder.effectiveStrategy(session, adapter);
    }

    /** The value of {@code Strict-Transport-Security}; {@code null} where it is not sent. */
    @Nullable String transportSecurity() {
        if (strictTransportSecurity == null || url == null) return null;
        boolean https = WebUrl.parse(url)
                .filter(address -> address.isHttps() && !address.isLoopback())
                .isPresent();
        return https ? "max-age=" + strictTransportSecurity.toSeconds() : null;
    }

    /**
     * What was built of this configuration for a request, kept for the next. Requests that come first at the same time
     * get the same one: it remembers what was tried and spent.
     *
     * @param counters who counts tries, given the clock, unless the configuration names somebody
     */
    AuthEngine lazyEngine(Function<Clock, RateLimiter> counters) {
        var engine = lazyEngine;
        if (engine != null) return engine;
        synchronized (this) {
            if (lazyEngine == null) lazyEngine = new AuthEngine(this, true, counters.apply(clock));
            return lazyEngine;
        }
    }

    /** Gathers the configuration; {@link #build} checks it. Not for sharing between threads. */
    public static final class Builder {
        final List<Provider> providers = new ArrayList<>();

        @Nullable Adapter adapter;

        @Nullable String basePath;

        @Nullable String url;

        List<String> secret = List.of();
        SessionOptions session = SessionOptions.DEFAULT;
        JwtOptions jwt = JwtOptions.DEFAULT;
        Callbacks callbacks = Callbacks.DEFAULT;
        Events events = Events.NONE;
        PagesOptions pages = PagesOptions.NONE;
        final Map<AuthCookie, CookieOverride> cookies = new EnumMap<>(AuthCookie.class);

        @Nullable AuthLogger logger;

        boolean debug;
        boolean enableWebAuthn;

        @Nullable String redirectProxyUrl;

        List<String> redirectProxyOrigins = List.of();

        @Nullable Boolean trustHost;

        List<String> trustedProxies = List.of();
        List<String> allowedHosts = List.of();

        @Nullable Boolean useSecureCookies;

        @Nullable Duration strictTransportSecurity = Duration.ofDays(365);

        Theme theme = Theme.DEFAULT;
        Texts texts = Texts.DEFAULT;

        @Nullable Environment environment;

        RateLimits rateLimits = RateLimits.DEFAULT;
        boolean skipCsrfCheck;
        boolean allowCrossSitePosts;
        boolean allowHttpIssuers;
        boolean bridge;
        RemoteApplication application = RemoteApplication.NONE;
        Clock clock = Clock.systemUTC();
        Randomness randomness = Randomness.secure();

        @Nullable HttpHandler http;

        Env env = Env.system();

        /** The variable or setting that {@link #url} came from. */
        String urlSource = "url";

        /** The variable or setting that {@link #redirectProxyUrl} came from. */
        String redirectProxyUrlSource = "redirectProxyUrl";

        final List<String> warnings = new ArrayList<>();

        private Builder() {}

        /** Adds providers, in the order of the sign-in page. */
        public Builder provider(Provider... some) {
            providers.addAll(Arrays.asList(some));
            return this;
        }

        /** Where users are stored; with one, sessions are stored too unless {@link #session} says JWT. */
        public Builder adapter(Adapter store) {
            adapter = Objects.requireNonNull(store, "adapter");
            return this;
        }

        /** Where the routes are; {@code /auth} unless set or part of {@link #url}. */
        public Builder basePath(String path) {
            basePath = path;
            return this;
        }

        /** This site's public address; fixes the origin, so that no header is believed. */
        public Builder url(String address) {
            url = address;
            return this;
        }

        /** Signs and encrypts everything. To rotate, put the newer secret first: the older ones still open what they sealed. */
        public Builder secret(String newest, String... older) {
            var all = new ArrayList<String>();
            all.add(newest);
            all.addAll(Arrays.asList(older));
            secret = List.copyOf(all);
            return this;
        }

        public Builder secret(List<String> newestFirst) {
            secret = List.copyOf(newestFirst);
            return this;
        }

        public Builder session(SessionOptions options) {
            session = options;
            return this;
        }

        public Builder jwt(JwtOptions options) {
            jwt = options;
            return this;
        }

        public Builder callbacks(Callbacks some) {
            callbacks = some;
            return this;
        }

        public Builder events(Events some) {
            events = some;
            return this;
        }

        /** The application that answers {@link #callbacks} from another process, where there is one. */
        public Builder application(RemoteApplication some) {
            application = some;
            return this;
        }

        public Builder pages(PagesOptions some) {
            pages = some;
            return this;
        }

        /** Changes one cookie; twice adds up. You leave the built-in policy then: names and attributes are yours to keep safe. */
        public Builder cookie(AuthCookie cookie, CookieOverride change) {
            cookies.merge(cookie, change, CookieOverride::and);
            return this;
        }

        /** Logs what happens, without secrets. Without effect where a {@link #logger} is set. */
        public Builder debug(boolean on) {
            debug = on;
            return this;
        }

        public Builder logger(AuthLogger sink) {
            logger = sink;
            return this;
        }

        /** Interface: {@code experimental.enableWebAuthn}. */
        public Builder enableWebAuthn(boolean on) {
            enableWebAuthn = on;
            return this;
        }

        /**
         * The full path up to where another deployment mounts the library; providers then send people there first. That
         * deployment has to be given this one's origin in {@link #redirectProxyOrigins}.
         */
        public Builder redirectProxyUrl(String address) {
            redirectProxyUrl = address;
            return this;
        }

        /**
         * At the redirect proxy: the origins to which it passes answers of providers on, such as {@code
         * https://preview.example}. One star in the first label stands for letters, digits and hyphens: {@code
         * https://*-team.preview.example}. None given: to none. Whoever can get a host of such a name gets authorization
         * codes, so leave no star where strangers can register names.
         */
        public Builder redirectProxyOrigins(String... origins) {
            redirectProxyOrigins = List.of(origins);
            return this;
        }

        /**
         * True: the {@code Host} header, and forwarded headers, come from a proxy that sets them. False: no host is
         * trusted. Not said: names of this machine only.
         */
        public Builder trustHost(boolean trusted) {
            trustHost = trusted;
            return this;
        }

        /** Who may send forwarded headers, as addresses or CIDR ranges; none given: any peer. */
        public Builder trustedProxies(String... ranges) {
            trustedProxies = List.of(ranges);
            return this;
        }

        /** Hosts that are served, with or without port; none given: all. */
        public Builder allowedHosts(String... hosts) {
            allowedHosts = List.of(hosts);
            return this;
        }

        /** Whether cookies are for HTTPS alone; as the request's scheme unless set. */
        public Builder useSecureCookies(boolean on) {
            useSecureCookies = on;
            return this;
        }

        /**
         * How long browsers keep to https for this host alone ({@code Strict-Transport-Security}, RFC 6797), never for its
         * subdomains. Sent where {@link #url} is https and not on this machine. A year unless set; zero takes back what
         * was sent before; {@code null} sends nothing, for sites whose proxy does.
         */
        public Builder strictTransportSecurity(@Nullable Duration age) {
            strictTransportSecurity = age;
            return this;
        }

        public Builder theme(Theme some) {
            theme = some;
            return this;
        }

        /** The words of pages and mails. */
        public Builder texts(Texts some) {
            texts = some;
            return this;
        }

        /** How often somebody may try; {@link RateLimits#DEFAULT} unless set, {@link RateLimits#OFF} to count nothing. */
        public Builder rateLimits(RateLimits some) {
            rateLimits = Objects.requireNonNull(some, "rateLimits");
            return this;
        }

        /**
         * Whether this site's own server may call over the bridge, with a signature made of the secret: it then vouches
         * for where browsers come from, and signs in and out without a token. Off unless set.
         */
        public Builder bridge(boolean on) {
            bridge = on;
            return this;
        }

        public Builder environment(Environment where) {
            environment = where;
            return this;
        }

        public Builder clock(Clock some) {
            clock = some;
            return this;
        }

        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        /** Replaces the HTTP client for calls to providers. */
        public Builder http(HttpHandler client) {
            http = client;
            return this;
        }

        /** Where unset values come from; the process's environment unless set. */
        public Builder env(Env variables) {
            env = variables;
            return this;
        }

        /** Settings that take a protection away. */
        public Danger danger() {
            return new Danger();
        }

        /** Named so that one search finds it. */
        public final class Danger {
            private Danger() {}

            /** For frameworks that protect against cross-site posts themselves (interface: {@code skipCSRFCheck}). */
            public Builder skipCsrfCheck() {
                skipCsrfCheck = true;
                return Builder.this;
            }

            /** Lets pages of another site post with a token: for a front end on a site of its own. The token stays. */
            public Builder allowCrossSitePosts() {
                allowCrossSitePosts = true;
                return Builder.this;
            }

            /** Lets providers be reached over plain http beyond this machine. */
            public Builder allowHttpIssuers() {
                allowHttpIssuers = true;
                return Builder.this;
            }
        }

        /**
         * Fills what is not set from the environment (interface: {@code setEnvDefaults}). {@link #build} does it with
         * {@link #env}; doing it twice changes nothing.
         */
        public Builder withEnvDefaults(Env variables) {
            EnvDefaults.apply(this, variables);
            return this;
        }

        /**
         * Checks everything once.
         *
         * @throws dev.cardea.error.ConfigurationException naming the setting and the fix, with everything that is wrong
         *     in its {@link dev.cardea.error.ConfigurationException#findings findings}
         */
        public AuthConfig build() {
            withEnvDefaults(env);
            var findings = ConfigCheck.check(this);
            if (!findings.isEmpty()) throw new InvalidConfigurationException(findings, errorPageSettings());
            var config = new AuthConfig(this, Secrets.of(secret));
            warnings.forEach(config.logger::warn);
            return config;
        }

        private InvalidConfigurationException.ErrorPageSettings errorPageSettings() {
            return new InvalidConfigurationException.ErrorPageSettings(
                    String.valueOf(basePath), pages, theme, texts, loggerOf(logger, debug));
        }

        static AuthLogger loggerOf(@Nullable AuthLogger logger, boolean debug) {
            if (logger != null) return logger;
            return debug ? AuthLogger.debugging() : AuthLogger.DEFAULT;
        }

        static SessionOptions.Strategy effectiveStrategy(SessionOptions session, @Nullable Adapter adapter) {
            if (session.strategy() != null) return session.strategy();
            return adapter == null ? SessionOptions.Strategy.JWT : SessionOptions.Strategy.DATABASE;
        }

        SessionOptions.Strategy strategy() {
            return effectiveStrategy(session, adapter);
        }
    }
}
