package dev.cardea.internal.config;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.WebAuthnProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force, as operators may see them. It lists what is shown, so a new setting is hidden until it is added
 * here. Of addresses it shows origin and path, because a query may hold a secret.
 */
public final class SettingsDescription {
    private static final String MASK = "******";

    private final Map<String, Object> all = new LinkedHashMap<>();
    private final Settings settings;

    private SettingsDescription(Settings settings) {
        this.settings = settings;
    }

    /** Returns texts, numbers, truth values, lists and maps, in order. Settings that are absent have no entry. */
    public static Map<String, Object> of(Settings settings) {
        var description = new SettingsDescription(settings);
        description.site();
        description.signIn();
        description.operation();
        return Collections.unmodifiableMap(description.all);
    }

    private void site() {
        var address = settings.address;
        put("environment", settings.environment.name().toLowerCase(Locale.ROOT));
        put("url", shown(address.url()));
        put("siteName", settings.siteName.chosen());
        put("basePath", settings.paths.received());
        put("strippedPrefix", settings.paths.prefix().isEmpty() ? null : settings.paths.prefix());
        put("secret", Collections.nCopies(settings.secret.all().size(), MASK));
        put("trustHost", address.trustHost());
        put("trustedProxies", address.trustedProxies());
        put("allowedHosts", address.allowedHosts());
        put("allowedOrigins", settings.allowedOrigins.all());
        put("useSecureCookies", address.useSecureCookies());
        put("strictTransportSecurity", address.transportSecurity());
        put("redirectProxyUrl", shown(settings.redirectProxyUrl));
        put("redirectProxyOrigins", settings.redirectProxyOrigins);
    }

    private void signIn() {
        put(
                "providers",
                settings.providers.stream()
                        .map(it -> it.accept(new ProviderFacts()))
                        .toList());
        put(
                "store",
                settings.adapter == null ? null : settings.adapter.getClass().getSimpleName());
        put("session", session());
        put("pages", pages());
        put(
                "changedCookies",
                settings.cookies.keySet().stream().map(AuthCookie::key).toList());
        put("routes", List.copyOf(new TreeSet<>(settings.routes.keySet())));
    }

    private void operation() {
        put("rateLimits", limits());
        settings.observerOptions.forEach(options -> all.putAll(options.describe()));
        put("bridge", settings.bridge);
        put("removedProtections", removedProtections());
    }

    private Map<String, Object> session() {
        var session = new LinkedHashMap<String, Object>();
        session.put("strategy", settings.strategy.name().toLowerCase(Locale.ROOT));
        session.put("maxAge", settings.session.maxAge().toString());
        session.put("updateAge", settings.session.updateAge().toString());
        var traits = SessionTraits.of(settings.strategy);
        settings.session
                .absoluteAgeOr(traits.absoluteAge())
                .ifPresent(age -> session.put("absoluteAge", age.toString()));
        if (traits.isRecorded()) recorded(session);
        return session;
    }

    private void recorded(Map<String, Object> session) {
        session.put("confirmAge", settings.session.confirmAge().toString());
        var most = settings.session.maxPerUser();
        if (most != null) session.put("maxPerUser", most);
        var until = settings.session.adoptUntil();
        if (until != null) session.put("adoptUntil", until.toString());
    }

    private Map<String, Object> pages() {
        var own = new LinkedHashMap<String, Object>();
        var pages = Site.of(settings, "").pages();
        putShown(own, "signIn", pages.signIn());
        putShown(own, "signOut", pages.signOut());
        putShown(own, "error", pages.error());
        putShown(own, "verifyRequest", pages.verifyRequest());
        putShown(own, "newUser", pages.newUser());
        if (!pages.codeButton()) own.put("codeButton", false);
        return own;
    }

    private Map<String, Object> limits() {
        var limits = new LinkedHashMap<String, Object>();
        Arrays.stream(Budget.values())
                .forEach(budget -> limits.put(
                        budget.key(),
                        settings.rateLimits
                                .of(budget)
                                .map(SettingsDescription::text)
                                .orElse("off")));
        return limits;
    }

    private static String text(Limit limit) {
        return limit.burst() + ", then one each " + limit.each();
    }

    private List<String> removedProtections() {
        var removed = new ArrayList<String>();
        if (settings.skipCsrfCheck) removed.add("skipCsrfCheck");
        if (settings.allowCrossSitePosts) removed.add("allowCrossSitePosts");
        if (settings.allowHttpIssuers) removed.add("allowHttpIssuers");
        return removed;
    }

    private void put(String name, @Nullable Object value) {
        if (value == null || value instanceof List<?> list && list.isEmpty()) return;
        if (value instanceof Map<?, ?> map && map.isEmpty()) return;
        all.put(name, value);
    }

    private static void putShown(Map<String, Object> target, String name, @Nullable String address) {
        var shown = shown(address);
        if (shown != null) target.put(name, shown);
    }

    /** An address or a path of this site. */
    private static @Nullable String shown(@Nullable String address) {
        if (address == null) return null;
        if (address.startsWith("/")) return address.split("[?#]", 2)[0];
        // An issuer without a path stays as the configuration has it.
        return WebUrl.parse(address)
                .map(url -> url.path().equals("/") ? url.origin() : url.origin() + url.path())
                .orElse(MASK);
    }

    /** What is shown of a provider. */
    private static final class ProviderFacts implements Provider.Cases<Map<String, Object>> {
        @Override
        public Map<String, Object> oauth(OAuthProvider provider) {
            var facts = of(provider);
            putShown(facts, "issuer", provider.issuer());
            var id = provider.clientId();
            if (id != null) facts.put("clientId", id);
            if (provider.clientSecret() != null || provider.makesClientSecret()) facts.put("clientSecret", MASK);
            if (provider.clientPrivateKey() != null) facts.put("clientPrivateKey", MASK);
            facts.put(
                    "checks",
                    provider.checks().stream()
                            .map(check -> check.name().toLowerCase(Locale.ROOT))
                            .sorted()
                            .toList());
            if (provider.allowsDangerousEmailAccountLinking()) facts.put("allowDangerousEmailAccountLinking", true);
            if (!ProviderLogoutCheck.isOff(provider.logout())) facts.put("logout", logout(provider.logout()));
            return facts;
        }

        private static Map<String, Object> logout(ProviderLogout logout) {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("rpInitiated", logout.rpInitiated().wire());
            facts.put("backChannel", logout.backChannel());
            facts.put("frontChannel", logout.frontChannel());
            facts.put("initiateLogin", logout.initiateLogin());
            if (logout.tokenAge() != null)
                facts.put("tokenAge", logout.tokenAge().toString());
            return facts;
        }

        @Override
        public Map<String, Object> email(EmailProvider provider) {
            var facts = of(provider);
            facts.put("maxAge", provider.maxAge().toString());
            if (provider.codes()) facts.put("codes", true);
            return facts;
        }

        @Override
        public Map<String, Object> credentials(CredentialsProvider provider) {
            return of(provider);
        }

        @Override
        public Map<String, Object> webAuthn(WebAuthnProvider provider) {
            return of(provider);
        }

        private static Map<String, Object> of(Provider provider) {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("id", provider.id());
            facts.put("name", provider.name());
            facts.put("type", provider.type().wire());
            return facts;
        }
    }
}
