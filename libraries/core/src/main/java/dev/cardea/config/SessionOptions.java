package dev.cardea.config;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How long sessions last and where they are stored (Auth.js: {@code session}). Start from {@link #DEFAULT},
 * {@link #jwt()}, {@link #database()} or {@link #revocable()}. Immutable.
 */
public final class SessionOptions {
    /** Where the login is kept. */
    public enum Strategy {
        /** In an encrypted cookie. */
        JWT(false),
        /** In a row that the cookie names. */
        DATABASE(true),
        /** In an encrypted cookie, with a record in the store by which the session can be ended. */
        REVOCABLE(true);

        private final boolean canEnd;

        Strategy(boolean canEnd) {
            this.canEnd = canEnd;
        }

        /** Returns whether a session can be ended before it expires. */
        public boolean canEnd() {
            return canEnd;
        }
    }

    /** What is stored about the device of a session. */
    public enum Devices {
        /** Nothing. */
        NONE,
        /** The client's network, and the first 200 characters of its user agent. */
        REDUCED,
        /** The client's IP address, and the first 500 characters of its user agent. */
        FULL
    }

    public static final SessionOptions DEFAULT = new SessionOptions();

    private @Nullable Strategy strategy;
    private Duration maxAge = Duration.ofDays(30);
    private Duration updateAge = Duration.ofDays(1);
    private @Nullable Supplier<String> generateSessionToken;
    private Duration confirmAge = Duration.ofSeconds(4);
    private @Nullable Duration absoluteAge;
    private boolean isUnlimited;
    private @Nullable Integer maxPerUser;
    private @Nullable Devices devices;
    private @Nullable Instant adoptUntil;

    private SessionOptions() {}

    private SessionOptions(SessionOptions from) {
        strategy = from.strategy;
        maxAge = from.maxAge;
        updateAge = from.updateAge;
        generateSessionToken = from.generateSessionToken;
        confirmAge = from.confirmAge;
        absoluteAge = from.absoluteAge;
        isUnlimited = from.isUnlimited;
        maxPerUser = from.maxPerUser;
        devices = from.devices;
        adoptUntil = from.adoptUntil;
    }

    /** Keeps sessions in encrypted cookies: token sessions. */
    public static SessionOptions jwt() {
        return DEFAULT.strategy(Strategy.JWT);
    }

    /** Keeps sessions in the store, and a random token in the cookie: database sessions. */
    public static SessionOptions database() {
        return DEFAULT.strategy(Strategy.DATABASE);
    }

    /**
     * Keeps sessions in encrypted cookies with a record in the store: a session can be ended, and most requests don't ask
     * the store. Needs an adapter with {@link dev.cardea.adapter.SessionRegistry}.
     */
    public static SessionOptions revocable() {
        return DEFAULT.strategy(Strategy.REVOCABLE);
    }

    /** Sets where sessions are kept; {@code null}: database with an adapter, JWT without. */
    public SessionOptions strategy(@Nullable Strategy value) {
        var copy = new SessionOptions(this);
        copy.strategy = value;
        return copy;
    }

    /** Sets after which time without a request a session ends; 30 days by default. */
    public SessionOptions maxAge(Duration value) {
        var copy = new SessionOptions(this);
        copy.maxAge = value;
        return copy;
    }

    /**
     * Sets how often a session in use is renewed; once a day by default, and with zero at every request. For tokens, more
     * than half of their lifetime counts as a tenth of it.
     */
    public SessionOptions updateAge(Duration value) {
        var copy = new SessionOptions(this);
        copy.updateAge = value;
        return copy;
    }

    /** Sets how tokens of database sessions are made; 256 random bits in hex by default. */
    public SessionOptions generateSessionToken(Supplier<String> generator) {
        var copy = new SessionOptions(this);
        copy.generateSessionToken = generator;
        return copy;
    }

    /**
     * Sets how long a process may rely on what the store said about a revocable session. Other processes may accept an ended
     * session for that long. Four seconds by default, at most an hour; zero asks the store for each request.
     */
    public SessionOptions confirmAge(Duration value) {
        var copy = new SessionOptions(this);
        copy.confirmAge = value;
        return copy;
    }

    /**
     * Sets how long after the sign-in a session ends, even if it is in use; at least an hour. By default, that's 90 days for
     * revocable sessions, and never for others unless a module sets a limit. With database sessions, the adapter needs
     * {@link dev.cardea.adapter.SessionRegistry}, and rows that Auth.js wrote have no limit.
     */
    public SessionOptions absoluteAge(Duration value) {
        var copy = new SessionOptions(this);
        copy.absoluteAge = value;
        copy.isUnlimited = false;
        return copy;
    }

    /** Lets a session continue for as long as it is used. */
    public SessionOptions withoutAbsoluteAge() {
        var copy = new SessionOptions(this);
        copy.absoluteAge = null;
        copy.isUnlimited = true;
        return copy;
    }

    /**
     * Sets how many revocable or database sessions a user may have, from 1 to 1,000: a sign-in beyond that ends those that
     * were used least recently. Concurrent sign-ins may exceed the number until the next one. Unlimited by default.
     */
    public SessionOptions maxPerUser(int value) {
        var copy = new SessionOptions(this);
        copy.maxPerUser = value;
        return copy;
    }

    /**
     * Sets what is stored about the device of a session: by default {@link Devices#REDUCED} for revocable sessions, and
     * nothing for database sessions unless a module sets it. With database sessions, users see their devices only if it's
     * set, and then the adapter needs {@link dev.cardea.adapter.SessionRegistry}.
     */
    public SessionOptions devices(Devices value) {
        var copy = new SessionOptions(this);
        copy.devices = value;
        return copy;
    }

    /**
     * Keeps users signed in when a site changes to revocable sessions: until then, a session of the strategy {@code jwt} or
     * {@code database} becomes a revocable one with its next request. Choose the time of the change plus {@code maxAge}, and
     * remove the setting afterwards. Needs an adapter with {@link dev.cardea.adapter.UsedTokens}.
     */
    public SessionOptions adoptUntil(Instant value) {
        var copy = new SessionOptions(this);
        copy.adoptUntil = value;
        return copy;
    }

    /**
     * Returns these options with values for what isn't set, for a module that needs sessions in the store. Token sessions have
     * neither, so {@link #jwt} stays as it is.
     */
    public SessionOptions withDefaults(Devices ofModule, Duration absoluteAgeOfModule) {
        var copy = new SessionOptions(this);
        if (strategy == Strategy.JWT) return copy;
        if (devices == null) copy.devices = ofModule;
        if (absoluteAge == null && !isUnlimited) copy.absoluteAge = absoluteAgeOfModule;
        return copy;
    }

    public @Nullable Strategy strategy() {
        return strategy;
    }

    public Duration maxAge() {
        return maxAge;
    }

    public Duration updateAge() {
        return updateAge;
    }

    public @Nullable Supplier<String> generateSessionToken() {
        return generateSessionToken;
    }

    public Duration confirmAge() {
        return confirmAge;
    }

    /** Returns how long after the sign-in a session ends, even if it is in use; empty for never. */
    public Optional<Duration> absoluteAgeOr(@Nullable Duration ofStrategy) {
        return isUnlimited ? Optional.empty() : Optional.ofNullable(absoluteAge == null ? ofStrategy : absoluteAge);
    }

    public @Nullable Integer maxPerUser() {
        return maxPerUser;
    }

    public @Nullable Instant adoptUntil() {
        return adoptUntil;
    }

    /** Returns what is stored about devices; {@code null} if it isn't set. */
    public @Nullable Devices devices() {
        return devices;
    }
}
