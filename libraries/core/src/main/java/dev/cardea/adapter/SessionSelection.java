package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/** Which sessions are to end. */
public sealed interface SessionSelection {
    /** Returns whether the record is selected. */
    boolean matches(SessionRecord session);

    /** A session, whichever user has it. */
    static One one(String id) {
        return new One(id, null);
    }

    /** A session, if this user has it. */
    static One one(String id, String userId) {
        return new One(id, userId);
    }

    /** All sessions of a user. */
    static OfUser ofUser(String userId) {
        return new OfUser(userId, null);
    }

    /** All sessions of a user except one. */
    static OfUser ofUserExcept(String userId, String id) {
        return new OfUser(userId, id);
    }

    /**
     * One session.
     *
     * @param userId who must have it; {@code null} if that doesn't matter
     */
    record One(String id, @Nullable String userId) implements SessionSelection {
        public One {
            userId = userId == null ? null : SessionRecord.fitted(userId);
        }

        @Override
        public boolean matches(SessionRecord session) {
            return session.id().equals(id)
                    && (userId == null || session.userId().equals(userId));
        }
    }

    /**
     * The sessions of a user.
     *
     * @param exceptId the one that stays; {@code null} for none
     */
    record OfUser(String userId, @Nullable String exceptId) implements SessionSelection {
        public OfUser {
            userId = SessionRecord.fitted(userId);
        }

        @Override
        public boolean matches(SessionRecord session) {
            return session.userId().equals(userId) && !session.id().equals(exceptId);
        }
    }

    /**
     * The sessions that a logout token of a provider ends (OpenID Connect Back-Channel Logout, section 2.7): those of one
     * session at the provider. With {@code sub}, they must be that subject's, and the subject's sessions from ID tokens
     * without {@code sid} end as well. Without {@code sid}, it is all sessions of the subject.
     *
     * @param sub the subject; {@code null} if the token has none
     * @param sid the session at the provider; {@code null} if the token has none
     */
    record OfProvider(
            String provider, @Nullable String sub, @Nullable String sid) implements SessionSelection {
        /** @throws IllegalArgumentException if there is neither */
        public OfProvider {
            if (sub == null && sid == null) throw new IllegalArgumentException("a logout has sub, sid, or both");
            provider = SessionRecord.fitted(provider);
            sub = sub == null ? null : SessionRecord.fitted(sub);
            sid = sid == null ? null : SessionRecord.fitted(sid);
        }

        @Override
        public boolean matches(SessionRecord session) {
            if (!session.provider().equals(provider)) return false;
            if (sub != null && !sub.equals(session.providerSub())) return false;
            if (sid == null) return true;
            return sid.equals(session.providerSid()) || (sub != null && session.providerSid() == null);
        }
    }
}
