package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.*;

import dev.cardea.action.OriginPattern;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.SignatureAlgorithms;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks the rules of a configuration, in the order in which errors are reported. */
public final class ConfigCheck {
    private static final Pattern BROWSER_VERSION = Pattern.compile("v\\d+(\\.\\d+){0,2}");

    /** A query, a fragment, and segments that are empty or dots: browsers and routers resolve those before they ask. */
    private static final Pattern NO_BASE_PATH = Pattern.compile("[?#]|//|/\\.{1,2}(/|$)");

    private final Draft config;
    private final List<Finding> findings = new ArrayList<>();

    private ConfigCheck(Draft config) {
        this.config = config;
    }

    /** Everything that is wrong; empty where nothing is. */
    public static List<Finding> check(Draft config) {
        var check = new ConfigCheck(config);
        check.debug();
        check.host();
        check.secret();
        check.addresses();
        check.ages();
        CookieCheck.check(config).forEach(check.findings::add);
        check.providerIds();
        for (var provider : config.providers) check.provider(provider);
        check.conditionalUi();
        check.credentials();
        check.adapter();
        check.webAuthn();
        check.capabilities();
        check.useSecureCookies();
        return check.findings;
    }

    private void debug() {
        if (config.debug) warn("debug-enabled");
    }

    private void host() {
        if (Boolean.FALSE.equals(config.trustHost) && config.url == null) {
            report(
                    UNTRUSTED_HOST,
                    "trustHost",
                    "trustHost is false and url is not set, so no request could be served; set url"
                            + " (AUTH_URL) to this site's address, or trustHost to true behind a proxy that sets the host");
        }
        if (!believesAnyHost()) return;
        if (redirectProxies().findAny().isPresent()) {
            report(
                    INVALID_CONFIGURATION,
                    "redirectProxyUrl",
                    "redirectProxyUrl is set and any Host header is trusted, so a forged one could send authorization"
                            + " codes to another site; set url (AUTH_URL) to this site's address, or list its hosts in"
                            + " allowedHosts");
        } else {
            warn("trust-host-any");
        }
    }

    /** Whether any host is trusted in production, where an attacker can send requests. */
    private boolean believesAnyHost() {
        return config.environment == Environment.PRODUCTION
                && Boolean.TRUE.equals(config.trustHost)
                && config.url == null
                && config.allowedHosts.isEmpty();
    }

    private Stream<String> redirectProxies() {
        var own = config.providers.stream()
                .flatMap(provider ->
                        provider instanceof OAuthProvider p ? Stream.ofNullable(p.redirectProxyUrl()) : null);
        return Stream.concat(Stream.ofNullable(config.redirectProxyUrl), own);
    }

    private void secret() {
        if (config.secret.isEmpty() || config.secret.stream().anyMatch(String::isEmpty)) {
            report(
                    MISSING_SECRET,
                    "secret",
                    "secret is not set; set it or AUTH_SECRET to 32 random bytes (cardea secret)");
            return;
        }
        var weak = config.secret.stream()
                .flatMap(secret -> SecretStrength.weaknessOf(secret).stream())
                .findFirst();
        if (weak.isEmpty()) return;
        if (config.environment != Environment.PRODUCTION) warn("weak-secret");
        else {
            report(
                    INVALID_CONFIGURATION,
                    "secret",
                    "secret " + weak.get()
                            + "; in production use 32 random bytes (cardea secret), or set environment to development");
        }
    }

