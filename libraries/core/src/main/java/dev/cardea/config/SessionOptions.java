package dev.cardea.config;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How long sessions last and where they are stored (Auth.js: {@code session}). Start from {@link #DEFAULT},
 * {@link #jwt()} or {@link #database()}.
 *
 * @param strategy {@code null}: database with an adapter, JWT without
 * @param maxAge after which an idle session ends; 30 days
 * @param updateAge how often a database session is written, and a token session is sent again with a page; one day, zero
 *     for every access. For tokens, more than half of their lifetime counts as a tenth of it
 * @param generateSessionToken for database sessions; {@code null} makes 256 random bits in hex
 */
public record SessionOptions(
        @Nullable Strategy strategy,
        Duration maxAge,
        Duration updateAge,
        @Nullable Supplier<String> generateSessionToken) {
    /** Where the login is kept. */
    public enum Strategy {
        /** In an encrypted cookie. */
        JWT(false),
        /** In a row that the cookie names. */
        DATABASE(true);

        private final boolean canEnd;

        Strategy(boolean canEnd) {
            this.canEnd = canEnd;
        }

        /** Returns whether a session can be ended before it expires. */
        public boolean canEnd() {
            return canEnd;
        }
    }

    public static final SessionOptions DEFAULT =
            new SessionOptions(null, Duration.ofDays(30), Duration.ofDays(1), null);

    /** Keeps sessions in encrypted cookies: token sessions. */
    public static SessionOptions jwt() {
        return DEFAULT.strategy(Strategy.JWT);
    }

    /** Keeps sessions in the store, and a random token in the cookie: database sessions. */
    public static SessionOptions database() {
        return DEFAULT.strategy(Strategy.DATABASE);
    }

    /** Sets where sessions are kept; {@code null}: database with an adapter, JWT without. */
    public SessionOptions strategy(@Nullable Strategy value) {
        return new SessionOptions(value, maxAge, updateAge, generateSessionToken);
    }

    /** Sets after which time without a request a session ends; 30 days by default. */
    public SessionOptions maxAge(Duration value) {
        return new SessionOptions(strategy, value, updateAge, generateSessionToken);
    }

    /** Sets how often a session in use is renewed; once a day by default, and with zero at every request. */
    public SessionOptions updateAge(Duration value) {
        return new SessionOptions(strategy, maxAge, value, generateSessionToken);
    }

    /** Sets how tokens of database sessions are made; 256 random bits in hex by default. */
    public SessionOptions generateSessionToken(Supplier<String> generator) {
        return new SessionOptions(strategy, maxAge, updateAge, generator);
    }
}
