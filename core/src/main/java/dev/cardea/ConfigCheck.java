package dev.cardea;

import static dev.cardea.error.ErrorType.*;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules a configuration has to keep, in the order in which they are told. The first that fails is thrown. */
final class ConfigCheck {
    private static final Pattern BROWSER_VERSION = Pattern.compile("v\\d+(\\.\\d+){0,2}");

    private final AuthConfig.Builder config;

    private ConfigCheck(AuthConfig.Builder config) {
        this.config = config;
    }

    static void check(AuthConfig.Builder config) {
        var check = new ConfigCheck(config);
        check.debug();
        check.host();
        check.secret();
        check.addresses();
        check.ages();
        check.providerIds();
        for (var provider : config.providers) check.provider(provider);
        check.conditionalUi();
        check.credentials();
        check.adapterIsThere();
        check.webAuthn();
        check.capabilities();
        check.useSecureCookies();
        check.passkeys();
    }

    private void debug() {
        if (config.debug) warn("debug-enabled");
    }

    private void host() {
        if (Boolean.FALSE.equals(config.trustHost) && config.url == null) {
            throw wrong(
                    UNTRUSTED_HOST,
                    "trustHost is false and url is not set, so no request could be served; set url"
                            + " (AUTH_URL) to this site's address, or trustHost to true behind a proxy that sets the host");
        }
    }

    private void secret() {
        if (config.secret.isEmpty() || config.secret.stream().anyMatch(String::isEmpty)) {
            throw wrong(MISSING_SECRET, "secret is not set; set it or AUTH_SECRET to 32 random bytes (cardea secret)");
        }
        for (String secret : config.secret) {
            var weakness = SecretStrength.weaknessOf(secret);
            if (weakness.isEmpty()) continue;
            if (config.environment == Environment.PRODUCTION) {
                throw wrong(
                        INVALID_CONFIGURATION,
                        "secret " + weakness.get()
                                + "; in production use 32 random bytes (cardea secret), or set environment to development");
            }
            warn("weak-secret");
        }
    }

    private void addresses() {
        var url = config.url;
        if (url != null && WebUrl.parse(url).isEmpty()) {
            throw wrong(INVALID_CONFIGURATION, "url must be an absolute http or https address of this site");
        }
        String basePath = String.valueOf(config.basePath);
        if (!basePath.isEmpty()
                && (!basePath.startsWith("/") || !WebUrl.isSafe(basePath) || basePath.matches(".*[?#].*"))) {
            throw wrong(INVALID_CONFIGURATION, "basePath must be a path such as /auth");
        }
        page("signIn", config.pages.signIn());
        page("signOut", config.pages.signOut());
        page("error", config.pages.error());
        page("verifyRequest", config.pages.verifyRequest());
        page("newUser", config.pages.newUser());
        proxy("redirectProxyUrl", config.redirectProxyUrl);
    }

    private void page(String key, @Nullable String page) {
        if (page == null) return;
        boolean path = page.startsWith("/") && !page.startsWith("//") && WebUrl.isSafe(page);
        if (!path && WebUrl.parse(page).isEmpty()) {
            throw wrong(INVALID_CONFIGURATION, "pages." + key + " must be a path such as /login, or an absolute URL");
        }
    }

    private void proxy(String key, @Nullable String url) {
        if (url != null && WebUrl.parse(url).isEmpty()) {
            throw wrong(INVALID_CONFIGURATION, key + " must be the absolute URL at which the proxy mounts the library");
        }
    }

    private void ages() {
        if (config.session.maxAge().isNegative() || config.session.maxAge().isZero()) {
            throw wrong(INVALID_CONFIGURATION, "session.maxAge must be positive");
        }
        if (config.session.updateAge().isNegative()) {
            throw wrong(INVALID_CONFIGURATION, "session.updateAge must not be negative; 0 updates on every access");
        }
        var jwtAge = config.jwt.maxAge();
        if (jwtAge != null && (jwtAge.isNegative() || jwtAge.isZero())) {
            throw wrong(INVALID_CONFIGURATION, "jwt.maxAge must be positive");
        }
    }

    private void providerIds() {
        Set<String> seen = new HashSet<>();
        for (var provider : config.providers) {
            if (!Provider.ID.matcher(provider.id()).matches()) {
                throw wrong(
                        INVALID_CONFIGURATION,
                        "the provider id \"" + provider.id() + "\" stands in a URL: use letters, digits and . _ ~ -");
            }
            if (!seen.add(provider.id())) {
                throw wrong(
                        INVALID_CONFIGURATION,
                        "two providers have the id " + provider.id() + "; give one of them another with id(…)");
            }
        }
    }

    private void provider(Provider provider) {
        if (provider instanceof OAuthProvider p) endpoints(p);
        if (provider instanceof EmailProvider p && p.maxAge().isNegative()) {
            throw wrong(INVALID_CONFIGURATION, p.id() + ": maxAge must not be negative");
        }
        if (provider instanceof WebAuthnProvider p) {
            var version = p.simpleWebAuthnBrowserVersion();
            if (version != null && !BROWSER_VERSION.matcher(version).matches()) {
                throw wrong(AUTH_ERROR, p.id() + ": simpleWebAuthnBrowserVersion must look like v9.0.1");
            }
        }
    }