    private void addresses() {
        var url = config.url;
        if (url != null && WebUrl.parse(url).isEmpty()) {
            report(
                    INVALID_CONFIGURATION,
                    "url",
                    config.urlSource
                            + " must be an absolute http or https address of this site, such as https://app.example");
        }
        String basePath = String.valueOf(config.basePath);
        if (!basePath.isEmpty()
                && (!basePath.startsWith("/")
                        || !WebUrl.isSafe(basePath)
                        || NO_BASE_PATH.matcher(basePath).find())) {
            report(INVALID_CONFIGURATION, "basePath", "basePath must be a path such as /auth");
        }
        page("pages.signIn", config.pages.signIn());
        page("pages.signOut", config.pages.signOut());
        page("pages.error", config.pages.error());
        page("pages.verifyRequest", config.pages.verifyRequest());
        page("pages.newUser", config.pages.newUser());
        proxy("redirectProxyUrl", config.redirectProxyUrlSource, config.redirectProxyUrl);
        for (var origin : config.redirectProxyOrigins) {
            OriginPattern.problemOf(origin)
                    .ifPresent(problem ->
                            report(INVALID_CONFIGURATION, "redirectProxyOrigins", "redirectProxyOrigins: " + problem));
        }
        for (var range : config.trustedProxies) {
            OriginPolicy.problemOf(range)
                    .ifPresent(
                            problem -> report(INVALID_CONFIGURATION, "trustedProxies", "trustedProxies: " + problem));
        }
        for (var host : config.allowedHosts) {
            if (WebUrl.parse("https://" + host)
                    .filter(u -> u.target().equals("/"))
                    .isPresent()) continue;
            report(
                    INVALID_CONFIGURATION,
                    "allowedHosts",
                    "allowedHosts: \"" + host + "\" is not a host; write app.example or app.example:8443");
        }
    }

    private void page(String setting, @Nullable String page) {
        if (page == null) return;
        boolean path = page.startsWith("/") && !page.startsWith("//") && WebUrl.isSafe(page);
        if (!path && WebUrl.parse(page).isEmpty()) {
            report(INVALID_CONFIGURATION, setting, setting + " must be a path such as /login, or an absolute URL");
        }
    }

    private void proxy(String setting, String key, @Nullable String url) {
        if (url != null && WebUrl.parse(url).isEmpty()) {
            report(
                    INVALID_CONFIGURATION,
                    setting,
                    key + " must be the absolute URL at which the proxy mounts the library");
        }
    }

    private void ages() {
        if (config.session.maxAge().isNegative() || config.session.maxAge().isZero()) {
            report(INVALID_CONFIGURATION, "session.maxAge", "session.maxAge must be positive");
        }
        if (config.session.updateAge().isNegative()) {
            report(
                    INVALID_CONFIGURATION,
                    "session.updateAge",
                    "session.updateAge must not be negative; 0 updates on every access");
        }
        var transport = config.strictTransportSecurity;
        if (transport != null && transport.isNegative()) {
            report(
                    INVALID_CONFIGURATION,
                    "strictTransportSecurity",
                    "strictTransportSecurity must not be negative; 0 takes back what was sent before");
        }
        var jwtAge = config.jwt.maxAge();
        if (jwtAge != null && (jwtAge.isNegative() || jwtAge.isZero())) {
            report(INVALID_CONFIGURATION, "jwt.maxAge", "jwt.maxAge must be positive");
        }
    }

    private void providerIds() {
        Map<String, String> seen = new HashMap<>();
        for (var provider : config.providers) {
            if (!Provider.ID.matcher(provider.id()).matches()) {
                report(
                        INVALID_CONFIGURATION,
                        provider,
                        "the provider id \"" + provider.id() + "\" is part of URLs: use letters, digits and . _ ~ -");
            }
            var other = seen.putIfAbsent(provider.id().toLowerCase(Locale.ROOT), provider.id());
            if (provider.id().equals(other)) {
                report(
                        INVALID_CONFIGURATION,
                        provider,
                        "two providers have the id " + provider.id() + "; give one of them another with id(…)");
            } else if (other != null) {
                report(
                        INVALID_CONFIGURATION,
                        provider,
                        "the provider ids " + other + " and " + provider.id()
                                + " differ only by case, so stores and variables would mix them up; give one of them another"
                                + " with id(…)");
            }
        }
    }

    private void provider(Provider provider) {
        if (provider instanceof OAuthProvider p) endpoints(p);
        if (provider instanceof EmailProvider p && p.maxAge().isNegative()) {
            report(INVALID_CONFIGURATION, setting(p, "maxAge"), p.id() + ": maxAge must not be negative");
        }
        if (provider instanceof WebAuthnProvider p) {
            var version = p.simpleWebAuthnBrowserVersion();
            if (version != null && !BROWSER_VERSION.matcher(version).matches()) {
                report(
                        AUTH_ERROR,
                        setting(p, "simpleWebAuthnBrowserVersion"),
                        p.id() + ": simpleWebAuthnBrowserVersion must look like v9.0.1");
            }
        }
    }

