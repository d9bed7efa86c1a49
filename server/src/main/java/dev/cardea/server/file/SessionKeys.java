package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.ListOf;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
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

    private static final Map<String, SessionOptions.Devices> DEVICES = Map.of(
            "none", SessionOptions.Devices.NONE,
            "reduced", SessionOptions.Devices.REDUCED,
            "full", SessionOptions.Devices.FULL);

    private static final Key MAX_AGE = Key.number(
            "maxAge", "2592000", "How many seconds without a request until a session expires.", 1, TEN_YEARS_MILLIS);
    private static final Key UPDATE_AGE = Key.number(
            "updateAge", "86400", "After how many seconds a session in use is renewed.", 0, TEN_YEARS_MILLIS);

    private static final Key CONFIRM_AGE = Key.number(
            "confirmAge",
            "4",
            "How many seconds a process may rely on what the store said about a revocable session; 0 asks it each time.",
            0,
            3600);
    private static final Key ABSOLUTE_AGE = Key.of(
            "absoluteAge",
            null,
            "How many seconds after the sign-in a session ends, even if it is in use. false: never. By default 90 days for"
                    + " revocable sessions, and never for others.",
            new Shape.Number(3600, TEN_YEARS_MILLIS),
            new Shape.Off());
    private static final Key MAX_PER_USER = Key.number(
            "maxPerUser",
            null,
            "How many sessions a user may have; a sign-in ends those that were used least recently.",
            1,
            1000);

    static final Key SESSION = Key.group(
            "session",
            "Sessions of signed-in users.",
            Key.choice(
                    "strategy",
                    null,
                    "jwt: encrypted cookies. database: records of the store, the default with a store. revocable: encrypted"
                            + " cookies with a record in the store, so that sessions can be ended.",
                    STRATEGIES),
            MAX_AGE,
            UPDATE_AGE,
            CONFIRM_AGE,
            ABSOLUTE_AGE,
            MAX_PER_USER,
            Key.choice(
                    "devices",
                    null,
                    "What is stored about the device of a session. reduced, the default for revocable sessions: the network and"
                            + " 200 characters of the user agent. full: the IP address and 500 characters. none, the default for"
                            + " database sessions: neither.",
                    DEVICES),
            Key.text(
                    "adoptUntil",
                    null,
                    "Until then, sessions of another strategy become revocable ones, so that the change signs no user"
                            + " out. A time in UTC, such as 2027-01-31T00:00:00Z."));

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
        options = section.number(CONFIRM_AGE)
                .map(Duration::ofSeconds)
                .map(options::confirmAge)
                .orElse(options);
        options = absoluteAge(section, options);
        options = section.number(MAX_PER_USER)
                .map(Math::toIntExact)
                .map(options::maxPerUser)
                .orElse(options);
        options = section.choice("devices", DEVICES).map(options::devices).orElse(options);
        config.session(adoptUntil(section, options));
    }

    private static SessionOptions absoluteAge(Section section, SessionOptions options) {
        if (section.isOff(ABSOLUTE_AGE.name())) {
            return options.withoutAbsoluteAge();
        }
        return section.number(ABSOLUTE_AGE)
                .map(Duration::ofSeconds)
                .map(options::absoluteAge)
                .orElse(options);
    }

    private static SessionOptions adoptUntil(Section section, SessionOptions options) {
        var text = section.word("adoptUntil").orElse(null);
        if (text == null) return options;
        try {
            return options.adoptUntil(Instant.parse(text));
        } catch (DateTimeParseException e) {
            section.wrong("adoptUntil", "must be a time in UTC, such as 2027-01-31T00:00:00Z");
            return options;
        }
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
