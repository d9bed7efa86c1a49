package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.config.Env;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class HealthCommandTest {
    private final StringWriter said = new StringWriter();

    private int run(String url) {
        var out = new PrintWriter(said, true);
        return CardeaCommand.run(out, out, Env.none(), "health", "--url", url);
    }

    private int asked(int status) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/healthz", exchange -> {
            if (status == 302) exchange.getResponseHeaders().set("Location", "/up");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.createContext("/up", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            return run("http://127.0.0.1:" + server.getAddress().getPort() + "/healthz");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_server_that_is_up_is_0() throws Exception {
        assertThat(asked(200)).isZero();
        assertThat(said.toString()).isEqualTo("up" + System.lineSeparator());
    }

    @Test
    void a_server_that_is_down_or_redirects_is_1() throws Exception {
        assertThat(asked(503)).isEqualTo(1);
        assertThat(asked(302)).isEqualTo(1);
        assertThat(said.toString()).contains("returns 503", "returns 302");
    }

    @Test
    void a_server_that_does_not_listen_is_1() {
        assertThat(run("http://127.0.0.1:1/healthz")).isEqualTo(1);
        assertThat(said.toString()).contains("isn't responding");
    }

    @Test
    void something_that_is_not_an_address_is_2() {
        assertThat(run("3000")).isEqualTo(2);
        assertThat(run("file:///etc/passwd")).isEqualTo(2);
    }
}
