package dev.cardea.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.internal.session.TokenRecords.Span;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every order in which a read of the store, another read, the end of the session and a moving clock can happen. */
class ConfirmationsTest {
    private static final String ID = "a session";
    private static final Duration AGE = Duration.ofSeconds(4);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Which clock moves while a second passes. */
    enum Movement {
        BOTH,
        /** The machine is suspended. */
        WALL,
        /** The clock is set back each second. */
        MONOTONIC
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_ended_elsewhere_is_accepted_for_at_most_the_age(Movement movement) {
        int orders = 0;
        for (var order : interleavings(read(0), read(1), List.of(Run::ends), times(Run::passes, 6))) {
            var run = new Run(movement);
            for (var step : order) {
                step.accept(run);
                run.isAcceptedOnlyWithinTheAge();
            }
            orders++;
        }
        assertThat(orders).isEqualTo(240_240);
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_ended_in_this_process_is_never_accepted_afterwards(Movement movement) {
        for (var order : interleavings(read(0), read(1), List.of(Run::ends, Run::forgets), times(Run::passes, 3))) {
            var run = new Run(movement);
            for (var step : order) {
                step.accept(run);
                run.isNotAcceptedOnceForgotten();
            }
        }
    }

    @Test
    void a_session_is_read_again_after_the_age_and_not_before() {
        var run = new Run(Movement.BOTH);
        for (var step : read(0)) step.accept(run);
        for (int i = 0; i < 3; i++) run.passes();
        assertThat(run.isAccepted()).isTrue();
        run.passes();
        assertThat(run.confirmations.of(ID)).isEmpty();
    }

    @Test
    void extending_a_session_neither_keeps_it_longer_nor_brings_it_back() {
        var run = new Run(Movement.BOTH);
        var extended = new Span(START.plusSeconds(2), START.plusSeconds(7200));
        run.confirmations.prolonged(ID, extended);
        assertThat(run.isAccepted()).isFalse();
        for (var step : read(0)) step.accept(run);
        run.passes();
        run.passes();
        run.confirmations.prolonged(ID, extended);
        assertThat(run.confirmations.of(ID).orElseThrow().span()).isEqualTo(extended);
        run.passes();
        run.passes();
        assertThat(run.isAccepted()).isFalse();
    }

    @Test
    void the_sessions_of_a_user_are_forgotten_and_those_of_others_stay() {
        var run = new Run(Movement.BOTH);
        for (var user : List.of("ada", "eve"))
            run.confirmations.keep(user + "'s", run.confirmations.ask(), new Span(START, START), user);
        run.confirmations.forgetAllOf("ada");
        assertThat(run.confirmations.of("ada's")).isEmpty();
        assertThat(run.confirmations.of("eve's")).isPresent();

        run.confirmations.forgetAll();
        assertThat(run.confirmations.of("eve's")).isEmpty();
    }

    @Test
    void a_full_memory_forgets_what_is_oldest_and_keeps_the_rest() {
        var run = new Run(Movement.BOTH);
        for (int i = 0; i < 120_000; i++) {
            var id = "session " + i;
            run.confirmations.keep(id, run.confirmations.ask(), new Span(START, START), "ada");
        }
        assertThat(run.confirmations.of("session 119999")).isPresent();
        assertThat(run.confirmations.of("session 95000")).isPresent();
        assertThat(run.confirmations.of("session 60000")).isEmpty();
    }

    private interface Step {
        void accept(Run run);
    }

    /** The parts of a read, which others may come between. */
    private static List<Step> read(int reader) {
        return List.of(run -> run.asks(reader), run -> run.isAnswered(reader), run -> run.keeps(reader));
    }

    private static List<Step> times(Step step, int count) {
        return Collections.nCopies(count, step);
    }

    @SafeVarargs
    private static List<List<Step>> interleavings(List<Step>... sequences) {
        var all = new ArrayList<List<Step>>();
        extend(new ArrayList<>(), new int[sequences.length], sequences, all);
        return all;
    }

    private static void extend(List<Step> order, int[] at, List<Step>[] sequences, List<List<Step>> all) {
        boolean isComplete = true;
        for (int i = 0; i < sequences.length; i++) {
            if (at[i] == sequences[i].size()) continue;
            isComplete = false;
            order.add(sequences[i].get(at[i]++));
            extend(order, at, sequences, all);
            at[i]--;
            order.remove(order.size() - 1);
        }
        if (isComplete) all.add(List.copyOf(order));
    }

    /** A store with one session, and a process that remembers it. */
    private static final class Run {
        private final Movement movement;
        private Instant wall = START;
        private long nanos;
        private long seconds;
        private boolean exists = true;
        private long endedAt;
        private boolean isForgotten;
        private final Confirmations.@Nullable Question[] questions = new Confirmations.Question[2];
        private final @Nullable Span[] answers = new Span[2];
        private final Confirmations confirmations;

        Run(Movement movement) {
            this.movement = movement;
            confirmations = new Confirmations(new ElapsedTime(clock(), () -> nanos), AGE);
        }

        private Clock clock() {
            return new Clock() {
                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }

                @Override
                public Instant instant() {
                    return wall;
                }
            };
        }

        void asks(int reader) {
            questions[reader] = confirmations.ask();
        }

        void isAnswered(int reader) {
            answers[reader] = exists ? new Span(START, START.plusSeconds(3600)) : null;
        }

        void keeps(int reader) {
            confirmations.keep(ID, Objects.requireNonNull(questions[reader]), answers[reader], "ada");
        }

        /** In the store: by any process. */
        void ends() {
            exists = false;
            endedAt = seconds;
        }

        void forgets() {
            confirmations.forget(ID);
            isForgotten = true;
        }

        void passes() {
            seconds++;
            if (movement != Movement.MONOTONIC) wall = wall.plusSeconds(1);
            else wall = wall.minusSeconds(1);
            if (movement != Movement.WALL) nanos += 1_000_000_000L;
        }

        boolean isAccepted() {
            return confirmations.of(ID).map(known -> known.span() != null).orElse(false);
        }

        void isAcceptedOnlyWithinTheAge() {
            if (!exists && seconds - endedAt >= AGE.toSeconds())
                assertThat(isAccepted()).isFalse();
        }

        void isNotAcceptedOnceForgotten() {
            if (isForgotten) assertThat(isAccepted()).isFalse();
        }
    }
}
