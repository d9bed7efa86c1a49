package dev.cardea.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.hooks.HookSettings;
import dev.cardea.hooks.Hooks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.providers.Resend;
import dev.cardea.server.SocketThread;
import dev.cardea.server.TestCertificate;
import dev.cardea.server.http.Deployment;
import dev.cardea.server.http.HttpLimits;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.log.RequestLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Calls to other machines, over real sockets: provider.test is known to the proxy alone. */
@Tag("process")
@Isolated("changes which authorities and which proxy the process uses")
class OutboundTest {
    @TempDir
    static Path keys;

    private static final List<String> CALLED = new CopyOnWriteArrayList<>();

    private static TestCertificate own;
    private static HttpServer provider;
    private static ConnectProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        own = TestCertificate.make(keys, "provider");
        var deployment = new Deployment(
                request -> {
                    CALLED.add(request.method() + " " + request.path());
                    return Response.json(200, "{}");
                },
                null,
                RequestLog.NONE);
        provider = HttpServer.start("127.0.0.1", 0, () -> deployment, HttpLimits.DEFAULT, own.forTls());
        proxy = ConnectProxy.to(provider.port());
        Outbound.install();
    }

    @AfterEach
    void reset() {
        Outbound.NONE.use();
        CALLED.clear();
        proxy.asked.clear();
    }

    @AfterAll
    static void stop() throws Exception {
        provider.close();
        proxy.close();
    }

    @Test
    void a_provider_with_a_certificate_of_an_own_authority_is_called_only_if_that_is_trusted() {
        var client = new OutboundHttp(false);
        assertThatThrownBy(() -> call(client, "localhost")).isInstanceOf(UncheckedIOException.class);
        trusting().use();
        assertThat(call(client, "localhost").status()).isEqualTo(200);
        Outbound.NONE.use();
        assertThatThrownBy(() -> call(new OutboundHttp(false), "localhost")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void the_name_in_a_certificate_is_still_checked() {
        trusting().use();
        assertThatThrownBy(() -> call(new OutboundHttp(false), "127.0.0.2")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void a_provider_is_called_through_the_proxy_and_this_machine_is_not() {
        var client = new OutboundHttp(false);
        through(List.of()).use();
        assertThat(call(client, "provider.test").status()).isEqualTo(200);
        assertThat(proxy.asked).containsExactly("CONNECT provider.test:" + provider.port() + " HTTP/1.1");
        assertThat(call(client, "localhost").status()).isEqualTo(200);
        assertThat(proxy.asked).hasSize(1);
    }

    @Test
    void a_host_that_is_listed_is_called_without_the_proxy() {
        through(List.of(".test")).use();
        assertThatThrownBy(() -> call(new OutboundHttp(false), "provider.test"))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(proxy.asked).isEmpty();
    }

    @Test
    void hooks_are_called_through_the_proxy_and_with_the_authority() {
        through(List.of()).use();
        var hooks = Hooks.of(
                HookSettings.at("https://provider.test:" + provider.port() + "/hooks")
                        .timeout(Duration.ofSeconds(60)),
                List.of("5f0c2e9b71d84a36b8e1f7c09d2a4e63"));
        try {
            hooks.start();
            assertThat(hooks.errors(Duration.ofSeconds(60))).isNotNull();
            assertThat(CALLED).contains("POST /hooks/describe");
            assertThat(proxy.asked).contains("CONNECT provider.test:" + provider.port() + " HTTP/1.1");
        } finally {
            hooks.stop();
        }
    }

    @Test
    void a_mail_service_is_called_through_the_proxy_and_with_the_authority() {
        through(List.of()).use();
        var provider = Resend.provider().from("no-reply@app.example").apiKey("key");
        Resend.sender()
                .send(new VerificationRequest(
                        "ann@app.example",
                        "https://app.example/auth/callback/resend?token=abc",
                        "abc",
                        Instant.EPOCH,
                        provider,
                        "app.example",
                        Theme.DEFAULT,
                        Request.get("https://app.example/auth/signin")));
        assertThat(proxy.asked).containsExactly("CONNECT api.resend.com:443 HTTP/1.1");
        assertThat(CALLED).containsExactly("POST /emails");
    }

    private static Outbound trusting() {
        return new Outbound(List.of(own.certificate()), null, List.of());
    }

    private static Outbound through(List<String> direct) {
        return new Outbound(
                List.of(own.certificate()), InetSocketAddress.createUnresolved("127.0.0.1", proxy.port()), direct);
    }

    private static Response call(OutboundHttp client, String host) {
        return client.handle(Request.of("GET", "https://" + host + ":" + provider.port() + "/me"));
    }

    /** An HTTP proxy that makes tunnels, all to one port of this machine. */
    private record ConnectProxy(ServerSocket socket, int target, List<String> asked) implements AutoCloseable {
        static ConnectProxy to(int target) throws IOException {
            var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            var proxy = new ConnectProxy(socket, target, new CopyOnWriteArrayList<>());
            SocketThread.start(() -> {
                while (!socket.isClosed()) proxy.tunnel(socket.accept());
            });
            return proxy;
        }

        int port() {
            return socket.getLocalPort();
        }

        private void tunnel(Socket client) {
            SocketThread.start(() -> {
                asked.add(head(client.getInputStream()));
                var server = new Socket("127.0.0.1", target);
                client.getOutputStream().write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes());
                SocketThread.start(() -> client.getInputStream().transferTo(server.getOutputStream()));
                server.getInputStream().transferTo(client.getOutputStream());
            });
        }

        /** The request line; the rest of the head is read too. */
        private static String head(InputStream in) throws IOException {
            var text = new StringBuilder();
            while (!text.toString().endsWith("\r\n\r\n")) text.append((char) in.read());
            return text.substring(0, text.indexOf("\r\n"));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
