package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys that are fields of the library's configuration, at the same places. */
final class CoreKeys {
    private static final Map<String, Environment> ENVIRONMENTS = new LinkedHashMap<>();

    static {
        ENVIRONMENTS.put("production", Environment.PRODUCTION);
        ENVIRONMENTS.put("development", Environment.DEVELOPMENT);
        ENVIRONMENTS.put("test", Environment.TEST);
    }

    static final Key ENV = Key.choice(
                    "env", "production", "Where the site runs. Production rejects weak secrets.", ENVIRONMENTS)
            .from("CARDEA_ENV", "NODE_ENV");

    static final Key DEBUG = Key.flag("debug", "false", "Logs each step of a sign-in, without secrets.");

    static final Key EXPERIMENTAL = Key.group(
            "experimental",
            "Features that can still change.",
            Key.flag("enableWebAuthn", "true", "Accepts providers of passkeys."));

    static final Key BRIDGE = Key.flag("bridge", "false", "Accepts signed calls from the server of your application.");

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
        SiteKeys.read(file, config);
        SessionKeys.read(file, config);
        PageKeys.read(file, config);
        file.section("cookies", section -> CookieKeys.read(section, config));
        file.flag("debug").ifPresent(config::debug);
        file.section("experimental", section -> section.flag("enableWebAuthn").ifPresent(config::enableWebAuthn));
        file.flag("bridge").ifPresent(config::bridge);
        return environment;
    }

    private static Environment of(Env env, Environment unset) {
        return env.first("CARDEA_ENV", "NODE_ENV").flatMap(Environment::parse).orElse(unset);
    }
}