    private void endpoints(OAuthProvider p) {
        if (p.retired() != null) {
            report(INVALID_CONFIGURATION, p, "the provider " + p.id() + " is gone: " + p.retired());
            return;
        }
        binding(p);
        signatures(p, "id_token_signed_response_alg");
        signatures(p, "userinfo_signed_response_alg");
        if (isAnonymous(p)) missingEndpoints(p);
        address(p, "issuer", p.issuer());
        address(p, "wellKnown", p.wellKnown());
        address(p, "jwks_endpoint", p.jwksEndpoint());
        address(p, "authorization", known(p, p.authorization()));
        address(p, "token", known(p, p.token()));
        address(p, "userinfo", known(p, p.userinfo()));
        proxy(setting(p, "redirectProxyUrl"), p.id() + ".redirectProxyUrl", p.redirectProxyUrl());
    }

    /** PKCE binds an answer to a browser only where the service enforces it, which nothing announces for plain OAuth. */
    private void binding(OAuthProvider p) {
        boolean proxied = p.redirectProxyUrl() != null || config.redirectProxyUrl != null;
        if (!p.isOidc() && !proxied && !p.checks().contains(Check.STATE)) warn("oauth-without-state");
    }

    private void signatures(OAuthProvider p, String name) {
        var algorithm = p.client().value(name);
        if (algorithm == null || SignatureAlgorithms.supported().contains(String.valueOf(algorithm))) return;
        report(
                INVALID_CONFIGURATION,
                setting(p, "client." + name),
                "the provider " + p.id() + ": " + name
                        + " is not an algorithm that can be verified here; have the provider" + " sign with one of "
                        + String.join(", ", SignatureAlgorithms.supported()));
    }

    private void missingEndpoints(OAuthProvider p) {
        List<String> missing = new ArrayList<>();
        if (isUnknown(p.authorization(), false)) missing.add("authorization");
        if (isUnknown(p.token(), p.tokenRequest().isPresent())) missing.add("token");
        if (isUnknown(p.userinfo(), p.userinfoRequest().isPresent())) missing.add("userinfo");
        if (missing.isEmpty()) return;
        report(
                INVALID_ENDPOINTS,
                setting(p, "issuer"),
                "the provider " + p.id() + " has neither an issuer nor the endpoint " + String.join(", ", missing)
                        + "; give it an issuer (" + Provider.variable(p.id(), "ISSUER") + ") or all three endpoints");
    }

    private static boolean isAnonymous(OAuthProvider p) {
        return p.issuer() == null && p.wellKnown() == null;
    }

    /** Returns the URL; {@code null} if the provider lacks an issuer, which is already reported. */
    private static @Nullable String known(OAuthProvider p, @Nullable Endpoint endpoint) {
        return isAnonymous(p) && isUnknown(endpoint, true) ? null : urlOf(endpoint);
    }

    private static boolean isUnknown(@Nullable Endpoint endpoint, boolean handled) {
        var url = urlOf(endpoint);
        return url == null ? !handled : url.contains("{issuer}");
    }

    /** A browser resolves the path against this site, whatever its host and port are. */
    private boolean isPageOfFilter(String name, String text) {
        return name.equals("authorization") && config.filter.handles(text);
    }

