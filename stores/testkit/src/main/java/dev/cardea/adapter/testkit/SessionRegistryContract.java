package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.record;
import static dev.cardea.adapter.testkit.Samples.registry;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.SessionSelection.OfProvider;
import dev.cardea.testing.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link SessionRegistry}: the records of sessions. */
@ContractOf(SessionRegistry.class)
public interface SessionRegistryContract extends AdapterContract {
    Duration DAY = Duration.ofDays(1);

    @Test
    default void a_record_is_returned_as_it_was_registered_with_its_user() {
        var user = stored(adapter());
        var full = new SessionRecord(
                Samples.sessionId(),
                id(user),
                true,
                Samples.SOON.minus(DAY),
                Samples.SOON,
                Samples.LATER,
                "google",
                "sub",
                "sid",
                "192.0.2.0",
                "Mozilla/5.0");
        var bare = new SessionRecord(
                Samples.sessionId(),
                id(user),
                true,
                Samples.SOON,
                Samples.SOON,
                Samples.LATER,
                "",
                null,
                null,
                null,
                null);
        registry(adapter()).registerSession(full);
        registry(adapter()).registerSession(bare);

        assertThat(registry(adapter()).getSessionRecord(full.id())).hasValue(new RecordAndUser(full, user));
        assertThat(registry(adapter()).getSessionRecord(bare.id())).hasValue(new RecordAndUser(bare, user));
    }

    @Test
    default void an_unknown_id_has_no_record() {
        assertThat(found(Samples.sessionId())).isEmpty();
        assertThat(registry(adapter()).endSessions(SessionSelection.one(Samples.sessionId())))
                .isEmpty();
    }

    @Test
    default void an_id_is_registered_once() {
        var session = registered(id(stored(adapter())));

        assertThatThrownBy(() -> registry(adapter()).registerSession(record(session.id(), unique())))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(found(session.id())).hasValue(session);
    }

    @Test
    default void an_expired_record_is_returned_as_it_is() {
        var past = Instant.parse("2001-02-03T04:05:06.789Z");
        var session = new SessionRecord(
                Samples.sessionId(), unique(), false, past, past, past, "google", null, null, null, null);
        registry(adapter()).registerSession(session);

        assertThat(found(session.id())).isIn(Optional.of(session), Optional.empty());
    }

    @Test
    default void a_user_that_the_store_lacks_can_have_sessions() {
        var session = new SessionRecord(
                Samples.sessionId(),
                unique(),
                false,
                Samples.SOON,
                Samples.SOON,
                Samples.LATER,
                "password",
                null,
                null,
                null,
                null);
        registry(adapter()).registerSession(session);

        assertThat(registry(adapter()).getSessionRecord(session.id())).hasValue(new RecordAndUser(session, null));
        assertThat(registry(adapter()).listSessionRecords(session.userId())).containsExactly(session);
    }

    @Test
    default void the_records_of_a_user_are_listed_those_seen_last_first() {
        var user = id(stored(adapter()));
        var all = new ArrayList<SessionRecord>();
        for (int i = 0; i < 4; i++) {
            var session = record(Samples.sessionId(), user).prolonged(Samples.SOON.plusMillis(i), Samples.LATER);
            registry(adapter()).registerSession(session);
            all.add(session);
        }
        registered(id(stored(adapter())));
        Collections.reverse(all);

        assertThat(registry(adapter()).listSessionRecords(user)).containsExactlyElementsOf(all);
        assertThat(registry(adapter()).listSessionRecords(unique())).isEmpty();
    }

    @Test
    default void a_session_that_was_seen_before_a_moment_is_extended() {
        var session = registered(id(stored(adapter())));
        var seen = session.seen().plus(DAY);
        var expires = session.expires().plus(DAY);

        assertThat(registry(adapter()).prolongSession(session.id(), seen, expires, session.seen()))
                .isFalse();
        assertThat(found(session.id())).hasValue(session);
        assertThat(registry(adapter())
                        .prolongSession(
                                session.id(), seen, expires, session.seen().plusMillis(1)))
                .isTrue();
        assertThat(found(session.id())).hasValue(session.prolonged(seen, expires));
    }

