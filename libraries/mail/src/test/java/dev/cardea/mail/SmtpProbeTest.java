package dev.cardea.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.internal.oauth.TlsFixture;
import dev.cardea.text.Texts;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code cardea doctor} learns of a mail server, over real sockets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmtpProbeTest {
    private SSLContext localhost;
    private SSLContext elsewhere;

    @BeforeAll
    void certificates(@TempDir Path folder) throws Exception {
        localhost = TlsFixture.of(folder, "localhost");
        elsewhere = TlsFixture.of(folder, "mail.elsewhere.example");
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsMailServer.Mode.class,
            names = {"IMPLICIT", "STARTTLS"})
    void a_server_that_greets_encrypts_and_accepts_the_login_gets_no_mail(TlsMailServer.Mode mode) throws IOException {
        try (var server = new TlsMailServer(localhost, mode)) {
            assertThat(probe(server, mode, localhost)).contains("localhost:" + server.port());
            assertThat(server.encrypted())
                    .anyMatch(line -> line.startsWith("AUTH"))
                    .noneMatch(line -> line.startsWith("MAIL"));
            assertThat(server.inClear()).noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
        }
    }

    @Test
    void a_server_without_the_encryption_that_a_password_needs_does_not_get_it() throws IOException {
        try (var server = new TlsMailServer(localhost, TlsMailServer.Mode.STRIPPED)) {
            assertThatThrownBy(() -> probe(server, TlsMailServer.Mode.STRIPPED, localhost))
                    .isInstanceOf(MailException.class)
                    .cause()
                    .hasMessageContaining("STARTTLS is required");
            assertThat(server.inClear()).noneMatch(line -> line.startsWith("AUTH"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsMailServer.Mode.class,
            names = {"IMPLICIT", "STARTTLS"})
    void the_fault_of_a_certificate_is_named(TlsMailServer.Mode mode) throws IOException {
        try (var server = new TlsMailServer(elsewhere, mode)) {
            assertThatThrownBy(() -> probe(server, mode, elsewhere))
                    .as("one for another host")
                    .isInstanceOf(MailException.class)
                    .cause()
                    .hasMessageContaining("localhost");
            assertThatThrownBy(() -> probe(server, mode, localhost))
                    .as("one that is not trusted")
                    .cause()
                    .hasMessageContaining("certification path");
            assertThat(server.encrypted()).noneMatch(line -> line.startsWith("AUTH"));
        }
    }

    @Test
    void a_closed_port_is_named_without_the_password() {
        assertThatThrownBy(() -> Smtp.probe("smtp://web:geheim@127.0.0.1:1"))
                .isInstanceOf(MailException.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasStackTraceContaining("Connection refused")
                .extracting(it -> String.valueOf(it.getCause()))
                .asString()
                .doesNotContain("geheim");
    }

    /** As one of another machine: only there a password requires TLS. */
    private static String probe(TlsMailServer server, TlsMailServer.Mode mode, SSLContext trusted) {
        boolean isImplicit = mode == TlsMailServer.Mode.IMPLICIT;
        var address = new SmtpServer(isImplicit, "localhost", server.port(), "web", "geheim", !isImplicit);
        return new Smtp(address, Texts.DEFAULT, trusted.getSocketFactory()).probe();
    }
}
