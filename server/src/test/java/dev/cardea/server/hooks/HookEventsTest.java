package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.cardea.hook.Events;
import dev.cardea.model.User;
import dev.cardea.server.hooks.Receiver.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookEventsTest {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(10);

    private Receiver app;
    private Hooks hooks;

    @BeforeEach
    void start() throws IOException {
        app = new Receiver();
        var settings = new HookSettings(app.url(), Set.of(), Set.of("createUser"), Duration.ofSeconds(3));
        hooks = Hooks.of(settings, "0123456789abcdef0123456789abcdef", List.of(PAUSE, PAUSE));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void events_arrive_in_order_before_the_end() {
        IntStream.range(0, 50).forEach(this::tell);
        hooks.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::body)
                .isEqualTo(IntStream.range(0, 50)
                        .mapToObj(i -> "{\"user\":{\"id\":\"" + i + "\"}}")
                        .toList());
    }

    @Test
    void an_event_that_fails_is_tried_twice_more_under_the_same_id() {
        var tries = new AtomicInteger();
        app.on("events/createUser", call -> Reply.status(tries.incrementAndGet() < 3 ? 500 : 204));
        tell(1);
        tell(2);
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(4);
        assertThat(app.calls.subList(0, 3))
                .extracting(Receiver.Call::eventId)
                .containsOnly(app.calls.get(0).eventId());
        assertThat(app.calls.get(3).eventId()).isNotEqualTo(app.calls.get(0).eventId());
    }

    @Test
    void after_three_tries_an_event_is_dropped() {
        app.on("events/createUser", Reply.status(500));
        tell(1);
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(3);
    }

    @Test
    void what_is_held_leaves_only_after_the_answer() throws InterruptedException {
        hooks.hold();
        tell(1);
        var after = hooks.release();
        Thread.sleep(300);
        assertThat(app.calls).isEmpty();
        after.run();
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(1);
    }

    @Test
    void a_name_that_is_not_listed_is_not_told() {
        hooks.events().updateUser(new Events.UpdateUser(User.of("1", null, null)));
        hooks.drain(LONG);
        assertThat(app.calls).isEmpty();
    }

    @Test
    void beyond_a_thousand_events_are_dropped_and_nobody_waits() {
        app.on("events/createUser", new Reply(204, "", 400));
        // The 4,000 that find no room would wait 1,600 s for it.
        assertTimeout(Duration.ofSeconds(20), () -> IntStream.range(0, 5_000).forEach(this::tell));
        hooks.drain(Duration.ofMillis(1));
    }

    private void tell(int id) {
        hooks.events().createUser(new Events.CreateUser(User.of(String.valueOf(id), null, null)));
    }
}
