package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.examples.demo.Demo;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.testing.Browser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @Test
    void a_port_that_is_in_use_and_wrong_arguments_are_named(@TempDir Path folder) throws Exception {
        var said = new ByteArrayOutputStream();
        var out = new PrintStream(said, true, StandardCharsets.UTF_8);
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var taken = String.valueOf(other.getLocalPort());
            assertThat(Demo.run(List.of(taken, "0"), folder, out, out)).isEqualTo(2);
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("cannot listen on port " + taken, "./demo 4000 4001")
                    .doesNotContain("Exception");
        }
        for (var wrong : List.of(List.of("http"), List.of("65536"), List.of("-1"), List.of("1", "2", "3"))) {
            said.reset();
            assertThat(Demo.run(wrong, folder, out, out)).as("%s", wrong).isEqualTo(2);
            assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("usage: ./demo");
        }
    }

    @Test
    void one_click_signs_in_and_the_rows_are_there(@TempDir Path folder) throws Exception {
        try (var demo = Demo.start(0, 0, folder)) {
            var browser = Browser.of(new OutboundHttp(false));
            var home = browser.open(demo.url() + "/auth/signin?callbackUrl=%2F").press("Sign in with Demo ID");
            assertThat(home.url()).isEqualTo(demo.url() + "/");
            assertThat(home.text()).contains("Hello, Ada Lovelace", "demo-id", "ada@example.com");
        }
    }

    @Test
    void a_mail_arrives_in_the_inbox_and_its_link_signs_in(@TempDir Path folder) throws Exception {
        try (var demo = Demo.start(0, 0, folder)) {
            var browser = Browser.of(new OutboundHttp(false));
            var form = browser.open(demo.url() + "/auth/signin?callbackUrl=%2F").form("Email me a link");
            assertThat(form.fill("email", "bob@example.com").submit().text()).contains("Check your email");
            assertThat(browser.open(demo.url() + "/inbox")
                            .follow("Open the link")
                            .text())
                    .contains("bob@example.com");
        }
    }

    @Test
    void the_password_of_the_demo_signs_in(@TempDir Path folder) throws Exception {
        try (var demo = Demo.start(0, 0, folder)) {
            var browser = Browser.of(new OutboundHttp(false));
            var form = browser.open(demo.url() + "/auth/signin?callbackUrl=%2F").form("Sign in with a password");
            assertThat(form.fill("username", "demo")
                            .fill("password", "demo")
                            .submit()
                            .text())
                    .contains("Hello, Demo User");
        }
    }
}