    private void endpoints(OAuthProvider p) {
        if (p.retired() != null)
            throw wrong(INVALID_CONFIGURATION, "the provider " + p.id() + " is gone: " + p.retired());
        if (p.issuer() == null && p.wellKnown() == null) {
            endpoint(p, "authorization", p.authorization(), false);
            endpoint(p, "token", p.token(), p.tokenRequest().isPresent());
            endpoint(p, "userinfo", p.userinfo(), p.userinfoRequest().isPresent());
        }
        address(p, "issuer", p.issuer());
        address(p, "wellKnown", p.wellKnown());
        address(p, "jwksEndpoint", p.jwksEndpoint());
        address(p, "authorization", urlOf(p.authorization()));
        address(p, "token", urlOf(p.token()));
        address(p, "userinfo", urlOf(p.userinfo()));
        proxy(p.id() + ".redirectProxyUrl", p.redirectProxyUrl());
    }

    private void endpoint(OAuthProvider p, String name, @Nullable Endpoint endpoint, boolean handled) {
        var url = urlOf(endpoint);
        boolean unknown = url == null ? !handled : url.contains("{issuer}");
        if (unknown) {
            throw wrong(
                    INVALID_ENDPOINTS,
                    "the provider " + p.id() + " has neither an issuer nor the endpoint " + name
                            + "; give it an issuer (AUTH_"
                            + p.id().toUpperCase(Locale.ROOT).replace('-', '_')
                            + "_ISSUER) or all three endpoints");
        }
    }

    private void address(OAuthProvider p, String name, @Nullable String text) {
        if (text == null) return;
        var url = WebUrl.parse(text)
                .orElseThrow(() -> wrong(
                        INVALID_ENDPOINTS, "the provider " + p.id() + ": " + name + " must be an absolute https URL"));
        if (!url.isHttps() && !url.isLoopback() && !config.allowHttpIssuers) {
            throw wrong(
                    INVALID_ENDPOINTS,
                    "the provider " + p.id() + ": " + name
                            + " is plain http, so anybody on the way can sign in as anybody; use https, or danger().allowHttpIssuers()");
        }
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    private void conditionalUi() {
        boolean seen = false;
        for (var provider : config.providers) {
            if (!(provider instanceof WebAuthnProvider p) || !p.enableConditionalUI()) continue;
            if (seen) throw wrong(DUPLICATE_CONDITIONAL_UI, "only one WebAuthn provider may set enableConditionalUI");
            seen = true;
            boolean offered = p.formFields().values().stream()
                    .anyMatch(
                            f -> f.attributes().getOrDefault("autocomplete", "").contains("webauthn"));
            if (!offered) {
                throw wrong(
                        MISSING_WEBAUTHN_AUTOCOMPLETE,
                        p.id() + ": with enableConditionalUI one form field needs autocomplete=\"webauthn\"");
            }
        }
    }

    private void credentials() {
        for (var provider : config.providers) {
            if (!(provider instanceof CredentialsProvider p)) continue;
            if (config.strategy() == SessionOptions.Strategy.DATABASE && !p.databaseSessions()) {
                throw wrong(
                        UNSUPPORTED_STRATEGY,
                        "the provider " + p.id() + " cannot sign in to database sessions as it is;"
                                + " set session strategy to jwt, or databaseSessions on the provider when authorize returns"
                                + " the id of a stored user");
            }
            if (p.authorize() == null) {
                throw wrong(MISSING_AUTHORIZE, "the provider " + p.id() + " has no authorize function");
            }
        }
    }

    private void adapterIsThere() {
        if (config.adapter != null) return;
        if (has(ProviderType.EMAIL)) {
            throw wrong(MISSING_ADAPTER, "an e-mail provider needs an adapter to keep its links; set adapter");
        }
        if (config.strategy() == SessionOptions.Strategy.DATABASE) {
            throw wrong(MISSING_ADAPTER, "database sessions need an adapter; set adapter, or session strategy jwt");
        }
    }

    private void webAuthn() {
        if (!has(ProviderType.WEBAUTHN)) return;
        if (!config.enableWebAuthn) {
            throw wrong(EXPERIMENTAL_FEATURE_NOT_ENABLED, "passkeys are experimental; set enableWebAuthn");
        }
        warn("experimental-webauthn");
        if (config.adapter == null) throw wrong(MISSING_ADAPTER, "passkeys need an adapter; set adapter");
    }

    private void capabilities() {
        if (config.adapter == null) return;
        Map<Class<? extends Adapter>, String> needed = new LinkedHashMap<>();
        boolean email = has(ProviderType.EMAIL);
        boolean webAuthn = has(ProviderType.WEBAUTHN);
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
            throw wrong(
                    MISSING_ADAPTER_METHODS,
                    "the adapter " + config.adapter.getClass().getSimpleName() + " does not implement "
                            + String.join(", ", missing));
        }
    }

    private void useSecureCookies() {
        if (Boolean.FALSE.equals(config.useSecureCookies) && config.url != null && config.url.startsWith("https:")) {
            warn("insecure-cookies");
        }
    }

    private void passkeys() {
        if (has(ProviderType.WEBAUTHN)) {
            throw wrong(
                    INVALID_CONFIGURATION, "this release has no passkeys yet; remove the providers of type webauthn");
        }
    }

    private boolean has(ProviderType type) {
        return config.providers.stream().anyMatch(p -> p.type() == type);
    }

    private void warn(String code) {
        if (!config.warnings.contains(code)) config.warnings.add(code);
    }

    private static ConfigurationException wrong(ErrorType type, String message) {
        return new ConfigurationException(type, message);
    }
}
