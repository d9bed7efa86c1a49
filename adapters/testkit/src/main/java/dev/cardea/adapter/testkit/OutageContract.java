package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.someone;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.RoundTripsContract.Flow;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a visitor and the library see of a store that does not answer any more: a bounded wait, and an exception by type. */
public interface OutageContract extends AdapterContract {
    Duration LONGEST = Duration.ofSeconds(10);

    /** From now on the store answers nothing: its process is stopped, or the network loses everything. */
    void fallSilent();

    /** The store answers again. */
    void recover();

    @Test
    default void a_silent_store_is_unavailable_by_type_and_comes_back() {
        var user = Samples.stored(adapter());
        fallSilent();
        try {
            isUnavailable(() -> users(adapter()).getUser(Samples.id(user)));
            isUnavailable(() -> users(adapter()).createUser(someone()));
            if (adapter() instanceof UnitOfWork units) {
                isUnavailable(() -> units.inUnit(unit -> users(unit).getUserByAccount("github", unique())));
            }
        } finally {
            recover();
        }
        awaitAnswer();

        assertThat(users(adapter()).getUser(Samples.id(user))).hasValue(user);
    }

    @Test
    default void a_unit_in_which_the_store_falls_silent_is_unavailable_by_type() {
        if (!(adapter() instanceof UnitOfWork units)) return;
        var given = someone();
        try {
            isUnavailable(() -> units.inUnit(unit -> {
                users(unit).createUser(given);
                fallSilent();
                return users(unit).getUserByAccount("github", unique());
            }));
        } finally {
            recover();
        }
        awaitAnswer();

        assertThat(users(adapter()).getUserByEmail(Samples.email(given))).isEmpty();
    }

    @Test
    default void every_request_to_a_silent_store_ends_within_ten_seconds() {
        var site = new CountedSite(adapter());
        site.warmUp();
        for (var flow : Flow.values()) {
            var step = site.prepared(flow);
            fallSilent();
            try {
                isShort(step::run);
            } finally {
                recover();
            }
            awaitAnswer();
        }
    }

    @Test
    default void a_first_sign_in_in_which_the_store_falls_silent_ends_within_ten_seconds() throws Exception {
        var probe = AdapterProbe.on(adapter());
        var site = new CountedSite(probe.adapter());
        for (var call : new String[] {"createUser", "linkAccount", "createSession"}) {
            var step = site.prepared(Flow.OAUTH_NEW);
            var pause = probe.pauseBefore(call);
            var signIn = CompletableFuture.runAsync(step);
            pause.awaitReached();
            fallSilent();
            try {
                isShort(() -> {
                    pause.resume();
                    signIn.get(60, TimeUnit.SECONDS);
                });
            } finally {
                recover();
            }
            awaitAnswer();
        }
    }

    /** A request of something that may fail. */
    interface Request {
        void run() throws Exception;
    }

    private static void isShort(Request request) {
        long start = System.nanoTime();
        try {
            request.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
    }

    private static void isUnavailable(ThrowingCallable call) {
        isShort(() -> assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class));
    }

    /** What the client began in the silence has to run out first. */
    private void awaitAnswer() {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                // A write too: some clients repeat reads alone on a connection that was lost.
                Samples.stored(adapter());
                return;
            } catch (StoreUnavailableException e) {
                if (System.nanoTime() > end) throw e;
            }
        }
    }
}
