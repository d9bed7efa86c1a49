package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.CredentialsProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random bytes over a socket, from a seed that is printed ({@code -Dcardea.fuzz.seed}): the server is never at fault. */
class RawRequestsTest {
    private static final int REQUESTS = 2_000;

    private static final List<String> PIECES = List.of(
            "GET ",
            "POST ",
            "get ",
            "\u0000",
            "/auth/session",
            "/auth/signin/login",
            "/auth/callback/login?code=%",
            "http://evil.example/auth/csrf",
            "*",
            " HTTP/1.1",
            " HTTP/1.0",
            " HTTP/2.0",
            " HTTP/9.9",
            " HTTP/",
            "\r\n",
            "\n",
            "\r",
            "Host: app.example\r\n",
            "Host: \r\n",
            "Host: a b\r\n",
            "Host: app.example:99999\r\n",
            "Host: [::1\r\n",
            "X-Forwarded-For: ,\r\n",
            "X-Forwarded-Host: evil.example, app.example\r\n",
            "Cookie: authjs.session-token=x; =; a\r\n",
            "Content-Length: 5\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            "Content-Type: application/json\r\n",
            "Content-Type: application/x-www-form-urlencoded\r\n",
            "Expect: 100-continue\r\n",
            "Expect: 200-ok\r\n",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n",
            "Accept-Language: ;q=,*;q=9\r\n",
            "Authorization: Basic %%%\r\n",
            "X-Cardea-Bridge: v2.act.1.x\r\n",
            "Range: bytes=9-0\r\n",
            ": nothing\r\n",
            "Bad Header: x\r\n",
            " folded\r\n",
            "5\r\nhello\r\n0\r\n\r\n",
            "zz\r\n",
            "{\"a\":[[[[",
            "csrfToken=%ff&=&");

    @Test
    void whatever_bytes_come_no_answer_is_the_servers_fault() throws Exception {
        long seed = Long.getLong("cardea.fuzz.seed", 20_261_122L);
        System.out.println("RawRequestsTest: -Dcardea.fuzz.seed=" + seed);
        var random = new Random(seed);
        var site = new PublicEndpoints(auth(), "/auth");
        try (var server = HttpServer.start("127.0.0.1", 0, site, null)) {
            for (int i = 0; i < REQUESTS; i++) {
                var bytes = request(random);
                var answer = answer(server.port(), bytes);
                assertThat(answer)
                        .as("request %s: %s", i, new String(bytes, StandardCharsets.ISO_8859_1))
                        .doesNotContainPattern("HTTP/1\\.1 5\\d\\d");
            }
            assertThat(answer(
                            server.port(),
                            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
                    .startsWith("HTTP/1.1 200");
        }
    }

    private static Auth auth() {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url("https://app.example")
                .rateLimits(RateLimits.OFF)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}
                })
                .provider(CredentialsProvider.of((credentials, request) -> Optional.empty())
                        .id("login"))
                .build());
    }

    private static byte[] request(Random random) {
        var bytes = new ByteArrayOutputStream();
        if (random.nextInt(3) > 0) bytes.writeBytes(ascii("GET /auth/session HTTP/1.1\r\nHost: app.example\r\n"));
        for (int i = random.nextInt(8); i >= 0; i--) {
            if (random.nextInt(6) > 0) {
                bytes.writeBytes(ascii(PIECES.get(random.nextInt(PIECES.size()))));
            } else {
                var noise = new byte[random.nextInt(30)];
                random.nextBytes(noise);
                bytes.writeBytes(noise);
            }
        }
        bytes.writeBytes(ascii("\r\n\r\n"));
        return bytes.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Everything that comes back until the server closes; a connection that it resets says nothing. */
    private static String answer(int port, byte[] request) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException e) {
            return "";
        }
    }
}
