package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Response;
import dev.cardea.server.log.RequestLog;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that arrive at the moment in which the idle timeout of their connection ends. */
class SiteHandlerTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);

    @BeforeEach
    void start() throws Exception {
        connector.setPort(0);
        connector.setIdleTimeout(100);
        server.addConnector(connector);
        var deployment = new Deployment(request -> Response.of(200, "text/plain", "answered"), null, RequestLog.NONE);
        server.setHandler(new AfterIdleTimeout(new SiteHandler(() -> deployment, HttpLimits.DEFAULT)));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void a_request_without_a_body_is_answered() throws Exception {
        assertThat(send("GET /auth/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .endsWith("answered");
        assertThat(send("POST /auth/signout HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .endsWith("answered");
    }

    private String send(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Passes a request on after Jetty has told it that the connection was idle for too long. */
    private static final class AfterIdleTimeout extends Handler.Wrapper {
        AfterIdleTimeout(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, org.eclipse.jetty.server.Response response, Callback callback)
                throws Exception {
            var failed = new CountDownLatch(1);
            request.addFailureListener(failure -> failed.countDown());
            assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
            // Once is enough: a busy machine must not end the connection before the answer.
            request.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(20_000);
            return super.handle(request, response, callback);
        }
    }
}
