package dev.cardea.dev;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.Extension;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.token.EncryptedJwt;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Development mode as an extension of one configuration. */
final class DevelopmentMode implements Extension<AuthConfig.Builder> {
    private final Path folder;
    private final ProductionGuard guard;
    private final boolean playAll;
    private final String pages;
    private final DevState state;
    private volatile @Nullable DevSite site;
    private volatile String url = "";

    /**
     * @param playAll whether providers with credentials are played, too
     * @param pages the origin at which browsers reach the pages; empty for that of the site
     */
    DevelopmentMode(Path folder, ProductionGuard guard, boolean playAll, String pages, DevState state) {
        this.folder = folder;
        this.guard = guard;
        this.playAll = playAll;
        this.pages = pages;
        this.state = state;
    }

    /** Returns the address of the site; empty if it is taken from each request. */
    String url() {
        return url;
    }

    /** Returns the ids of the providers that are played. The mode has configured something. */
    Set<String> played() {
        return Objects.requireNonNull(site).providers().keySet();
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        ProductionGuard.requireUnpackaged();
        guard.requireDevelopment(config.environment(), env);
        config.environment(Environment.DEVELOPMENT).withEnvDefaults(env);
        guard.requireLocalUrl(config.url());
        guard.requireLocalStore(config.adapter());
        // A redirect proxy would receive the codes on another machine.
        config.clock(state.clock().over(config.clock()))
                .secret(SecretFile.read(folder, config.randomness()))
                .rateLimits(RateLimits.OFF)
                .redirectProxyUrl(null)
                .jwt(localTokens(config));
        url = Objects.requireNonNullElse(config.url(), "");
        var store = config.adapter();
        site = replaceProviders(config);
        if (store != null) config.adapter(FaultyStore.of(store, state.faults()));
        config.callbacks(new CallbackFaults(state.faults()).in(config.callbacks()))
                .observer(state.recorder())
                .filter(new DevFilter(site, config.bridge()));
    }

    /** Under the local secret, and with the mark, whatever the configuration says. */
    private static JwtOptions localTokens(AuthConfig.Builder config) {
        var options = config.jwt();
        var codec = options.codec() == null ? new EncryptedJwt(config.clock(), config.randomness()) : options.codec();
        return new JwtOptions(null, options.maxAge(), codec instanceof MarkedTokens ? codec : new MarkedTokens(codec));
    }

    private DevSite replaceProviders(AuthConfig.Builder config) {
        var local = new LocalProviders(config, PeopleFile.read(folder));
        config.replaceProviders(provider -> provider.accept(local));
        var basePath = Objects.requireNonNull(config.basePath());
        var tools = List.<DevPage>of(
                new UsersPage(FaultyStore.behind(config.adapter()), config.clock()),
                new LogPage(state.recorder()),
                new FaultsPage(state.faults()),
                new ClockPage(state.clock(), config.clock(), FaultyStore.behind(config.adapter())),
                new PasskeysPage(state.passkeys(), local.hasPasskeys),
                new AuthenticatorPage(config.clock()));
        var paths = new DevPaths("", basePath, pages);
        return new DevSite(
                local.played, local.people, state, local.hasMails, paths, pages.isEmpty() ? null : config.url(), tools);
    }

    /** Replaces what reaches people or services elsewhere. A kind of provider that isn't decided here doesn't compile. */
    private final class LocalProviders implements Provider.Cases<Provider> {
        private final AuthConfig.Builder config;
        private final List<DevPerson> people;
        private final EmailProvider.Sender inbox;
        private final CallbackFaults faults = new CallbackFaults(state.faults());
        private final Map<String, LocalProvider> played = new LinkedHashMap<>();
        private boolean hasMails;
        private boolean hasPasskeys;

        LocalProviders(AuthConfig.Builder config, List<DevPerson> people) {
            this.config = config;
            this.people = people;
            inbox = state.inbox().sender(config.texts(), config.clock(), state.faults());
            // A builder that builds again has played providers already.
            var before = site;
            if (before != null) played.putAll(before.providers());
        }

        @Override
        public Provider oauth(OAuthProvider provider) {
            if (!isPlayed(provider)) return faults.in(provider);
            var page = pages + DevSite.authorizationPage(provider.id());
            var local = new LocalProvider(provider, page, people, config.clock(), config.randomness(), state.faults());
            played.put(provider.id(), local);
            return faults.in(local.played());
        }

        private boolean isPlayed(OAuthProvider provider) {
            return !provider.missingCredentials().isEmpty() || (playAll && provider.retired() == null);
        }

        @Override
        public Provider email(EmailProvider provider) {
            hasMails = true;
            return provider.sender(inbox);
        }

        @Override
        public Provider credentials(CredentialsProvider provider) {
            return faults.in(provider);
        }

        @Override
        public Provider webAuthn(WebAuthnProvider provider) {
            hasPasskeys = true;
            return provider;
        }
    }
}
