package dev.cardea.host.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdkTest {
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Jdk.handler(request -> {
            if (request.path().equals("/throws")) throw new IllegalStateException("secret detail");
            return Response.of(
                            200,
                            "text/plain; charset=utf-8",
                            request.method() + " " + request.target() + " "
                                    + request.header("x-test").orElse("") + " " + request.text())
                    .cookies(List.of(
                            new Cookie("a", "1", CookieOptions.DEFAULT), new Cookie("b", "2", CookieOptions.DEFAULT)));
        }));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void passes_method_target_headers_and_body_on_and_every_cookie_back() throws IOException {
        var answer = send("POST /x/%2f?q=%20&ž HTTP/1.1", "X-TEST: y", "body ž");
        assertThat(answer).contains("HTTP/1.1 200", "POST /x/%2f?q=%20", " y body ž");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT).split("set-cookie: "))
                .hasSize(3);
    }

    @Test
    void refuses_a_long_body() throws IOException {
        assertThat(send("POST /x HTTP/1.1", "X: y", "b".repeat(70_000))).contains("413");
    }

    @Test
    void refuses_a_target_that_the_server_would_rewrite() throws IOException {
        assertThat(send("GET //x/y HTTP/1.1", "X: y", "")).contains("HTTP/1.1 400");
    }

    @Test
    void tells_nothing_of_what_went_wrong() throws IOException {
        assertThat(send("GET /throws HTTP/1.1", "X: y", "")).contains("500").doesNotContain("secret", "Exception");
    }

    private String send(String line, String header, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.setSoTimeout(5_000);
            var head = line.replace("ž", "%C5%BE") + "\r\nHost: localhost\r\nConnection: close\r\n" + header
                    + "\r\nContent-Length: " + bytes.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(bytes);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
