package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AdapterException;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of session tokens: whether a token that was decrypted and has not expired still counts, and whose it
 * is. Safe for concurrent use.
 */
interface TokenRecords extends SessionStorage {
    SessionTraits traits();

    /** Whether a token counts. May rely on what the store said moments ago. */
    Verdict check(Claims token);

    /** Whether a token counts, from the store each time if that depends on it. */
    Verdict confirm(Claims token);

    /**
     * Returns whose token it is, from the store each time; empty if it doesn't count.
     *
     * @param token as it was read
     * @param kept the same, as a callback returned it
     * @throws AdapterException if the store does not say
     */
    Optional<Holder> holder(Claims token, Claims kept);

    /**
     * Returns the id of the holder; empty if the token doesn't count.
     *
     * @throws AdapterException if the store does not say
     */
    Optional<String> owner(Claims token);

    /**
     * Returns until when the session may go on from now: as asked, or as it was if it is not due. Empty if it could not be
     * extended.
     *
     * @param verdict of this token
     */
    Optional<Instant> prolong(Claims token, Verdict verdict, Instant end);

    /**
     * Returns what a token says that a site issued before it had records, with the session that it became; empty if there are
     * no such tokens, or if that session has ended.
     *
     * @param value of the cookie
     * @param token what it says, without a session; {@code null} if it isn't a token
     * @throws AdapterException if the store does not say
     */
    Optional<Claims> adopted(String value, @Nullable Claims token);

    /** Returns whether the value of a cookie doesn't say yet which session it became. */
    boolean isAdopted(String value, Claims token);

    /** Ends the session of a token; part of the unit, if there is one. Returns whether it lasted until now. */
    boolean end(Store unit, Claims token);

    enum State {
        LIVE,
        /** It ended for good. */
        ENDED,
        /** There is no record of it. A late response of another process must not delete the cookie of a newer session. */
        GONE,
        /** The store did not say. */
        UNKNOWN
    }

    /**
     * @param failure why it is unknown; otherwise {@code null}
     * @param span of its record; {@code null} if there is none
     * @param user as the store has it; {@code null} if this check did not read it
     */
    record Verdict(
            State state,
            @Nullable AdapterException failure,
            @Nullable Span span,
            @Nullable User user) {
        static final Verdict LIVE = new Verdict(State.LIVE, null, null, null);
        static final Verdict ENDED = new Verdict(State.ENDED, null, null, null);
        static final Verdict GONE = new Verdict(State.GONE, null, null, null);

        static Verdict unknown(AdapterException failure) {
            return new Verdict(State.UNKNOWN, failure, null, null);
        }
    }

    /** When a session was last extended, and when it ends. */
    record Span(Instant seen, Instant expires) {
        static Span of(SessionRecord session) {
            return new Span(session.seen(), session.expires());
        }

        boolean isOver(Clock clock) {
            return expires.isBefore(clock.instant());
        }
    }

    /**
     * @param user {@code null} if the store lacks the user of a session with a record
     * @param session what the store has of it; {@code null} if only the cookie has it
     */
    record Holder(@Nullable User user, @Nullable StoredSession session) {
        Optional<RecordAndUser> recorded() {
            var record = session == null ? null : session.record();
            return record == null ? Optional.empty() : Optional.of(new RecordAndUser(record, user));
        }
    }
}
