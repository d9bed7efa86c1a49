package dev.cardea.internal.config;

import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.WebUrl;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills unset values of a configuration from the environment (Auth.js: {@code setEnvDefaults}). */
public final class EnvDefaults {
    private EnvDefaults() {}

    public static void apply(Draft config, Env env) {
        if (config.environment == null) config.environment = Environment.of(env);
        site(config, env);
        address(config, env);
        if (config.secret.isEmpty()) config.secret = env.secrets();
        redirectProxy(config, env);
        if (config.trustHost == null) config.trustHost = trustHost(env);
        config.providers.replaceAll(provider -> provider.accept(new WithDefaults(env)));
    }

    private static void site(Draft config, Env env) {
        if (config.siteName == null) config.siteName = env.get("AUTH_SITE_NAME").orElse(null);
        if (config.strippedPrefix.isEmpty()) {
            config.strippedPrefix = env.get("AUTH_STRIPPED_PREFIX").orElse("");
        }
        if (config.allowedOrigins.isEmpty()) config.allowedOrigins = list(env, "AUTH_ALLOWED_ORIGINS");
    }

    private static List<String> list(Env env, String name) {
        return env.get(name).map(text -> List.of(text.strip().split("[\\s,]+"))).orElse(List.of());
    }

    /** The address fixes the origin; its path is the base path where none is configured. */
    private static void address(Draft config, Env env) {
        if (config.url == null) addressIn(env, config, "AUTH_URL", "NEXTAUTH_URL");
        String path = config.url == null
                ? ""
                : WebUrl.parse(config.url).map(u -> SitePaths.trimmed(u.path())).orElse("");
        config.strippedPrefix = SitePaths.trimmed(config.strippedPrefix);
        if (SitePaths.isBelow(config.strippedPrefix, path)) path = path.substring(config.strippedPrefix.length());
        if (config.basePath == null) {
            config.isBasePathDefault = path.isEmpty();
            config.isBasePathFromUrl = !path.isEmpty();
            config.basePath = path.isEmpty() ? SitePaths.DEFAULT_BASE_PATH : path;
        } else if (!path.isEmpty()
                && !config.isBasePathFromUrl
                && !config.warnings.contains("env-url-basepath-redundant")) {
            config.warnings.add("env-url-basepath-redundant");
        }
        config.basePath = SitePaths.trimmed(config.basePath);
    }

    /** A malformed one is kept, so that the check refuses it: to drop it would leave the host to the request's headers. */
    private static void addressIn(Env env, Draft config, String... names) {
        for (String name : names) {
            var value = env.raw(name);
            if (value == null || value.isEmpty()) continue;
            config.url = value.strip();
            config.urlSource = name;
            return;
        }
    }

    private static void redirectProxy(Draft config, Env env) {
        if (config.redirectProxyUrl == null) {
            var value = env.raw("AUTH_REDIRECT_PROXY_URL");
            if (value != null && !value.isEmpty()) {
                config.redirectProxyUrl = value.strip();
                config.redirectProxyUrlSource = "AUTH_REDIRECT_PROXY_URL";
            }
        }
        if (config.redirectProxyOrigins.isEmpty()) {
            config.redirectProxyOrigins = list(env, "AUTH_REDIRECT_PROXY_ORIGINS");
        }
    }

    /** Returns {@code null} if no variable is set: then only host names of this machine are trusted. */
    private static @Nullable Boolean trustHost(Env env) {
        for (String name : List.of("AUTH_TRUST_HOST", "VERCEL", "CF_PAGES")) {
            var flag = env.flag(name);
            if (flag.isPresent()) return flag.get();
        }
        return null;
    }

    /** Fills the unset fields of a provider from {@code AUTH_{ID}_…}. */
    private record WithDefaults(Env env) implements Provider.Cases<Provider> {
        @Override
        public Provider oauth(OAuthProvider provider) {
            var filled = provider;
            if (filled.clientId() == null) filled = filled.clientId(variable(provider, "ID"));
            if (filled.clientSecret() == null) filled = filled.clientSecret(variable(provider, "SECRET"));
            var issuer = filled.isIssuerSet() ? null : variable(provider, "ISSUER");
            if (issuer != null) filled = filled.issuer(issuer);
            return filled.resolved();
        }

        @Override
        public Provider email(EmailProvider provider) {
            return provider.apiKey() == null ? provider.apiKey(variable(provider.variableIds(), "KEY")) : provider;
        }

        @Override
        public Provider credentials(CredentialsProvider provider) {
            return provider;
        }

        @Override
        public Provider webAuthn(WebAuthnProvider provider) {
            return provider;
        }

        private @Nullable String variable(OAuthProvider provider, String what) {
            return variable(provider.variableIds(), what);
        }

        private @Nullable String variable(List<String> ids, String what) {
            return ids.stream()
                    .flatMap(id -> env.get(Provider.variable(id, what)).stream())
                    .findFirst()
                    .orElse(null);
        }
    }
}
