package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.someone;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.error.AdapterException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a visitor and the library see of a store that does not answer any more: a bounded wait, and an exception by
 * type. The tests that measure the ten seconds of the promise have the tag {@code nightly}, because a busy machine
 * disturbs them. The others only require that the wait ends.
 */
public interface OutageContract extends AdapterContract {
    Duration LONGEST = Duration.ofSeconds(10);

    /** A busy machine computes more slowly, which is not the wait for the store; this many times is certainly enough. */
    int TIMES_OF_WORK = 4;

    /** From now on the store answers nothing: its process is stopped, or the network loses everything. */
    void fallSilent();

    /** The store answers again. */
    void recover();

    @Test
    default void a_silent_store_is_unavailable_by_type_and_comes_back() throws Exception {
        var user = retryUntilAnswered(() -> Samples.stored(adapter()));
        fallSilent();
        try {
            ends(() -> isUnavailable(() -> users(adapter()).getUser(Samples.id(user))));
        } finally {
            recover();
        }
        awaitAnswer();

        assertThat(users(adapter()).getUser(Samples.id(user))).hasValue(user);
    }

    @Test
    @Tag("nightly")
    default void every_kind_of_call_of_a_silent_store_is_unavailable_within_ten_seconds() {
        var user = retryUntilAnswered(() -> Samples.stored(adapter()));
        var work = timeOf(this::awaitAnswer);
        fallSilent();
        try {
            isShort(work, () -> isUnavailable(() -> users(adapter()).getUser(Samples.id(user))));
            isShort(work, () -> isUnavailable(() -> users(adapter()).createUser(someone())));
            if (adapter() instanceof UnitOfWork units) {
                isShort(
                        work,
                        () -> isUnavailable(
                                () -> units.inUnit(unit -> users(unit).getUserByAccount("github", unique()))));
            }
        } finally {
            recover();
        }
        awaitAnswer();
    }

    @Test
    default void a_unit_in_which_the_store_falls_silent_is_unavailable_by_type() throws Exception {
        if (!(adapter() instanceof UnitOfWork units)) return;
        awaitAnswer();
        var given = someone();
        try {
            ends(() -> isUnavailable(() -> units.inUnit(unit -> {
                users(unit).createUser(given);
                fallSilent();
                return users(unit).getUserByAccount("github", unique());
            })));
        } finally {
            recover();
        }
        awaitAnswer();

        assertThat(users(adapter()).getUserByEmail(Samples.email(given))).isEmpty();
    }

    @Test
    default void a_session_check_ends_although_the_store_is_silent() throws Exception {
        var site = new CountedSite(adapter());
        var check = retryUntilAnswered(() -> site.prepared(Flow.SESSION_CHECK));
        fallSilent();
        try {
            ends(check::run);
        } finally {
            recover();
        }
        awaitAnswer();
    }

    @Test
    @Tag("nightly")
    default void every_request_to_a_silent_store_ends_within_ten_seconds() {
        var site = new CountedSite(adapter());
        for (var flow : Flow.values()) {
            var work = retryUntilAnswered(() -> {
                site.prepared(flow).run(); // also performs the lookups that happen once per process
                return timeOf(site.prepared(flow));
            });
            var step = retryUntilAnswered(() -> site.prepared(flow));
            fallSilent();
            try {
                isShort(work, () -> respondsOrFails(step));
            } finally {
                recover();
            }
            awaitAnswer();
        }
    }

    @Test
    @Tag("nightly")
    default void a_first_sign_in_in_which_the_store_falls_silent_ends_within_ten_seconds() throws Exception {
        var probe = AdapterProbe.on(adapter());
        var site = new CountedSite(probe.adapter());
        for (var call : new String[] {"createUser", "linkAccount", "createSession"}) {
            var work = retryUntilAnswered(() -> timeOf(site.prepared(Flow.OAUTH_NEW)));
            var held = retryUntilAnswered(() -> heldUp(probe, call, site.prepared(Flow.OAUTH_NEW)));
            fallSilent();
            try {
                isShort(work, () -> {
                    held.pause().resume();
                    held.signIn().get(60, TimeUnit.SECONDS);
                });
            } finally {
                recover();
            }
            awaitAnswer();
        }
    }

    /** A sign-in that waits before a call of the store. */
    record HeldUp(AdapterProbe.Pause pause, Future<?> signIn) {}

    private static HeldUp heldUp(AdapterProbe probe, String call, Runnable step) {
        var pause = probe.pauseBefore(call);
        var signIn = Race.begin(Executors.callable(step));
        if (!pause.awaitReached(signIn)) throw new IllegalStateException("the sign-in ended before " + call);
        return new HeldUp(pause, signIn);
    }

    /** A request of something that may fail. */
    interface Request {
        void run() throws Exception;
    }

    private static void ends(Request request) throws Exception {
        Race.begin(() -> {
                    request.run();
                    return true;
                })
                .get(60, TimeUnit.SECONDS);
    }

    /** A request gets a response; a call from code, such as that for a list of sessions, gets the exception. */
    private static void respondsOrFails(Runnable step) {
        try {
            step.run();
        } catch (AdapterException e) {
            assertThat(StoreException.isCausedBy(StoreUnavailableException.class, e))
                    .isTrue();
        }
    }

    /** @param work how long the same takes while the store answers */
    private static void isShort(Duration work, Request request) {
        long start = System.nanoTime();
        try {
            request.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(LONGEST.plus(work.multipliedBy(TIMES_OF_WORK)));
    }

    private static void isUnavailable(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class);
    }

    private static Duration timeOf(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits until the client's attempts from the outage have timed out. */
    private void awaitAnswer() {
        // A write too: some clients repeat reads alone on a connection that was lost.
        retryUntilAnswered(() -> Samples.stored(adapter()));
    }

    /** Repeats a preparation: on a busy machine, a store that answers may be late for the timeouts of these tests. */
    private static <T> T retryUntilAnswered(Supplier<T> preparation) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                return preparation.get();
            } catch (RuntimeException e) {
                if (System.nanoTime() > end) throw e;
            }
        }
    }
}
