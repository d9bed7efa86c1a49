package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.server.TestCertificate;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class HeaderTimeoutTest {
    private static final int CONNECTIONS = 50;
    /** That of TLS, and that of HTTP inside of it. */
    private static final int TASKS_OF_EACH = 2;

    @TempDir
    Path folder;

    /** Keeps what is planned, and runs nothing. */
    private static final class Plan extends AbstractLifeCycle implements Scheduler {
        private final Set<Runnable> tasks = ConcurrentHashMap.newKeySet();
        private final Semaphore planned = new Semaphore(0);
        private final Semaphore cancelled = new Semaphore(0);

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit unit) {
            tasks.add(task);
            planned.release();
            return () -> {
                boolean isRemoved = tasks.remove(task);
                cancelled.release();
                return isRemoved;
            };
        }
    }

    @Test
    void a_client_that_closes_before_its_handshake_leaves_nothing_in_memory() throws Exception {
        var plan = new Plan();
        var server = new Server();
        var tls = new TlsListener(TestCertificate.make(folder, "site").forTls());
        var connector = new ServerConnector(server, 1, 1, tls.connections(), new HttpConnectionFactory());
        connector.addBean(new HeaderTimeout(plan, Duration.ofSeconds(10)));
        server.addConnector(connector);
        server.start();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                var socket = new Socket("127.0.0.1", connector.getLocalPort());
                assertThat(plan.planned.tryAcquire(TASKS_OF_EACH, 60, TimeUnit.SECONDS))
                        .isTrue();
                socket.close();
            }
            assertThat(plan.cancelled.tryAcquire(TASKS_OF_EACH * CONNECTIONS, 60, TimeUnit.SECONDS))
                    .as("%d tasks", plan.tasks.size())
                    .isTrue();
            assertThat(plan.tasks).isEmpty();
        } finally {
            server.stop();
        }
    }
}
