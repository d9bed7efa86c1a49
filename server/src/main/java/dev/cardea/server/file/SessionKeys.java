package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.ListOf;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The groups {@code session} and {@code jwt}. */
final class SessionKeys {
    private static final long TEN_YEARS_MILLIS = 315_360_000_000L;
    private static final Map<String, SessionOptions.Strategy> STRATEGIES = new LinkedHashMap<>();

    static {
        for (var strategy : SessionOptions.Strategy.values()) {
            STRATEGIES.put(strategy.name().toLowerCase(Locale.ROOT), strategy);
        }
    }

    private static final Key MAX_AGE = Key.number(
            "maxAge", "2592000", "How many seconds without a request until a session expires.", 1, TEN_YEARS_MILLIS);
    private static final Key UPDATE_AGE = Key.number(
            "updateAge", "86400", "After how many seconds a session in use is renewed.", 0, TEN_YEARS_MILLIS);

    static final Key SESSION = Key.group(
            "session",
            "Sessions of signed-in users.",
            Key.choice(
                    "strategy",
                    null,
                    "jwt: encrypted cookies. database: records of the store, the default with a store.",
                    STRATEGIES),
            MAX_AGE,
            UPDATE_AGE);

    private static final Key TOKEN_MAX_AGE = Key.number(
            "maxAge", null, "Seconds until a token expires; by default the same as the session.", 1, TEN_YEARS_MILLIS);

    static final Key JWT = Key.group(
            "jwt",
            "Token sessions.",
            TOKEN_MAX_AGE,
            Key.of(
                    "secret",
                    null,
                    "Separate secrets for tokens, the newest first; by default secret.",
                    Shape.SECRET,
                    new ListOf(Shape.SECRET)));

    private SessionKeys() {}

    static void read(Section file, AuthConfig.Builder config) {
        file.section("session", section -> session(section, config));
        file.section("jwt", section -> jwt(section, config));
    }

    private static void session(Section section, AuthConfig.Builder config) {
        var options = SessionOptions.DEFAULT;
        options = options.strategy(section.choice("strategy", STRATEGIES).orElse(null));
        options = section.number(MAX_AGE)
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
        options = section.number(UPDATE_AGE)
                .map(Duration::ofSeconds)
                .map(options::updateAge)
                .orElse(options);
        config.session(options);
    }

    private static void jwt(Section section, AuthConfig.Builder config) {
        var options = JwtOptions.DEFAULT;
        options = section.number(TOKEN_MAX_AGE)
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
        var secrets = section.secrets("secret");
        if (!secrets.isEmpty() && !secrets.contains("")) options = options.secret(Secrets.of(secrets));
        config.jwt(options);
    }
}
