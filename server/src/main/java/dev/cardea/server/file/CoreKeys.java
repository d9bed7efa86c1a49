package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.provider.Theme;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** The keys that are fields of the library's configuration, at the same places. */
final class CoreKeys {
    static final Map<String, Environment> ENVIRONMENTS = new LinkedHashMap<>();
    static final Map<String, SessionOptions.Strategy> STRATEGIES = new LinkedHashMap<>();

    static {
        ENVIRONMENTS.put("production", Environment.PRODUCTION);
        ENVIRONMENTS.put("development", Environment.DEVELOPMENT);
        ENVIRONMENTS.put("test", Environment.TEST);
        for (var strategy : SessionOptions.Strategy.values()) {
            STRATEGIES.put(strategy.name().toLowerCase(Locale.ROOT), strategy);
        }
    }

    /** The settings of the library's configuration that have another name in the file. */
    static final Map<String, String> RENAMED = Map.of(
            "adapter", "store",
            "environment", "env",
            "enableWebAuthn", "experimental.enableWebAuthn",
            "danger().allowHttpIssuers()", "danger.allowHttpIssuers");

    private CoreKeys() {}

    /** Returns the key of a setting of the library's configuration. */
    static String keyOf(String setting) {
        return RENAMED.getOrDefault(setting, setting);
    }

    /** Returns where the application runs. */
    static Environment read(Section file, Env env, AuthConfig.Builder config) {
        var unset = file.source().isDevelopment() ? Environment.DEVELOPMENT : Environment.PRODUCTION;
        var environment = file.choice("env", ENVIRONMENTS).orElseGet(() -> of(env, unset));
        config.environment(environment);
        origin(file, config);
        file.section("session", section -> session(section, config));
        file.section("jwt", section -> jwt(section, config));
        file.section("pages", section -> pages(section, config));
        file.section("theme", section -> theme(section, config));
        file.section("cookies", section -> CookieKeys.read(section, config));
        file.flag("debug").ifPresent(config::debug);
        file.section("experimental", section -> section.flag("enableWebAuthn").ifPresent(config::enableWebAuthn));
        return environment;
    }

    private static Environment of(Env env, Environment unset) {
        return env.first("CARDEA_ENV", "NODE_ENV").flatMap(Environment::parse).orElse(unset);
    }

    private static void origin(Section file, AuthConfig.Builder config) {
        file.text("url").ifPresent(config::url);
        file.text("siteName").ifPresent(config::siteName);
        file.text("basePath").ifPresent(config::basePath);
        file.text("strippedPrefix").ifPresent(config::strippedPrefix);
        file.flag("trustHost").ifPresent(config::trustHost);
        config.trustedProxies(file.texts("trustedProxies").toArray(String[]::new));
        config.allowedHosts(file.texts("allowedHosts").toArray(String[]::new));
        config.allowedOrigins(file.texts("allowedOrigins").toArray(String[]::new));
        file.flag("useSecureCookies").ifPresent(config::useSecureCookies);
        file.number("strictTransportSecurity").map(Duration::ofSeconds).ifPresent(config::strictTransportSecurity);
        file.text("redirectProxyUrl").ifPresent(config::redirectProxyUrl);
        config.redirectProxyOrigins(file.texts("redirectProxyOrigins").toArray(String[]::new));
    }

    private static void session(Section section, AuthConfig.Builder config) {
        var options = SessionOptions.DEFAULT;
        options = options.strategy(section.choice("strategy", STRATEGIES).orElse(null));
        options = section.number("maxAge")
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
        options = section.number("updateAge")
                .map(Duration::ofSeconds)
                .map(options::updateAge)
                .orElse(options);
        config.session(options);
    }

    private static void jwt(Section section, AuthConfig.Builder config) {
        var options = JwtOptions.DEFAULT;
        options = section.number("maxAge")
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
        var secrets = section.secrets("secret");
        if (!secrets.isEmpty() && !secrets.contains("")) options = options.secret(Secrets.of(secrets));
        config.jwt(options);
    }

    private static void pages(Section section, AuthConfig.Builder config) {
        config.pages(new PagesOptions(
                section.text("signIn").orElse(null),
                section.text("signOut").orElse(null),
                section.text("error").orElse(null),
                section.text("verifyRequest").orElse(null),
                section.text("newUser").orElse(null)));
    }

    private static void theme(Section section, AuthConfig.Builder config) {
        var theme = Theme.DEFAULT;
        theme = look(section, "colorScheme", theme, Theme::colorScheme);
        theme = look(section, "logo", theme, Theme::logo);
        theme = look(section, "brandColor", theme, Theme::brandColor);
        theme = look(section, "buttonText", theme, Theme::buttonText);
        config.theme(theme);
    }

    private static Theme look(Section section, String key, Theme theme, BiFunction<Theme, String, Theme> change) {
        var text = section.text(key);
        if (text.isEmpty()) return theme;
        try {
            return change.apply(theme, text.get());
        } catch (ConfigurationException e) {
            section.source().findings().add(section.lineOf(key), String.valueOf(e.getMessage()));
            return theme;
        }
    }
}
