package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookEventsTest {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final Set<String> NAMES = Set.of("createUser", "linkAccount", "signIn");
    private static final User ADA = User.of("7", null, null);
    private static final EventRequest REQUEST = new EventRequest("r-1", null, null);

    private Receiver app;
    private Hooks hooks;

    @BeforeEach
    void start() throws IOException {
        app = new Receiver();
        hooks = hooks(Set.of(), Duration.ofSeconds(60), PAUSE);
    }

    private Hooks hooks(Set<String> awaited, Duration timeout, Duration pause) {
        var settings = HookSettings.at(app.url())
                .callbacks(Set.of())
                .events(NAMES)
                .awaited(awaited)
                .timeout(timeout);
        var secrets = List.of("5f0c2e9b71d84a36b8e1f7c09d2a4e63");
        return Hooks.of(settings, secrets, List.of(pause, pause), Clock.systemUTC());
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
                        .mapToObj(i -> "{\"user\":{\"id\":\"" + i + "\"},\"request\":{\"id\":\"r-1\"}}")
                        .toList());
    }

    @Test
    void a_change_of_an_account_says_what_was_changed_and_whose_if_there_is_a_user() {
        var settings = HookSettings.at(app.url()).callbacks(Set.of()).events(Set.of("accountChanged"));
        var told = Hooks.of(settings, List.of("5f0c2e9b71d84a36b8e1f7c09d2a4e63"), List.of(PAUSE), Clock.systemUTC());
        told.events()
                .accountChanged(
                        new Events.AccountChanged("password-changed", "7", Claims.of("sessionsEnded", 2), REQUEST));
        var ofNoUser = Claims.of("actor", "system:tests");
        told.events().accountChanged(new Events.AccountChanged("invitation-created", null, ofNoUser, REQUEST));
        told.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::body)
                .containsExactly(
                        "{\"kind\":\"password-changed\",\"userId\":\"7\",\"details\":{\"sessionsEnded\":2},"
                                + "\"request\":{\"id\":\"r-1\"}}",
                        "{\"kind\":\"invitation-created\",\"details\":{\"actor\":\"system:tests\"},"
                                + "\"request\":{\"id\":\"r-1\"}}");
    }

    @Test
    void an_event_that_fails_is_tried_twice_more_under_the_same_id() {
        var tries = new AtomicInteger();
        app.on("events/createUser", call -> {
            boolean fails = call.body().contains("\"1\"") && tries.incrementAndGet() < 3;
            return Reply.status(fails ? 500 : 204);
        });
        tell(1);
        tell(2);
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(4);
        assertThat(app.calls).extracting(Receiver.Call::eventId).doesNotContainNull();
        assertThat(app.calls.stream().filter(call -> call.body().contains("\"1\"")))
                .hasSize(3)
                .extracting(Receiver.Call::eventId)
                .containsOnly(app.calls.get(0).eventId());
    }

    @Test
    void an_awaited_event_is_delivered_before_the_request_goes_on() {
        hooks = hooks(HookSettings.AWAITED, LONG, PAUSE);
        hooks.hold();
        tell(1);
        assertThat(app.calls).hasSize(1);
        hooks.release().run();
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(1);
    }

    @Test
    void an_awaited_event_that_is_late_is_queued_under_the_same_id() {
        app.on("events/createUser", call -> app.calls.size() > 1 ? Reply.status(204) : new Reply(204, "", 60_000));
        hooks = hooks(HookSettings.AWAITED, Duration.ofSeconds(5), PAUSE);
        hooks.hold();
        tell(1);
        assertThat(app.calls).isNotEmpty();
        hooks.release().run();
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(2);
        assertThat(app.calls.get(1).eventId()).isEqualTo(app.calls.get(0).eventId());
    }

    @Test
    void a_request_waits_for_one_late_event_and_no_more() {
        var returned = new CountDownLatch(1);
        app.on("events/createUser", call -> app.calls.size() > 1 ? Reply.status(204) : new Reply(204, "", 60_000));
        app.on("events/linkAccount", call -> {
            await(returned);
            return Reply.status(204);
        });
        hooks = hooks(HookSettings.AWAITED, Duration.ofSeconds(5), PAUSE);
        hooks.hold();
        tell(1);
        hooks.events().linkAccount(new Events.LinkAccount(ADA, account(), ADA, REQUEST));
        returned.countDown();
        hooks.release().run();
        hooks.drain(LONG);
        // Had the request waited for the second event, that would have been late and sent again.
        assertThat(app.calls)
                .extracting(Receiver.Call::name)
                .containsExactlyInAnyOrder("events/createUser", "events/createUser", "events/linkAccount");
    }

    @Test
    void an_awaited_event_that_fails_fails_nothing() {
        app.on("events/createUser", Reply.status(500));
        hooks = hooks(HookSettings.AWAITED, LONG, PAUSE);
        tell(1);
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(3);
        app.close();
        tell(2);
    }

    @Test
    void an_event_that_fails_delays_no_other() {
        app.on("events/createUser", Reply.status(500));
        hooks = hooks(Set.of(), LONG, Duration.ofHours(1));
        tell(1);
        tell(2);
        hooks.events().signIn(new Events.SignIn(ADA, null, null, null, REQUEST));
        Eventually.passes(() -> assertThat(app.calls).hasSize(3));
        assertThat(app.calls)
                .extracting(Receiver.Call::name)
                .containsExactlyInAnyOrder("events/createUser", "events/createUser", "events/signIn");
        hooks.drain(Duration.ofMillis(1));
    }

    /** The handler of one name hangs; those of other names are reached after one timeout of it, however many wait. */
    @Test
    void a_handler_that_hangs_delays_others_by_one_timeout() {
        app.on("events/createUser", new Reply(204, "", 60_000));
        hooks = hooks(Set.of(), Duration.ofSeconds(1), Duration.ofHours(1));
        for (int i = 0; i < 100; i++) tell(i);
        hooks.events().signIn(new Events.SignIn(ADA, null, null, null, REQUEST));
        Eventually.passes(
                () -> assertThat(app.calls).extracting(Receiver.Call::name).contains("events/signIn"));
        assertThat(app.calls).hasSizeLessThan(50);
        hooks.drain(Duration.ofMillis(1));
    }

    @Test
    void after_three_tries_an_event_is_dropped() {
        app.on("events/createUser", Reply.status(500));
        tell(1);
        hooks.drain(LONG);
        assertThat(app.calls).hasSize(3);
    }

    @Test
    void the_body_has_the_request_and_leaves_out_what_is_unknown() throws Exception {
        var client = InetAddress.getByName("203.0.113.7");
        hooks.events().signIn(new Events.SignIn(ADA, null, null, null, new EventRequest("r-2", client, "Mozilla/5.0")));
        hooks.events().signIn(new Events.SignIn(ADA, null, null, null, REQUEST));
        hooks.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::body)
                .containsExactly(
                        "{\"user\":{\"id\":\"7\"},\"request\":"
                                + "{\"id\":\"r-2\",\"clientAddress\":\"203.0.113.7\",\"userAgent\":\"Mozilla/5.0\"}}",
                        "{\"user\":{\"id\":\"7\"},\"request\":{\"id\":\"r-1\"}}");
    }

    @Test
    void held_events_are_sent_only_after_the_answer() {
        hooks.hold();
        tell(1);
        var after = hooks.release();
        // This event is later, and arrives first.
        tell(2);
        Eventually.passes(() -> assertThat(app.calls).isNotEmpty());
        after.run();
        hooks.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::body)
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"id\":\"2\""),
                        second -> assertThat(second).contains("\"id\":\"1\""));
    }

    @Test
    void a_name_that_is_not_listed_is_not_told() {
        hooks.events().updateUser(new Events.UpdateUser(User.of("1", null, null), REQUEST));
        hooks.drain(LONG);
        assertThat(app.calls).isEmpty();
    }

    @Test
    void beyond_a_thousand_events_are_dropped_and_no_request_waits() {
        app.on("events/createUser", new Reply(204, "", 400));
        // The 4,000 that find no room would wait 1,600 s for it.
        assertTimeout(Duration.ofMinutes(1), () -> IntStream.range(0, 5_000).forEach(this::tell));
        hooks.drain(Duration.ofMillis(1));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Account account() {
        return Account.of(
                Claims.of("provider", "github").with("providerAccountId", "1").with("type", "oauth"));
    }

    private void tell(int id) {
        hooks.events().createUser(new Events.CreateUser(User.of(String.valueOf(id), null, null), REQUEST));
    }
}
