package dev.cardea.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import dev.cardea.internal.oauth.TlsFixture;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Over real sockets: what a mail server, or an attacker in its place, learns of a password and of a sign-in link. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmtpTlsTest {
    private static final String LINK = "https://app.example/auth/callback/nodemailer?token=abc";

    private SSLContext localhost;
    private SSLContext elsewhere;

    @BeforeAll
    void certificates(@TempDir Path folder) throws Exception {
        localhost = TlsFixture.of(folder, "localhost");
        elsewhere = TlsFixture.of(folder, "mail.elsewhere.example");
    }

    @Test
    void with_starttls_password_and_link_travel_encrypted() throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STARTTLS)) {
            send(server(server, "web", true), localhost);
            assertThat(server.encrypted()).anyMatch(line -> line.startsWith("AUTH"));
            assertThat(String.join("\n", server.encrypted())).contains("token=3Dabc");
            assertNothingDisclosed(server);
        }
    }

    @Test
    void with_smtps_everything_travels_encrypted() throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.IMPLICIT)) {
            send(SmtpServer.parse("smtps://web:secret@localhost:" + server.port()), localhost);
            assertThat(String.join("\n", server.encrypted())).contains("token=3Dabc");
            assertThat(server.inClear()).isEmpty();
        }
    }

    @Test
    void starttls_stripped_before_a_password_is_rejected() throws IOException {
        assertThat(SmtpServer.parse("smtp://web:secret@mail.example").tlsRequired())
                .isTrue();
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STRIPPED)) {
            assertThatThrownBy(() -> send(server(server, "web", true), localhost))
                    .isInstanceOf(MailException.class)
                    .hasStackTraceContaining("STARTTLS is required");
            assertNothingDisclosed(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls=required", "requireTLS=true", "pool=true&tls=required"})
    void tls_required_rejects_a_relay_without_a_login_that_does_not_offer_it(String option) throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STRIPPED)) {
            var relay = SmtpServer.parse("smtp://localhost:" + server.port() + "?" + option);
            assertThatThrownBy(() -> send(relay, localhost)).hasStackTraceContaining("STARTTLS is required");
            assertNothingDisclosed(server);
        }
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STARTTLS)) {
            send(SmtpServer.parse("smtp://localhost:" + server.port() + "?" + option), localhost);
            assertThat(String.join("\n", server.encrypted())).contains("token=3Dabc");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsMailServer.Mode.class,
            names = {"IMPLICIT", "STARTTLS"})
    void a_certificate_for_another_host_is_rejected(TlsMailServer.Mode mode) throws IOException {
        try (var server = new TlsMailServer(elsewhere, mode)) {
            boolean implicit = mode == TlsMailServer.Mode.IMPLICIT;
            var address = implicit
                    ? SmtpServer.parse("smtps://web:secret@localhost:" + server.port())
                    : server(server, "web", true);
            assertThatThrownBy(() -> send(address, elsewhere)).isInstanceOf(MailException.class);
            assertNothingDisclosed(server);
            assertThat(server.encrypted()).noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
        }
    }

    @Test
    void an_untrusted_certificate_is_rejected() throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STARTTLS)) {
            assertThatThrownBy(() -> send(server(server, "web", true), elsewhere))
                    .isInstanceOf(MailException.class);
            assertNothingDisclosed(server);
        }
    }

    /** Without a login TLS is not required, so that a relay on the same machine or in the same pod still works. */
    @Test
    void without_the_option_a_relay_without_a_login_needs_no_tls() throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STRIPPED)) {
            send(SmtpServer.parse("smtp://localhost:" + server.port()), localhost);
            assertThat(String.join("\n", server.inClear())).contains("token=3Dabc");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls=require", "tls=", "tls=true", "tls=required%20"})
    void a_misspelled_requirement_is_rejected(String option) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Smtp.sender("smtp://web:geheim@mail.example?" + option))
                .withMessageContaining("tls=required")
                .withMessageNotContaining("geheim");
    }

    private static void assertNothingDisclosed(TlsMailServer server) {
        for (var secret : List.of("AUTH", "MAIL", "RCPT", "DATA")) {
            assertThat(server.inClear()).noneMatch(line -> line.startsWith(secret));
        }
    }

    /** Reads the address as one of another machine; only a password requires TLS there. */
    private static SmtpServer server(TlsMailServer server, String user, boolean tlsRequired) {
        return new SmtpServer(false, "localhost", server.port(), user, "secret", tlsRequired);
    }

    private static void send(SmtpServer server, SSLContext trusted) {
        var provider = EmailProvider.of("nodemailer", request -> {}).from("no-reply@app.example");
        new Smtp(server, Texts.DEFAULT, trusted.getSocketFactory())
                .send(new VerificationRequest(
                        "ann@app.example",
                        LINK,
                        "abc",
                        Instant.EPOCH,
                        provider,
                        "app.example",
                        Theme.DEFAULT,
                        Request.get("https://app.example/auth/signin")));
    }
}
