package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.examples.demo.Demo;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.testing.AuthenticatorApp;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    private static final String PASSWORD = "seven copper lanterns drifting";

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
    void a_visitor_signs_up_with_the_code_of_the_inbox_and_signs_in_with_the_password(@TempDir Path folder)
            throws Exception {
        try (var demo = Demo.start(0, 0, folder)) {
            var browser = Browser.of(new OutboundHttp(false));
            assertThat(signUp(browser, demo).text()).contains("Hello, bob@example.com");

            browser.open(demo.url() + "/auth/signout").press("Sign out");
            assertThat(signIn(browser, demo).text()).contains("Hello, bob@example.com");
        }
    }

    @Test
    void a_visitor_turns_two_step_verification_on_and_signs_in_with_the_authenticator_of_the_demo(@TempDir Path folder)
            throws Exception {
        try (var demo = Demo.start(0, 0, folder)) {
            var browser = Browser.of(new OutboundHttp(false));
            signUp(browser, demo);
            var setUp = browser.open(demo.url() + "/auth/account/security").press("Set up two-step verification");
            var key = setUp.document().select(".key code").text();
            turnOn(setUp, AuthenticatorApp.of(key));
            browser.open(demo.url() + "/auth/signout").press("Sign out");

            var paused = signIn(browser, demo);
            var shown = browser.open(demo.url() + "/authenticator")
                    .form("Show the code")
                    .fill("key", key)
                    .submit();
            var code = shown.document().select(".code").text();
            assertThat(paused.form("Continue").fill("code", code).submit().text())
                    .contains("Hello, bob@example.com");
        }
    }

    /**
     * Enters the code of before, which is valid, too, and leaves the present one for a sign-in. Its time may end before the
     * demo reads it.
     */
    private static void turnOn(Page setUp, AuthenticatorApp app) {
        var page = setUp;
        for (int i = 0; i < 2 && page.document().select(".codes").isEmpty(); i++) {
            page = page.form("Turn on")
                    .fill("code", app.value(Instant.now().minusSeconds(30)))
                    .submit();
        }
        assertThat(page.document().select(".codes")).as(page.text()).hasSize(1);
    }

    /** Creates an account with the code that is in the inbox. */
    private static Page signUp(Browser browser, Demo demo) {
        var sent = browser.open(demo.url() + "/")
                .follow("Create an account")
                .form("Create account")
                .fill("email", "bob@example.com")
                .fill("password", PASSWORD)
                .submit();
        var code =
                sent.follow("Open the demo's inbox").document().select(".code").text();
        return sent.form("Sign in").fill("token", code).submit();
    }

    private static Page signIn(Browser browser, Demo demo) {
        return browser.open(demo.url() + "/auth/signin?callbackUrl=%2F")
                .form("Sign in")
                .fill("email", "bob@example.com")
                .fill("password", PASSWORD)
                .submit();
    }
}
