package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleTaskTest {
    /** What the timer was given last. */
    private Runnable look;

    private final List<Callback> inProgress = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();
    private final RequestsInProgress requests = new RequestsInProgress(new Handler.Abstract() {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            return inProgress.add(callback);
        }
    });

    @BeforeEach
    void begin() {
        new IdleTask(requests, later -> look = later, () -> runs.add("run")).begin();
    }

    @Test
    void a_task_runs_once_if_no_request_has_arrived() {
        look();
        assertThat(runs).hasSize(1);
        assertThat(look).isNull();
    }

    @Test
    void a_task_waits_for_a_pause_between_requests() throws Exception {
        for (int i = 0; i < 3; i++) {
            begin(i);
            inProgress.get(i).succeeded();
            look();
            assertThat(runs).isEmpty();
        }
        look();
        assertThat(runs).hasSize(1);
    }

    @Test
    void a_task_waits_for_a_request_that_takes_long() throws Exception {
        begin(0);
        look();
        look();
        assertThat(runs).isEmpty();
        inProgress.get(0).failed(new IllegalStateException("the client is gone"));
        look();
        assertThat(runs).hasSize(1);
    }

    private void look() {
        var due = look;
        look = null;
        due.run();
    }

    private void begin(int number) throws Exception {
        requests.handle(null, null, Callback.NOOP);
        assertThat(inProgress).hasSize(number + 1);
    }
}