    @Test
    default void an_ended_session_cannot_be_extended() {
        var session = registered(id(stored(adapter())));
        registry(adapter()).endSessions(SessionSelection.one(session.id()));

        assertThat(prolong(session)).isFalse();
        assertThat(found(session.id())).isEmpty();
        assertThat(registry(adapter()).listSessionRecords(session.userId())).isEmpty();
    }

    @Test
    default void one_session_is_ended_and_returned() {
        var user = id(stored(adapter()));
        var session = registered(user);
        var other = registered(user);

        assertThat(registry(adapter()).endSessions(SessionSelection.one(session.id())))
                .containsExactly(session);
        assertThat(registry(adapter()).endSessions(SessionSelection.one(session.id())))
                .isEmpty();
        assertThat(found(session.id())).isEmpty();
        assertThat(found(other.id())).hasValue(other);
    }

    @Test
    default void a_session_of_another_user_is_not_ended() {
        var session = registered(id(stored(adapter())));

        assertThat(registry(adapter()).endSessions(SessionSelection.one(session.id(), unique())))
                .isEmpty();
        assertThat(found(session.id())).hasValue(session);
        assertThat(registry(adapter()).endSessions(SessionSelection.one(session.id(), session.userId())))
                .containsExactly(session);
    }

    @Test
    default void all_sessions_of_a_user_end_or_all_but_one() {
        var user = id(stored(adapter()));
        var kept = registered(user);
        var one = registered(user);
        var two = registered(user);
        var theirs = registered(id(stored(adapter())));

        assertThat(registry(adapter()).endSessions(SessionSelection.ofUserExcept(user, kept.id())))
                .containsExactlyInAnyOrder(one, two);
        assertThat(registry(adapter()).listSessionRecords(user)).containsExactly(kept);
        assertThat(registry(adapter()).endSessions(SessionSelection.ofUser(user)))
                .containsExactly(kept);
        assertThat(registry(adapter()).endSessions(SessionSelection.ofUser(user)))
                .isEmpty();
        assertThat(found(theirs.id())).hasValue(theirs);
    }

    /** OpenID Connect Back-Channel Logout, section 2.7. */
    @Test
    default void a_logout_of_a_provider_ends_the_sessions_of_its_session() {
        var sub = unique();
        var sid = unique();
        var meant = registered("google", sub, sid);
        var withoutSid = registered("google", sub, null);
        var otherSid = registered("google", sub, unique());
        var otherSub = registered("google", unique(), sid);
        var otherProvider = registered("keycloak", sub, sid);

        assertThat(registry(adapter()).endSessions(new OfProvider("google", sub, sid)))
                .containsExactlyInAnyOrder(meant, withoutSid);
        assertThat(registry(adapter()).endSessions(new OfProvider("google", null, sid)))
                .containsExactly(otherSub);
        var again = registered("google", sub, null);
        assertThat(registry(adapter()).endSessions(new OfProvider("google", sub, null)))
                .containsExactlyInAnyOrder(otherSid, again);
        assertThat(found(otherProvider.id())).hasValue(otherProvider);
    }

