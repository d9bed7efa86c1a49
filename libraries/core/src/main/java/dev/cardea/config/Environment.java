package dev.cardea.config;

import java.util.Locale;
import java.util.Optional;

/** Where the application runs. Default: production. */
public enum Environment {
    PRODUCTION,
    DEVELOPMENT,
    TEST;

    public static Optional<Environment> parse(String text) {
        for (var value : values()) if (value.name().toLowerCase(Locale.ROOT).equals(text)) return Optional.of(value);
        return Optional.empty();
    }

    /** From {@code CARDEA_ENV}, else {@code NODE_ENV}, else production; an unknown word is production. */
    public static Environment of(Env env) {
        return env.first("CARDEA_ENV", "NODE_ENV").flatMap(Environment::parse).orElse(PRODUCTION);
    }
}
