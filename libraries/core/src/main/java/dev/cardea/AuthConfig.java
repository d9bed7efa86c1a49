package dev.cardea;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.config.ConfigCheck;
import dev.cardea.internal.config.EnvDefaults;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.internal.config.Services;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.SettingsDescription;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.module.Extension;
import dev.cardea.module.ObserverModule;
import dev.cardea.module.RequestFilter;
import dev.cardea.module.Route;
import dev.cardea.module.SignInLink;
import dev.cardea.module.SignInStep;
import dev.cardea.observe.Observer;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of {@link Auth} (Auth.js: {@code AuthConfig}). Immutable, checked when it is built, and safe to
 * share.
 *
 * <pre>{@code
 * AuthConfig.builder()
 *     .provider(GitHub.provider(), Google.provider())
 *     .adapter(JdbcAdapter.of(dataSource))
 *     .build();
 * }</pre>
 *
 * <p>Values that are not set come from the environment: {@code AUTH_SECRET}, {@code AUTH_URL}, {@code AUTH_TRUST_HOST},
 * {@code AUTH_REDIRECT_PROXY_URL}, {@code AUTH_REDIRECT_PROXY_ORIGINS}, {@code AUTH_SITE_NAME},
 * {@code AUTH_STRIPPED_PREFIX}, {@code AUTH_ALLOWED_ORIGINS} and {@code AUTH_{PROVIDER}_ID|SECRET|ISSUER|KEY}.
 */
public final class AuthConfig {
    private final Settings settings;
    private final OriginPolicy origins;

    private AuthConfig(Settings settings) {
        this.settings = settings;
        origins = settings.address.originPolicy();
    }

    /** Starts with the defaults of Auth.js. */
    public static Builder builder() {
        return new Builder();
    }

    public List<Provider> providers() {
        return settings.providers;
    }

    /** Returns the path of the routes as requests have it: {@code /auth} unless set, an empty text for the root. */
    public String basePath() {
        return settings.paths.received();
    }

    public PagesOptions pages() {
        return settings.ownPages;
    }

    public Callbacks callbacks() {
        return settings.callbacks;
    }

    /**
     * Returns the strategy of the sessions: the one that was set, or else database sessions with an adapter and tokens
     * (JWT) without.
     */
    public SessionOptions.Strategy strategy() {
        return settings.strategy;
    }

    /**
     * Returns the client's IP address, for logs; empty if it is unknown. Forwarded headers are trusted as for rate
     * limits: see {@link Builder#trustedProxies}.
     */
    public Optional<InetAddress> clientAddress(Request request) {
        return origins.clientAddress(request).map(IpAddress::toInetAddress);
    }

    /** Returns whether one of the {@link Builder#trustedProxies} sent a request, so that its headers can be trusted. */
    public boolean isFromTrustedProxy(Request request) {
        return origins.isFromTrustedProxy(request);
    }

    /**
     * Returns the settings in effect, for operators: texts, numbers, booleans, lists and maps, in order. A secret is
     * {@code ******}, and a URL has no query. Settings that are absent have no entry. Names may be added in any
     * release. Immutable.
     */
    public Map<String, Object> describe() {
        return SettingsDescription.of(settings);
    }

    /**
     * Returns the credentials that its providers need and that are not set, in the order of the providers. If one is
     * missing, {@link Auth#of(AuthConfig)} throws an exception.
     */
    public List<Finding> missingCredentials() {
        return settings.providers.stream()
                .flatMap(provider -> provider.missingCredentials().stream())
                .toList();
    }

    /** Returns what the engine reads. */
    Settings settings() {
        return settings;
    }

    /** Collects the configuration; {@link #build} checks it. Not for sharing between threads. */
    public static final class Builder extends UncheckedConfig {
        private Env env = Env.system();
        private final List<Extension<Builder>> extensions = new ArrayList<>();
        private @Nullable List<Extension<Builder>> services;

        private Builder() {}

        /** Adds providers, in the order of the sign-in page. */
        public Builder provider(Provider... providers) {
            draft.providers.addAll(Arrays.asList(providers));
            return this;
        }

        /**
         * Sets the store of the users. Sessions are also stored there, unless {@link #session} selects tokens (JWT).
         */
        public Builder adapter(Adapter store) {
            draft.adapter = Objects.requireNonNull(store, "adapter");
            return this;
        }

        /** Sets the path of the routes; {@code /auth} unless set here or by the path of {@link #url}. */
        public Builder basePath(String path) {
            draft.basePath = path;
            draft.isBasePathDefault = false;
            draft.isBasePathFromUrl = false;
            return this;
        }

