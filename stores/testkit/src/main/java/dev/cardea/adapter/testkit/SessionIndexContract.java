package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.index;
import static dev.cardea.adapter.testkit.Samples.session;
import static dev.cardea.adapter.testkit.Samples.sessions;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.testing.Rounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link SessionIndex}: sessions by their user. */
@ContractOf(SessionIndex.class)
public interface SessionIndexContract extends AdapterContract {
    @Test
    default void the_sessions_of_a_user_are_listed() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(session(user));
        var two = sessions(adapter()).createSession(session(user));
        sessions(adapter()).createSession(session(stored(adapter())));

        assertThat(index(adapter()).listSessionsByUserId(id(user))).containsExactlyInAnyOrder(one, two);
    }

    @Test
    default void a_user_without_sessions_has_an_empty_list() {
        assertThat(index(adapter()).listSessionsByUserId(id(stored(adapter())))).isEmpty();
        assertThat(index(adapter()).listSessionsByUserId(unique())).isEmpty();
    }

    @Test
    default void ended_sessions_are_not_listed() {
        var user = stored(adapter());
        var ended = sessions(adapter()).createSession(session(user));
        var kept = sessions(adapter()).createSession(session(user));
        sessions(adapter()).deleteSession(ended.sessionToken());

        assertThat(index(adapter()).listSessionsByUserId(id(user))).containsExactly(kept);
    }

    @Test
    default void all_sessions_of_a_user_can_be_ended_and_no_others() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(session(user));
        var two = sessions(adapter()).createSession(session(user));
        var theirs = sessions(adapter()).createSession(session(stored(adapter())));
        index(adapter()).deleteSessionsByUserId(id(user), "");

        assertThat(index(adapter()).listSessionsByUserId(id(user))).isEmpty();
        assertThat(isThere(one)).isFalse();
        assertThat(isThere(two)).isFalse();
        assertThat(isThere(theirs)).isTrue();
    }

    @Test
    default void all_but_one_can_be_ended() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(session(user));
        var kept = sessions(adapter()).createSession(session(user));
        index(adapter()).deleteSessionsByUserId(id(user), kept.sessionToken());

        assertThat(index(adapter()).listSessionsByUserId(id(user))).containsExactly(kept);
        assertThat(isThere(one)).isFalse();
        assertThat(isThere(kept)).isTrue();
    }

    @Test
    default void the_one_to_keep_is_compared_byte_for_byte() {
        var user = stored(adapter());
        var one = sessions(adapter()).createSession(new AdapterSession("a" + unique(), id(user), Samples.SOON));
        index(adapter())
                .deleteSessionsByUserId(id(user), "A" + one.sessionToken().substring(1));

        assertThat(isThere(one)).isFalse();
    }

    @Test
    default void ending_twice_or_for_an_unknown_user_has_no_effect() {
        var user = stored(adapter());
        var theirs = sessions(adapter()).createSession(session(stored(adapter())));
        index(adapter()).deleteSessionsByUserId(id(user), "");
        index(adapter()).deleteSessionsByUserId(id(user), theirs.sessionToken());
        index(adapter()).deleteSessionsByUserId(unique(), "");

        assertThat(isThere(theirs)).isTrue();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_user_id_that_cannot_exist_has_no_sessions(String text) {
        var theirs = sessions(adapter()).createSession(session(stored(adapter())));

        assertThat(index(adapter()).listSessionsByUserId(text)).isEmpty();
        index(adapter()).deleteSessionsByUserId(text, "");
        assertThat(isThere(theirs)).isTrue();
    }

    @Test
    default void sessions_that_begin_while_others_end_are_complete() {
        var user = stored(adapter());
        for (int round = 0; round < Rounds.of(rounds() / 10); round++) {
            var outcomes = Race.of(java.util.List.<java.util.concurrent.Callable<Boolean>>of(
                    () -> {
                        index(adapter()).deleteSessionsByUserId(id(user), "");
                        return true;
                    },
                    () -> {
                        sessions(adapter()).createSession(session(user));
                        return true;
                    }));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            for (var session : index(adapter()).listSessionsByUserId(id(user))) {
                assertThat(isThere(session)).isTrue();
            }
        }
    }

    private boolean isThere(AdapterSession session) {
        return sessions(adapter()).getSessionAndUser(session.sessionToken()).isPresent();
    }
}
