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
        address(config, env);
        if (config.secret.isEmpty()) config.secret = env.secrets();
        redirectProxy(config, env);
        if (config.trustHost == null) config.trustHost = trustHost(env);
        config.providers.replaceAll(provider -> provider.accept(new WithDefaults(env)));
    }

    /** The address fixes the origin; its path is the base path where none is configured. */
    private static void address(Draft config, Env env) {
        if (config.url == null) addressIn(env, config, "AUTH_URL", "NEXTAUTH_URL");
        String path = config.url == null
                ? ""
                : WebUrl.parse(config.url).map(u -> trimmed(u.path())).orElse("");
        if (config.basePath == null) config.basePath = path.isEmpty() ? "/auth" : path;
        else if (!path.isEmpty() && !config.warnings.contains("env-url-basepath-redundant")) {
            config.warnings.add("env-url-basepath-redundant");
        }
        config.basePath = trimmed(config.basePath);
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
            config.redirectProxyOrigins = env.get("AUTH_REDIRECT_PROXY_ORIGINS")
                    .map(text -> List.of(text.strip().split("[\\s,]+")))
                    .orElse(List.of());
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

    public static String trimmed(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') end--;
        return path.substring(0, end);
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
