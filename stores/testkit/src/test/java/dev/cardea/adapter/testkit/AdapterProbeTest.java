package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.model.User;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdapterProbeTest {
    private static final User ADA = User.of(null, "Ada", "ada@example.com");

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final AdapterProbe probe = AdapterProbe.on(store);
    private final UserAdapter users = probe.as(UserAdapter.class);

    @Test
    void calls_are_recorded_also_inside_a_unit() {
        users.createUser(ADA);
        probe.as(UnitOfWork.class).inUnit(unit -> ((UserAdapter) unit).getUserByEmail("ada@example.com"));

        assertThat(probe.calls()).containsExactly("createUser", "inUnit", "getUserByEmail");
        probe.forgetCalls();
        assertThat(probe.calls()).isEmpty();
    }

    @Test
    void the_nth_call_fails_before_it_reaches_the_store() {
        probe.failBefore(2);
        users.getUserByEmail("ada@example.com");

        assertThatThrownBy(() -> users.createUser(ADA)).isInstanceOf(AdapterProbe.Failure.class);
        assertThat(store.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(users.createUser(ADA).id()).isNotNull();
    }

    @Test
    void an_answer_can_be_lost_after_the_store_did_its_work() {
        probe.failAfter(1);

        assertThatThrownBy(() -> users.createUser(ADA)).isInstanceOf(AdapterProbe.Failure.class);
        assertThat(store.getUserByEmail("ada@example.com")).isPresent();
    }

    @Test
    void a_task_that_ends_without_the_call_is_not_awaited_and_blocks_no_later_call() {
        var first = probe.pauseBefore("createUser");
        assertThat(first.awaitReached(CompletableFuture.completedFuture("done")))
                .isFalse();

        var second = probe.pauseBefore("createUser");
        var task = CompletableFuture.supplyAsync(() -> users.createUser(ADA));
        assertThat(second.awaitReached(task)).isTrue();
        assertThat(store.getUserByEmail("ada@example.com")).isEmpty();

        second.resume();
        assertThat(task.join().id()).isNotNull();
    }

    @Test
    void an_exception_of_the_store_is_rethrown_unchanged() {
        users.createUser(ADA);

        assertThatThrownBy(() -> users.createUser(ADA)).isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> probe.as(UnitOfWork.class).inUnit(unit -> {
                    throw new UnsupportedOperationException("mine");
                }))
                .hasMessage("mine");
    }

    @Test
    void a_refresh_can_be_blocked_until_the_session_is_deleted() throws Exception {
        var session = store.createSession(Samples.session(store.createUser(ADA)));
        var sessions = probe.as(SessionAdapter.class);
        var pause = probe.pauseBefore("updateSession");
        var refresh = Race.begin(() ->
                sessions.updateSession(SessionChange.of(session.sessionToken()).expires(Samples.LATER)));
        pause.awaitReached();
        sessions.deleteSession(session.sessionToken());
        pause.resume();

        assertThat(refresh.get(60, TimeUnit.SECONDS)).isEmpty();
    }
}
