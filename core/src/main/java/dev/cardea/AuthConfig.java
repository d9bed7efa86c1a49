package dev.cardea;

import dev.cardea.action.Route;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.ConfigurationCheck;
import dev.cardea.config.Env;
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
import dev.cardea.hook.RequestFilter;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.config.ConfigCheck;
import dev.cardea.internal.config.EnvDefaults;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.limit.RateLimits;
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
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
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
 * <p>What is not given comes from the environment: {@code AUTH_SECRET}, {@code AUTH_URL}, {@code AUTH_TRUST_HOST},
 * {@code AUTH_REDIRECT_PROXY_URL}, {@code AUTH_REDIRECT_PROXY_ORIGINS} and {@code AUTH_{PROVIDER}_ID|SECRET|ISSUER|KEY}.
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

    /** Where the routes are, {@code /auth} unless set; empty text for the root. */
    public String basePath() {
        return settings.basePath;
    }

    public PagesOptions pages() {
        return settings.pages;
    }

    public Callbacks callbacks() {
        return settings.callbacks;
    }

    /** The strategy in force: as set, else database with an adapter and JWT without. */
    public SessionOptions.Strategy strategy() {
        return settings.strategy;
    }

    /**
     * Returns the client's address, for logs. Forwarded headers count as they do for rate limits: see
     * {@link Builder#trustedProxies}. Empty if it is unknown.
     */
    public Optional<InetAddress> clientAddress(Request request) {
        return origins.clientAddress(request).map(IpAddress::toInetAddress);
    }

    /** Returns whether one of the {@link Builder#trustedProxies} sent a request, so that its headers can be trusted. */
    public boolean isFromTrustedProxy(Request request) {
        return origins.isFromTrustedProxy(request);
    }

    /** What the engine reads. */
    Settings settings() {
        return settings;
    }

    /**
     * How a module joins a configuration. It may replace providers, set what is not set, and add {@link Builder#route
     * routes} and {@link Builder#filter filters}. Safe for concurrent use.
     *
     * <p>An extension joins by {@link Builder#extension}, or as a service of {@link ServiceLoader} with this name. A
     * service joins every configuration of the process, so it must change nothing unless a setting asks for it.
     */
    public interface Extension {
        /**
         * Changes the configuration. {@link Builder#build} calls it first, before values are taken from the environment
         * and before the checks. It is called again for a builder that builds again; routes, filters, checks
         * and observers that it added before are gone then.
         *
         * @throws dev.cardea.error.ConfigurationException if the configuration cannot be extended
         */
        void configure(Builder config, Env env);

        /**
         * Adds what depends on values that the environment may set, such as {@link Builder#deriveKeys keys}.
         * {@link Builder#build} calls it after values are taken from the environment, and before the checks. What it adds
         * is forgotten like that of {@link #configure}. By default it does nothing.
         *
         * @throws dev.cardea.error.ConfigurationException if the configuration cannot be extended
         */
        default void complete(Builder config) {}
    }

    /** Gathers the configuration; {@link #build} checks it. Not for sharing between threads. */
    public static final class Builder extends UncheckedConfig {
        private Env env = Env.system();
        private final List<Extension> extensions = new ArrayList<>();
        private @Nullable List<Extension> services;

        private Builder() {}

        /** Adds providers, in the order of the sign-in page. */
        public Builder provider(Provider... some) {
            draft.providers.addAll(Arrays.asList(some));
            return this;
        }

        /** Where users are stored; with one, sessions are stored too unless {@link #session} says JWT. */
        public Builder adapter(Adapter store) {
            draft.adapter = Objects.requireNonNull(store, "adapter");
            return this;
        }

        /** Where the routes are; {@code /auth} unless set or part of {@link #url}. */
        public Builder basePath(String path) {
            draft.basePath = path;
            return this;
        }

        /** Sets this site's public address. It fixes the origin, so that no header can change it. */
        public Builder url(String address) {
            draft.url = address;
            return this;
        }

        /** Signs and encrypts everything. To rotate, put the newer secret first: the older ones still open what they sealed. */
        public Builder secret(String newest, String... older) {
            var all = new ArrayList<String>();
            all.add(newest);
            all.addAll(Arrays.asList(older));
            draft.secret = List.copyOf(all);
            return this;
        }

        public Builder secret(List<String> newestFirst) {
            draft.secret = List.copyOf(newestFirst);
            return this;
        }

        public Builder session(SessionOptions options) {
            draft.session = options;
            return this;
        }

        public Builder jwt(JwtOptions options) {
            draft.jwt = options;
            return this;
        }

        public Builder callbacks(Callbacks some) {
            draft.callbacks = some;
            return this;
        }

        public Builder events(Events some) {
            draft.events = some;
            return this;
        }

        /** The application that answers {@link #callbacks} from another process, where there is one. */
        public Builder application(RemoteApplication some) {
            draft.application = some;
            return this;
        }

        public Builder pages(PagesOptions some) {
            draft.pages = some;
            return this;
        }

        /** Changes one cookie; twice adds up. You leave the built-in policy then: names and attributes are yours to keep safe. */
        public Builder cookie(AuthCookie cookie, CookieOverride change) {
            draft.cookies.merge(cookie, change, CookieOverride::and);
            return this;
        }

        /** Logs each step of a request as one line, by {@link AuthLogger#debug}. The lines hold no secret. */
        public Builder debug(boolean on) {
            draft.debug = on;
            return this;
        }

        public Builder logger(AuthLogger sink) {
            draft.logger = sink;
            return this;
        }

        /** Adds observers: each receives the steps of every request, without secrets. */
        public Builder observer(Observer... some) {
            draft.observers.addAll(Arrays.asList(some));
            return this;
        }

        /**
         * Keeps the steps of failed sign-ins in memory, for {@link Auth#recorder}; on unless set. A trace holds no address,
         * token or secret.
         */
        public Builder recorder(boolean on) {
            draft.recorder = on;
            return this;
        }

        /**
         * The id that the framework or a trusted proxy gave a request, for observers. {@code null} and texts that are not 1
         * to 64 letters, digits, dots, underscores or hyphens mean that it has none.
         *
         * <p><b>Security:</b> do not return a header that any client may send.
         */
        public Builder requestIds(Function<Request, @Nullable String> some) {
            draft.requestIds = Objects.requireNonNull(some, "requestIds");
            return this;
        }

        /** Switches passkeys on (Auth.js: {@code experimental.enableWebAuthn}). */
        public Builder enableWebAuthn(boolean on) {
            draft.enableWebAuthn = on;
            return this;
        }

        /**
         * The full path up to where another deployment mounts the library; providers then send people there first. That
         * deployment has to be given this one's origin in {@link #redirectProxyOrigins}.
         */
        public Builder redirectProxyUrl(@Nullable String address) {
            draft.redirectProxyUrl = address;
            return this;
        }

        /**
         * Sets, at the redirect proxy, the origins to which it forwards answers of providers, such as
         * {@code https://preview.example}. One star in the first label matches letters, digits and hyphens:
         * {@code https://*-team.preview.example}. Default: none.
         *
         * <p><b>Security:</b> the owner of any matching host receives authorization codes. Do not use a star where
         * other customers can register names.
         */
        public Builder redirectProxyOrigins(String... origins) {
            draft.redirectProxyOrigins = List.of(origins);
            return this;
        }

        /**
         * True: the {@code Host} header, and forwarded headers, come from a proxy that sets them. False: no host is
         * trusted. Not said: names of this machine only.
         */
        public Builder trustHost(boolean trusted) {
            draft.trustHost = trusted;
            return this;
        }

        /** Who may send forwarded headers, as addresses or CIDR ranges; none given: any peer. */
        public Builder trustedProxies(String... ranges) {
            draft.trustedProxies = List.of(ranges);
            return this;
        }

        /** Hosts that are served, with or without port; none given: all. */
        public Builder allowedHosts(String... hosts) {
            draft.allowedHosts = List.of(hosts);
            return this;
        }

        /** Whether cookies are for HTTPS alone; as the request's scheme unless set. */
        public Builder useSecureCookies(boolean on) {
            draft.useSecureCookies = on;
            return this;
        }

        /**
         * How long browsers keep to https for this host alone ({@code Strict-Transport-Security}, RFC 6797), never for its
         * subdomains. Sent where {@link #url} is https and not on this machine. A year unless set; zero takes back what
         * was sent before; {@code null} sends nothing, for sites whose proxy does.
         */
        public Builder strictTransportSecurity(@Nullable Duration age) {
            draft.strictTransportSecurity = age;
            return this;
        }

        public Builder theme(Theme some) {
            draft.theme = some;
            return this;
        }

        /** The words of pages and mails. */
        public Builder texts(Texts some) {
            draft.texts = some;
            return this;
        }

        /** Limits attempts. Default: {@link RateLimits#DEFAULT}. {@link RateLimits#OFF} switches the limits off. */
        public Builder rateLimits(RateLimits some) {
            draft.rateLimits = Objects.requireNonNull(some, "rateLimits");
            return this;
        }

        /**
         * Whether this site's own server may call over the bridge, with a signature made of the secret: it then vouches
         * for where browsers come from, and signs in and out without a token. Off unless set.
         */
        public Builder bridge(boolean on) {
            draft.bridge = on;
            return this;
        }

        /**
         * Lets modules extend the whole configuration, such as {@code CardeaDev}, in this order. An extension replaces an
         * earlier one of the same class.
         */
        public Builder extension(Extension... some) {
            for (var each : some) {
                extensions.removeIf(earlier -> earlier.getClass() == each.getClass());
                extensions.add(Objects.requireNonNull(each, "extension"));
            }
            return this;
        }

        /** Adds routes under the base path. */
        public Builder route(Route... some) {
            draft.routes.addAll(Arrays.asList(some));
            return this;
        }

        /** Adds filters of whole requests. The first one added sees a request first. */
        public Builder filter(RequestFilter... some) {
            draft.filters.addAll(Arrays.asList(some));
            return this;
        }

        /** Adds a check of a module beside the built-in ones; more than one is possible. */
        public Builder check(ConfigurationCheck some) {
            draft.checks.add(Objects.requireNonNull(some, "check"));
            return this;
        }

        /** Replaces each provider, in their order. For an {@link Extension}. */
        public Builder replaceProviders(UnaryOperator<Provider> change) {
            draft.providers.replaceAll(change);
            return this;
        }

        public Builder environment(Environment where) {
            draft.environment = where;
            return this;
        }

        public Builder clock(Clock some) {
            draft.clock = some;
            return this;
        }

        public Builder randomness(Randomness source) {
            draft.randomness = source;
            return this;
        }

        /** Replaces the HTTP client for calls to providers. */
        public Builder http(HttpHandler client) {
            draft.http = client;
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

            /** For frameworks that protect against cross-site posts themselves (Auth.js: {@code skipCSRFCheck}). */
            public Builder skipCsrfCheck() {
                draft.skipCsrfCheck = true;
                return Builder.this;
            }

            /**
             * Lets pages of another site post with a token, for a front end on a separate site. The token stays
             * required.
             */
            public Builder allowCrossSitePosts() {
                draft.allowCrossSitePosts = true;
                return Builder.this;
            }

            /** Lets providers be reached over plain http beyond this machine. */
            public Builder allowHttpIssuers() {
                draft.allowHttpIssuers = true;
                return Builder.this;
            }
        }

        /**
         * Fills unset values from the environment (Auth.js: {@code setEnvDefaults}). {@link #build} does it with
         * {@link #env}; doing it twice changes nothing.
         */
        public Builder withEnvDefaults(Env variables) {
            EnvDefaults.apply(draft, variables);
            return this;
        }

        /**
         * Checks everything once.
         *
         * @throws dev.cardea.error.ConfigurationException naming the setting and the fix, with everything that is wrong
         *     in its {@link dev.cardea.error.ConfigurationException#findings findings}
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
            for (var extension : all) extension.configure(this, env);
            withEnvDefaults(env);
            for (var extension : all) extension.complete(this);
            var findings = ConfigCheck.check(draft);
            if (!findings.isEmpty()) throw new InvalidConfigurationException(findings, errorPageSettings());
            var settings = draft.settings();
            draft.warnings.forEach(settings.logger::warn);
            return new AuthConfig(settings);
        }

        /** Returns those of the class path. They are found once, so that they know a builder that builds again. */
        private List<Extension> services() {
            if (services == null) {
                services = ServiceLoader.load(Extension.class, loader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
            }
            return services;
        }

        /** The application's, unless it has another copy of this library, whose extensions do not fit. */
        private static @Nullable ClassLoader loader() {
            var context = Thread.currentThread().getContextClassLoader();
            try {
                if (Class.forName(Extension.class.getName(), false, context) == Extension.class) return context;
            } catch (ClassNotFoundException e) {
                // A thread without the application.
            }
            return AuthConfig.class.getClassLoader();
        }
    }
}