        /**
         * Sets the path that a proxy in front removes from every request, such as {@code /app}. Links, redirects, own
         * pages and the logo begin with it. {@link #basePath} is the path that is left. By default nothing is removed.
         */
        public Builder strippedPrefix(String path) {
            draft.strippedPrefix = path;
            return this;
        }

        /**
         * Sets the name that pages, emails and passkeys show: "Sign in to Acme"; the host unless set. At most 64
         * characters.
         */
        public Builder siteName(String name) {
            draft.siteName = name;
            return this;
        }

        /** Sets this site's public URL. Headers can then no longer change the origin. */
        public Builder url(String address) {
            draft.url = address;
            return this;
        }

        /**
         * Sets the secret that signs and encrypts cookies and tokens, at least 32 random bytes. To replace a secret,
         * put the new one first: the older ones still open what they encrypted.
         */
        public Builder secret(String newest, String... older) {
            var all = new ArrayList<String>();
            all.add(newest);
            all.addAll(Arrays.asList(older));
            draft.secret = List.copyOf(all);
            return this;
        }

        /** Works as {@link #secret(String, String...)}, with a list. */
        public Builder secret(List<String> newestFirst) {
            draft.secret = List.copyOf(newestFirst);
            return this;
        }

        /** Sets the kind and the length of sessions; by default 30 days, renewed once a day. */
        public Builder session(SessionOptions options) {
            draft.session = options;
            return this;
        }

        /** Sets how token sessions are encoded; by default as in Auth.js, with the age of the session. */
        public Builder jwt(JwtOptions options) {
            draft.jwt = options;
            return this;
        }

        /** Sets the functions that decide: who may sign in, where to redirect, and what tokens and sessions contain. */
        public Builder callbacks(Callbacks callbacks) {
            draft.callbacks = callbacks;
            return this;
        }

        /** Sets the functions to call after something happened, such as a sign-in. They can't change the result. */
        public Builder events(Events events) {
            draft.events = events;
            return this;
        }

        /**
         * Sets the application in another process that runs the {@link #callbacks}, if there is one. No user can sign
         * in before it has described its callbacks.
         */
        public Builder application(RemoteApplication application) {
            draft.application = application;
            return this;
        }

        /** Replaces built-in pages with your own pages. */
        public Builder pages(PagesOptions pages) {
            draft.pages = pages;
            return this;
        }

        /**
         * Changes the name or the attributes of one cookie. A second call for the same cookie adds to the first.
         *
         * <p><b>Security:</b> the built-in names and attributes protect the cookies. If you change them, you are
         * responsible for that.
         */
        public Builder cookie(AuthCookie cookie, CookieOverride change) {
            draft.cookies.merge(cookie, change, CookieOverride::and);
            return this;
        }

        /** Logs each step of a request as one line, by {@link AuthLogger#debug}. The lines contain no secrets. */
        public Builder debug(boolean on) {
            draft.debug = on;
            return this;
        }

        /**
         * Sets where errors, warnings and debug lines are logged; by default {@code System.Logger} {@code dev.cardea}.
         */
        public Builder logger(AuthLogger sink) {
            draft.logger = sink;
            return this;
        }

        /**
         * Adds observers: each receives the steps of every request, without secrets. One that is added twice receives them
         * once.
         */
        public Builder observer(Observer... some) {
            draft.observers.addAll(Arrays.asList(some));
            return this;
        }

        /**
         * Sets how a module on the class path observes, such as {@code RecorderOptions.OFF}. Options replace earlier ones
         * of the same class.
         */
        public Builder observer(ObserverModule.Options options) {
            draft.observerOptions.put(options.getClass(), options);
            return this;
        }

        /**
         * Sets the function that returns the id which the framework or a trusted proxy gave a request, for observers.
         * {@code null}, and a text that is not 1 to 64 letters, digits, dots, underscores or hyphens, mean that the
         * request has none.
         *
         * <p><b>Security:</b> do not return a header that any client can send.
         */
        public Builder requestIds(Function<Request, @Nullable String> idOf) {
            draft.requestIds = Objects.requireNonNull(idOf, "requestIds");
            return this;
        }

        /** Rejects providers of passkeys if {@code false} (Auth.js: {@code experimental.enableWebAuthn}). */
        public Builder enableWebAuthn(boolean on) {
            draft.enableWebAuthn = on;
            return this;
        }

