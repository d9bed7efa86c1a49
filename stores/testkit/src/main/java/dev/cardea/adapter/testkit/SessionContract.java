package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.LATER;
import static dev.cardea.adapter.testkit.Samples.SOON;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.session;
import static dev.cardea.adapter.testkit.Samples.sessions;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserChange;
import dev.cardea.testing.Rounds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link SessionAdapter}: database sessions. */
@ContractOf(SessionAdapter.class)
public interface SessionContract extends AdapterContract {
    @Test
    default void a_created_session_is_returned_and_found_with_its_user() {
        var user = stored(adapter());
        var session = session(user);

        assertThat(sessions(adapter()).createSession(session)).isEqualTo(session);
        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .hasValue(new SessionAndUser(session, user));
    }

    @Test
    default void an_unknown_session_is_empty() {
        assertThat(sessions(adapter()).getSessionAndUser(unique())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_token_that_cannot_exist_is_empty(String token) {
        assertThat(sessions(adapter()).getSessionAndUser(token)).isEmpty();
        assertThat(sessions(adapter()).deleteSession(token)).isEmpty();
        assertThat(sessions(adapter()).updateSession(SessionChange.of(token).expires(SOON)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_tokens_are_kept_apart(String text) {
        var user = stored(adapter());
        String token = text + unique();
        sessions(adapter()).createSession(new AdapterSession(token, id(user), SOON));

        var found = sessions(adapter()).getSessionAndUser(token).orElseThrow();
        assertThat(found.session().sessionToken()).isEqualTo(token);
        assertThat(sessions(adapter()).getSessionAndUser(token.substring(1))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_tokens_are_different(String one, String other) {
        var user = stored(adapter());
        var stranger = stored(adapter());
        String unique = unique();
        sessions(adapter()).createSession(new AdapterSession(unique + one, id(user), SOON));

        assertThat(sessions(adapter()).getSessionAndUser(unique + other)).isEmpty();
        assertThat(sessions(adapter()).deleteSession(unique + other)).isEmpty();
        sessions(adapter()).createSession(new AdapterSession(unique + other, id(stranger), SOON));
        assertThat(owner(unique + one)).hasValue(id(user));
        assertThat(owner(unique + other)).hasValue(id(stranger));
    }

    @Test
    default void an_expired_session_is_returned_as_it_is() {
        var session = new AdapterSession(unique(), id(stored(adapter())), Instant.parse("2001-02-03T04:05:06.789Z"));
        sessions(adapter()).createSession(session);

        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .map(SessionAndUser::session)
                .hasValue(session);
    }

    @Test
    default void times_keep_their_milliseconds_in_sessions() {
        String userId = id(stored(adapter()));
        for (var time : Samples.TIMES) {
            var session = new AdapterSession(unique(), userId, time);
            sessions(adapter()).createSession(session);
            assertThat(expires(session.sessionToken())).hasValue(time);

            sessions(adapter())
                    .updateSession(SessionChange.of(session.sessionToken()).expires(time.plusMillis(1)));
            assertThat(expires(session.sessionToken())).hasValue(time.plusMillis(1));
        }
    }

    @Test
    default void the_user_is_read_again_each_time() {
        var user = stored(adapter());
        var session = sessions(adapter()).createSession(session(user));
        var updated = users(adapter()).updateUser(UserChange.of(id(user)).name("Bill"));

        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .hasValue(new SessionAndUser(session, updated));
    }

    @Test
    default void a_user_can_have_several_sessions() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(session(user));
        var other = sessions(adapter()).createSession(session(user));
        sessions(adapter()).deleteSession(one.sessionToken());

        assertThat(owner(one.sessionToken())).isEmpty();
        assertThat(owner(other.sessionToken())).hasValue(id(user));
    }

    @Test
    default void an_existing_token_throws_and_changes_nothing() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var other = stored(adapter());

        assertThatThrownBy(() ->
                        sessions(adapter()).createSession(new AdapterSession(session.sessionToken(), id(other), LATER)))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(owner(session.sessionToken())).hasValue(session.userId());
        assertThat(expires(session.sessionToken())).hasValue(SOON);
    }

    @Test
    default void an_update_of_the_expiry_keeps_the_rest() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var updated = sessions(adapter())
                .updateSession(SessionChange.of(session.sessionToken()).expires(LATER));

        assertThat(updated).hasValue(new AdapterSession(session.sessionToken(), session.userId(), LATER));
        assertThat(expires(session.sessionToken())).hasValue(LATER);
    }

    @Test
    default void an_update_touches_no_other_session() {
        var user = stored(adapter());
        var session = sessions(adapter()).createSession(session(user));
        var other = sessions(adapter()).createSession(session(user));
        sessions(adapter())
                .updateSession(SessionChange.of(session.sessionToken()).expires(LATER));

        assertThat(expires(other.sessionToken())).hasValue(SOON);
    }

    @Test
    default void an_update_can_shorten_the_expiry() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        sessions(adapter())
                .updateSession(SessionChange.of(session.sessionToken()).expires(Instant.EPOCH.plusMillis(1)));

        assertThat(expires(session.sessionToken())).hasValue(Instant.EPOCH.plusMillis(1));
    }

    @Test
    default void an_update_can_assign_the_session_to_another_user() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var other = stored(adapter());
        sessions(adapter())
                .updateSession(SessionChange.of(session.sessionToken()).userId(id(other)));

        assertThat(owner(session.sessionToken())).hasValue(id(other));
        assertThat(expires(session.sessionToken())).hasValue(SOON);
    }

    @Test
    default void an_update_can_change_both_fields() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var other = stored(adapter());
        var updated = sessions(adapter())
                .updateSession(
                        SessionChange.of(session.sessionToken()).expires(LATER).userId(id(other)));

        assertThat(updated).hasValue(new AdapterSession(session.sessionToken(), id(other), LATER));
    }

    @Test
    default void an_update_without_fields_returns_the_session_as_it_is() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));

        assertThat(sessions(adapter()).updateSession(SessionChange.of(session.sessionToken())))
                .hasValue(session);
    }

    @Test
    default void an_update_never_recreates_a_session() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        sessions(adapter()).deleteSession(session.sessionToken());

        assertThat(sessions(adapter())
                        .updateSession(SessionChange.of(session.sessionToken()).expires(LATER)))
                .isEmpty();
        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .isEmpty();
    }

    @Test
    default void deleting_returns_the_session() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));

        assertThat(sessions(adapter()).deleteSession(session.sessionToken())).hasValue(session);
        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .isEmpty();
    }

    @Test
    default void deleting_twice_or_an_unknown_session_has_no_effect_and_is_empty() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        sessions(adapter()).deleteSession(session.sessionToken());

        assertThat(sessions(adapter()).deleteSession(session.sessionToken())).isEmpty();
        assertThat(sessions(adapter()).deleteSession(unique())).isEmpty();
    }

    @Test
    default void the_token_of_a_deleted_session_can_be_used_again() {
        var user = stored(adapter());
        var session = sessions(adapter()).createSession(session(user));
        sessions(adapter()).deleteSession(session.sessionToken());
        sessions(adapter()).createSession(session);

        assertThat(owner(session.sessionToken())).hasValue(id(user));
    }

    @Test
    default void sessions_are_deleted_with_their_user() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(session(user));
        var two = sessions(adapter()).createSession(session(user));
        var theirs = sessions(adapter()).createSession(session(stored(adapter())));
        users(adapter()).deleteUser(id(user));

        assertThat(owner(one.sessionToken())).isEmpty();
        assertThat(owner(two.sessionToken())).isEmpty();
        assertThat(owner(theirs.sessionToken())).isPresent();
        assertThat(sessions(adapter())
                        .updateSession(SessionChange.of(one.sessionToken()).expires(LATER)))
                .isEmpty();
    }

    @Test
    default void sessions_created_concurrently_all_exist() {
        var user = stored(adapter());
        var outcomes = Race.of(runners(), () -> sessions(adapter()).createSession(session(user)));

        assertThat(outcomes).allMatch(Race.Outcome::succeeded);
        for (var outcome : outcomes)
            assertThat(owner(outcome.get().sessionToken())).hasValue(id(user));
    }

    @Test
    default void one_of_many_concurrent_deletions_of_one_session_receives_it() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var session = sessions(adapter()).createSession(session(stored(adapter())));
            var outcomes = Race.of(4, () -> sessions(adapter()).deleteSession(session.sessionToken()));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(Race.winners(outcomes)).containsExactly(session);
        }
    }

    /** A user signs out during a refresh: whichever is first, the session ends. */
    @Test
    default void an_update_that_races_a_deletion_never_recreates_the_session() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var session = sessions(adapter()).createSession(session(stored(adapter())));
            Callable<Optional<AdapterSession>> refresh = () -> sessions(adapter())
                    .updateSession(SessionChange.of(session.sessionToken()).expires(LATER));
            Race.of(List.of(refresh, () -> sessions(adapter()).deleteSession(session.sessionToken()), refresh));

            assertThat(owner(session.sessionToken())).isEmpty();
        }
    }

    /** Many requests of one browser reach the time of the refresh together. */
    @Test
    default void many_concurrent_equal_updates_are_one_update() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var outcomes = Race.of(
                runners(),
                () -> sessions(adapter())
                        .updateSession(SessionChange.of(session.sessionToken()).expires(LATER)));

        assertThat(outcomes).allMatch(Race.Outcome::succeeded);
        assertThat(expires(session.sessionToken())).hasValue(LATER);
    }

    /** The same with a different expiry each, as for requests shortly after each other. */
    @Test
    default void concurrent_updates_to_different_ends_leave_one_of_them() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        var ends = IntStream.range(0, runners()).mapToObj(LATER::plusSeconds).toList();
        var outcomes = Race.of(ends.stream()
                .map(end -> (Callable<Optional<AdapterSession>>) () -> sessions(adapter())
                        .updateSession(SessionChange.of(session.sessionToken()).expires(end)))
                .toList());

        assertThat(outcomes).allMatch(Race.Outcome::succeeded);
        assertThat(outcomes).allMatch(outcome -> outcome.get().isPresent());
        assertThat(expires(session.sessionToken()))
                .hasValueSatisfying(end -> assertThat(ends).contains(end));
    }

    /** A sign-in while its user is deleted: it may fail, or leave a session without a user. */
    @Test
    default void a_session_created_while_its_user_is_deleted_has_no_user() {
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 50)); round++) {
            var user = stored(adapter());
            var session = session(user);
            Race.of(List.of(() -> sessions(adapter()).createSession(session), () -> {
                users(adapter()).deleteUser(id(user));
                return session;
            }));

            assertThat(users(adapter()).getUser(id(user))).isEmpty();
            assertThat(owner(session.sessionToken())).isEmpty();
        }
    }

    private Optional<String> owner(String token) {
        return sessions(adapter()).getSessionAndUser(token).map(found -> {
            assertThat(found.user().id()).isEqualTo(found.session().userId());
            return id(found.user());
        });
    }

    private Optional<Instant> expires(String token) {
        return sessions(adapter())
                .getSessionAndUser(token)
                .map(found -> found.session().expires());
    }
}