    private void address(OAuthProvider p, String name, @Nullable String text) {
        if (text == null || isPageOfFilter(name, text)) return;
        var url = WebUrl.parse(text);
        if (url.isEmpty()) {
            report(
                    INVALID_ENDPOINTS,
                    setting(p, name),
                    "the provider " + p.id() + ": " + name + " must be an absolute https URL");
        } else if (!url.get().isHttps() && !url.get().isLoopback() && !config.allowHttpIssuers) {
            report(
                    INVALID_ENDPOINTS,
                    setting(p, name),
                    "the provider " + p.id() + ": " + name
                            + " is plain http, so an attacker on the network can sign in as any user; use https, or"
                            + " danger().allowHttpIssuers()");
        }
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    private void conditionalUi() {
        boolean seen = false;
        for (var provider : config.providers) {
            if (!(provider instanceof WebAuthnProvider p) || !p.enableConditionalUI()) continue;
            if (seen) {
                report(
                        DUPLICATE_CONDITIONAL_UI,
                        setting(p, "enableConditionalUI"),
                        "only one WebAuthn provider may set enableConditionalUI");
            }
            seen = true;
            boolean offered = p.formFields().values().stream()
                    .anyMatch(
                            f -> f.attributes().getOrDefault("autocomplete", "").contains("webauthn"));
            if (!offered) {
                report(
                        MISSING_WEBAUTHN_AUTOCOMPLETE,
                        setting(p, "formFields"),
                        p.id() + ": with enableConditionalUI one form field needs autocomplete=\"webauthn\"");
            }
        }
    }

    private void credentials() {
        for (var provider : config.providers) {
            if (!(provider instanceof CredentialsProvider p)) continue;
            if (config.strategy() == SessionOptions.Strategy.DATABASE && !p.databaseSessions()) {
                report(
                        UNSUPPORTED_STRATEGY,
                        p,
                        "the provider " + p.id() + " cannot sign in to database sessions as it is;"
                                + " set session.strategy to jwt, or databaseSessions on the provider when authorize returns"
                                + " the id of a stored user");
            }
            if (p.authorize() == null) {
                report(MISSING_AUTHORIZE, p, "the provider " + p.id() + " has no authorize function");
            }
        }
    }

    private void adapter() {
        if (config.adapter != null) return;
        first(ProviderType.EMAIL).ifPresent(provider -> {
            report(MISSING_ADAPTER, provider, "an e-mail provider needs an adapter to keep its links; set adapter");
        });
        if (config.strategy() == SessionOptions.Strategy.DATABASE) {
            report(
                    MISSING_ADAPTER,
                    "session.strategy",
                    "database sessions need an adapter; set adapter, or session.strategy to jwt");
        }
    }

    private void webAuthn() {
        var passkeys = first(ProviderType.WEBAUTHN);
        if (passkeys.isEmpty()) return;
        if (config.enableWebAuthn) warn("experimental-webauthn");
        else {
            report(
                    EXPERIMENTAL_FEATURE_NOT_ENABLED,
                    "experimental.enableWebAuthn",
                    "passkeys are experimental; set enableWebAuthn");
        }
        if (config.adapter == null) report(MISSING_ADAPTER, passkeys.get(), "passkeys need an adapter; set adapter");
    }

    private void capabilities() {
        if (config.adapter == null) return;
        Map<Class<? extends Adapter>, String> needed = new LinkedHashMap<>();
        boolean email = first(ProviderType.EMAIL).isPresent();
        boolean webAuthn = first(ProviderType.WEBAUTHN).isPresent();
        boolean database = config.strategy() == SessionOptions.Strategy.DATABASE;
        if (email) needed.put(VerificationTokenAdapter.class, "e-mail links");
        if (email || webAuthn || database) needed.put(UserAdapter.class, "users");
        if (database) needed.put(SessionAdapter.class, "database sessions");
        if (webAuthn) needed.put(AuthenticatorAdapter.class, "passkeys");
        var missing = needed.entrySet().stream()
                .filter(e -> !e.getKey().isInstance(config.adapter))
                .map(e -> e.getKey().getSimpleName() + " (" + e.getValue() + ")")
                .toList();
        if (!missing.isEmpty()) {
            report(
                    MISSING_ADAPTER_METHODS,
                    "adapter",
                    "the adapter " + config.adapter.getClass().getSimpleName() + " does not implement "
                            + String.join(", ", missing));
        }
    }

    private void useSecureCookies() {
        if (Boolean.FALSE.equals(config.useSecureCookies) && config.url != null && config.url.startsWith("https:")) {
            warn("insecure-cookies");
        }
    }

    private Optional<Provider> first(ProviderType type) {
        return config.providers.stream().filter(p -> p.type() == type).findFirst();
    }

    private void warn(String code) {
        if (!config.warnings.contains(code)) config.warnings.add(code);
    }

    private void report(ErrorType type, Provider provider, String message) {
        report(type, "providers." + provider.id(), message);
    }

    private void report(ErrorType type, String setting, String message) {
        findings.add(new Finding(type, setting, message));
    }

    private static String setting(Provider provider, String key) {
        return "providers." + provider.id() + "." + key;
    }
}