        /**
         * Sets the URL of another deployment, up to its base path, to which providers redirect visitors. That
         * deployment forwards the visitor to this one. It must list the origin of this one in {@link
         * #redirectProxyOrigins}.
         */
        public Builder redirectProxyUrl(@Nullable String address) {
            draft.redirectProxyUrl = address;
            return this;
        }

        /**
         * Sets, at the redirect proxy, the origins to which it forwards the responses of providers, such as {@code
         * https://preview.example}. One star in the first label matches letters, digits and hyphens: {@code
         * https://*-team.preview.example}. Default: none.
         *
         * <p><b>Security:</b> the owner of any matching host receives authorization codes. Do not use a star where
         * other customers can register names.
         */
        public Builder redirectProxyOrigins(String... origins) {
            draft.redirectProxyOrigins = List.of(origins);
            return this;
        }

        /**
         * Sets whether to trust the {@code Host} header and forwarded headers. If {@code true}, a proxy in front must
         * set them. If {@code false}, no host is trusted. Unless set, only names of this machine are trusted.
         *
         * <p><b>Security:</b> with {@code true}, and with neither {@link #url} nor {@link #allowedHosts}, any client
         * chooses the host of links in sign-in emails.
         */
        public Builder trustHost(boolean trusted) {
            draft.trustHost = trusted;
            return this;
        }

        /**
         * Sets the proxies that may send forwarded headers, as IP addresses or CIDR ranges. Unless set, any peer may
         * send host and scheme if {@link #trustHost} is on, and the client's IP address is that of the connection.
         */
        public Builder trustedProxies(String... ranges) {
            draft.trustedProxies = List.of(ranges);
            return this;
        }

        /** Sets the hosts of this site, with or without a port; all unless set. Requests for other hosts get 400. */
        public Builder allowedHosts(String... hosts) {
            draft.allowedHosts = List.of(hosts);
            return this;
        }

        /**
         * Sets the other origins whose pages may use the routes from scripts (CORS), such as a single-page application
         * at {@code https://app.example} or {@code http://localhost:5173}. Visitors may be sent back there. Default: none.
         *
         * <p><b>Security:</b> such a page reads the user's session and acts for the user. List only origins whose pages
         * you trust as your own.
         */
        public Builder allowedOrigins(String... origins) {
            draft.allowedOrigins = List.of(origins);
            return this;
        }

        /** Sets whether to send cookies over HTTPS only; follows the scheme of the request unless set. */
        public Builder useSecureCookies(boolean on) {
            draft.useSecureCookies = on;
            return this;
        }

        /**
         * Sets how long browsers use only https for this host ({@code Strict-Transport-Security}, RFC 6797); a year
         * unless set. Subdomains are not included. The header is sent if {@link #url} is https and not on this machine.
         * With zero, browsers forget an earlier value. {@code null} sends no header, for sites whose proxy does.
         */
        public Builder strictTransportSecurity(@Nullable Duration age) {
            draft.strictTransportSecurity = age;
            return this;
        }

        /** Sets colors and logo of the built-in pages and emails. */
        public Builder theme(Theme theme) {
            draft.theme = theme;
            return this;
        }

        /** Sets the texts of pages and emails; English and German unless set. */
        public Builder texts(Texts texts) {
            draft.texts = texts;
            return this;
        }

        /** Limits attempts. Default: {@link RateLimits#DEFAULT}. {@link RateLimits#OFF} turns the limits off. */
        public Builder rateLimits(RateLimits limits) {
            draft.rateLimits = Objects.requireNonNull(limits, "rateLimits");
            return this;
        }

        /**
         * Sets whether this site's own server can call Cardea over the bridge, with a signature made with the secret.
         * Such a call asserts the origin of the browser, and signs users in and out without a CSRF token. Off unless
         * set.
         */
        public Builder bridge(boolean on) {
            draft.bridge = on;
            return this;
        }

        /**
         * Adds modules that extend the whole configuration, such as {@code CardeaDev}; they run in this order. An
         * extension replaces an earlier one of the same class.
         */
        @SafeVarargs
        public final Builder extension(Extension<Builder>... added) {
            for (var each : added) {
                extensions.removeIf(earlier -> earlier.getClass() == each.getClass());
                extensions.add(Objects.requireNonNull(each, "extension"));
            }
            return this;
        }

        /** Adds routes under the base path. */
        public Builder route(Route... routes) {
            draft.routes.addAll(Arrays.asList(routes));
            return this;
        }

        /** Adds filters of whole requests. The first one added sees a request first. */
        public Builder filter(RequestFilter... filters) {
            draft.filters.addAll(Arrays.asList(filters));
            return this;
        }