    @Test
    default void texts_of_any_length_are_found_again() {
        var sub = unique() + "s".repeat(10_000);
        var sid = unique() + "\0" + "s".repeat(300);
        var user = unique() + "u".repeat(400);
        var session = new SessionRecord(
                Samples.sessionId(),
                user,
                false,
                Samples.SOON,
                Samples.SOON,
                Samples.LATER,
                "google",
                sub,
                sid,
                "c".repeat(45),
                "a".repeat(10_000));
        registry(adapter()).registerSession(session);

        assertThat(found(session.id())).hasValue(session);
        assertThat(registry(adapter()).listSessionRecords(user)).containsExactly(session);
        assertThat(registry(adapter()).endSessions(new OfProvider("google", sub + "1", sid)))
                .isEmpty();
        assertThat(registry(adapter()).endSessions(new OfProvider("google", sub, sid)))
                .containsExactly(session);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_texts_of_records_are_kept_as_they_are(String text) {
        var session = new SessionRecord(
                Samples.sessionId(),
                text + unique(),
                false,
                Samples.SOON,
                Samples.SOON,
                Samples.LATER,
                text + "google",
                text + unique(),
                text + unique(),
                "192.0.2.0",
                "Mozilla/5.0 'x' \"y\" \\z");
        registry(adapter()).registerSession(session);

        assertThat(found(session.id())).hasValue(session);
        assertThat(registry(adapter()).endSessions(SessionSelection.ofUser(session.userId())))
                .containsExactly(session);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_texts_of_records_are_different(String one, String other) {
        var unique = unique();
        var session = registered("google", unique + one, unique + one);
        var user = record(Samples.sessionId(), unique + one);
        registry(adapter()).registerSession(user);

        assertThat(registry(adapter()).endSessions(new OfProvider("google", unique + other, null)))
                .isEmpty();
        assertThat(registry(adapter()).endSessions(new OfProvider("google", null, unique + other)))
                .isEmpty();
        assertThat(registry(adapter()).listSessionRecords(unique + other)).isEmpty();
        assertThat(registry(adapter()).endSessions(SessionSelection.ofUser(unique + other)))
                .isEmpty();
        assertThat(found(session.id())).hasValue(session);
        assertThat(found(user.id())).hasValue(user);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void ids_that_cannot_exist_have_no_record(String text) {
        assertThat(found(text)).isEmpty();
        assertThat(registry(adapter()).listSessionRecords(text)).isEmpty();
        assertThat(registry(adapter()).endSessions(SessionSelection.one(text))).isEmpty();
        assertThat(registry(adapter()).endSessions(SessionSelection.ofUser(text)))
                .isEmpty();
        assertThat(registry(adapter()).prolongSession(text, Samples.SOON, Samples.LATER, Samples.LATER))
                .isFalse();
    }

    @Test
    default void a_deleted_user_has_no_records() {
        var user = id(stored(adapter()));
        var session = registered(user);
        var theirs = registered(id(stored(adapter())));
        users(adapter()).deleteUser(user);

        assertThat(found(session.id())).isEmpty();
        assertThat(registry(adapter()).listSessionRecords(user)).isEmpty();
        assertThat(found(theirs.id())).hasValue(theirs);
    }

    @Test
    default void each_record_is_ended_by_one_caller_and_never_comes_back() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var user = unique();
            var one = registered(user);
            var two = registered(user);
            var runners = new ArrayList<Callable<List<SessionRecord>>>();
            for (int i = 0; i < runners(); i++) runners.add(oneOf(i, one, two));
            var outcomes = Race.of(runners);

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            var ended = outcomes.stream().flatMap(it -> it.get().stream()).map(SessionRecord::id);
            assertThat(ended).containsExactlyInAnyOrder(one.id(), two.id());
            assertThat(found(one.id())).isEmpty();
            assertThat(found(two.id())).isEmpty();
            assertThat(prolong(one)).isFalse();
        }
    }

    /** Ends by each selection, and what happens to a session meanwhile. */
    private Callable<List<SessionRecord>> oneOf(int runner, SessionRecord one, SessionRecord two) {
        return switch (runner % 4) {
            case 0 -> () -> registry(adapter()).endSessions(SessionSelection.ofUser(one.userId()));
            case 1 -> () -> registry(adapter()).endSessions(SessionSelection.one(two.id()));
            case 2 ->
                () -> {
                    prolong(one);
                    return List.of();
                };
            default ->
                () -> {
                    found(two.id());
                    return registry(adapter()).endSessions(SessionSelection.ofUserExcept(two.userId(), one.id()));
                };
        };
    }

    @Test
    default void one_of_many_concurrent_callers_extends_a_session() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var session = registered(unique());
            var outcomes = Race.of(runners(), () -> prolong(session));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(Race.Outcome::get)).hasSize(1);
        }
    }

    private boolean prolong(SessionRecord session) {
        var seen = session.seen().plus(DAY);
        return registry(adapter())
                .prolongSession(session.id(), seen, session.expires().plus(DAY), seen);
    }

    private SessionRecord registered(String userId) {
        var session = record(Samples.sessionId(), userId);
        registry(adapter()).registerSession(session);
        return session;
    }

    private SessionRecord registered(String provider, String sub, @Nullable String sid) {
        var session = new SessionRecord(
                Samples.sessionId(),
                unique(),
                false,
                Samples.SOON,
                Samples.SOON,
                Samples.LATER,
                provider,
                sub,
                sid,
                null,
                null);
        registry(adapter()).registerSession(session);
        return session;
    }

    private Optional<SessionRecord> found(String id) {
        return registry(adapter()).getSessionRecord(id).map(RecordAndUser::session);
    }
}
