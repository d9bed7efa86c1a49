package dev.cardea.internal.session;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What differs between session strategies. The rest of the library reads these values and never asks which strategy it is.
 *
 * @param title for messages
 * @param observed the strategy as observers know it
 * @param capability what the store needs so that it can keep these sessions; {@code null} if it keeps none
 * @param canEnd whether a session can be ended before it expires; a sign-out that fails leaves it open then
 * @param needsStoredUsers whether the store has to have each user, also those whom the application knows
 * @param isRecorded whether the store has a record of each session in any case, by which it is listed
 * @param absoluteAge after which a session ends if nothing else is set, from the sign-in; {@code null} for never
 */
public record SessionTraits(
        String title,
        Step.Strategy observed,
        @Nullable Class<? extends Adapter> capability,
        boolean canEnd,
        boolean needsStoredUsers,
        boolean isRecorded,
        @Nullable Duration absoluteAge) {
    static final SessionTraits JWT = new SessionTraits(
            "token sessions", Step.Strategy.JWT, null, SessionOptions.Strategy.JWT.canEnd(), false, false, null);

    static final SessionTraits DATABASE = new SessionTraits(
            "database sessions",
            Step.Strategy.DATABASE,
            SessionAdapter.class,
            SessionOptions.Strategy.DATABASE.canEnd(),
            true,
            false,
            null);

    static final SessionTraits REVOCABLE = new SessionTraits(
            "revocable sessions",
            Step.Strategy.REVOCABLE,
            SessionRegistry.class,
            SessionOptions.Strategy.REVOCABLE.canEnd(),
            false,
            true,
            Duration.ofDays(90));

    /**
     * Returns whether the store has a record of each session that begins with these settings.
     *
     * @param isEndedByProvider whether a provider may end sessions
     */
    public boolean keepsRecords(SessionOptions session, boolean isEndedByProvider) {
        return listsDevices(session)
                || (isStored()
                        && (isEndedByProvider
                                || session.absoluteAgeOr(absoluteAge).isPresent()));
    }

    /** Returns whether users see where they are signed in. */
    public boolean listsDevices(SessionOptions session) {
        return isRecorded || (isStored() && session.devices() != null && session.devices() != Devices.NONE);
    }

    /** Returns whether the store knows each session. */
    public boolean isStored() {
        return capability != null;
    }

    /** @throws ConfigurationException if a session can't be ended before it expires */
    public void requireEnd() {
        if (canEnd) return;
        throw new ConfigurationException(
                ErrorType.UNSUPPORTED_STRATEGY,
                title + " end when they expire; set session.strategy to revocable to list and end them");
    }

    /** Returns the traits of a strategy that a site may choose. */
    public static SessionTraits of(SessionOptions.Strategy strategy) {
        return switch (strategy) {
            case JWT -> JWT;
            case DATABASE -> DATABASE;
            case REVOCABLE -> REVOCABLE;
        };
    }
}