        /** Adds a check of a module to the built-in ones. Several calls add several checks. */
        public Builder check(ConfigurationCheck check) {
            draft.checks.add(Objects.requireNonNull(check, "check"));
            return this;
        }

        /**
         * Adds a module's step to every sign-in, between the proof and the session. Needs an {@link #adapter}. A
         * configuration has at most one, and a second one is an error.
         */
        public Builder signInStep(SignInStep step) {
            draft.signInSteps.add(Objects.requireNonNull(step, "step"));
            return this;
        }

        /** Adds functions of a module that are called after something happened, next to the {@link #events} of the application. */
        public Builder moduleEvents(Events events) {
            draft.moduleEvents.add(Objects.requireNonNull(events, "events"));
            return this;
        }

        /** Adds a link to a page of a module to the built-in sign-in page. Several calls add several links. */
        public Builder signInLink(SignInLink link) {
            draft.signInLinks.add(Objects.requireNonNull(link, "link"));
            return this;
        }

        /** Replaces each provider by the result of the function, in their order. For an {@link Extension}. */
        public Builder replaceProviders(UnaryOperator<Provider> change) {
            draft.providers.replaceAll(change);
            return this;
        }

        /**
         * Sets whether this is production, development or a test; by {@code CARDEA_ENV} or {@code NODE_ENV} unless set,
         * or else production. Production rejects weak secrets.
         */
        public Builder environment(Environment environment) {
            draft.environment = environment;
            return this;
        }

        /** Replaces the clock of the system, for tests. */
        public Builder clock(Clock clock) {
            draft.clock = clock;
            // Then it alone says how much time passes.
            draft.nanos = () -> 0;
            return this;
        }

        /** Replaces the secure random numbers of the JDK, for tests. */
        public Builder randomness(Randomness source) {
            draft.randomness = source;
            return this;
        }

        /** Replaces the HTTP client for calls to providers. */
        public Builder http(HttpHandler client) {
            draft.http = client;
            return this;
        }

        /** Sets where unset values come from; the environment of the process unless set. */
        public Builder env(Env variables) {
            env = variables;
            return this;
        }

        /** Returns the settings that remove a protection. */
        public Danger danger() {
            return new Danger();
        }

        /** Settings that remove a protection, grouped so that a search finds them. */
        public final class Danger {
            private Danger() {}

            /**
             * Turns off the CSRF check of POST requests (Auth.js: {@code skipCSRFCheck}). Use it only if a framework
             * in front checks them.
             */
            public Builder skipCsrfCheck() {
                draft.skipCsrfCheck = true;
                return Builder.this;
            }

            /**
             * Accepts POST requests from pages of another site, for a front end on a separate site. They still need a
             * CSRF token.
             */
            public Builder allowCrossSitePosts() {
                draft.allowCrossSitePosts = true;
                return Builder.this;
            }

            /** Allows providers over plain http beyond this machine. */
            public Builder allowHttpIssuers() {
                draft.allowHttpIssuers = true;
                return Builder.this;
            }
        }

        /**
         * Fills unset values from the environment (Auth.js: {@code setEnvDefaults}). {@link #build} does so with {@link
         * #env}; a second call changes nothing.
         */
        public Builder withEnvDefaults(Env variables) {
            EnvDefaults.apply(draft, variables);
            return this;
        }

        /**
         * Checks the configuration and builds it.
         *
         * @throws dev.cardea.error.ConfigurationException if a setting is missing or invalid; the message says which
         *     setting to change and how, and {@link dev.cardea.error.ConfigurationException#findings findings} has all
         *     errors
         */
        public AuthConfig build() {
            var before = draft.additions();
            try {
                return extended();
            } finally {
                draft.restore(before);
            }
        }

        private AuthConfig extended() {
            // Those of the application first.
            var all = new ArrayList<>(extensions);
            all.addAll(services());
            draft.observers(Services.of(ObserverModule.class));
            for (var extension : all) extension.configure(this, env);
            withEnvDefaults(env);
            for (var extension : all) extension.complete(this);
            var findings = ConfigCheck.check(draft);
            if (!findings.isEmpty()) throw new InvalidConfigurationException(findings, errorPageSettings());
            var settings = new Settings(draft);
            draft.warnings.forEach(settings.logger::warn);
            return new AuthConfig(settings);
        }

        /** Returns those of the class path. They are found once, so that they know a builder that builds again. */
        @SuppressWarnings("unchecked") // It extends no other configuration.
        private List<Extension<Builder>> services() {
            if (services == null) services = (List<Extension<Builder>>) (List<?>) Services.of(Extension.class);
            return services;
        }
    }
}
