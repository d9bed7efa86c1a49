package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.server.SmtpSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code cardea doctor} reports of the mail server that a file names. */
class DoctorMailTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void a_mail_server_that_greets_answers_and_gets_no_mail() throws IOException {
        try (var server = new SmtpSink()) {
            assertThat(doctor(server.port())).isZero();
            assertThat(out.toString()).contains("ok mail the email server of the provider nodemailer responds");
            assertThat(server.received()).contains("EHLO").doesNotContain("MAIL FROM");
        }
    }

    @Test
    void a_mail_server_that_rejects_the_connection_is_reported_with_what_it_said() throws IOException {
        try (var server = new SmtpSink("554 no service for you")) {
            assertThat(doctor(server.port())).isEqualTo(1);
            assertThat(out.toString())
                    .contains("broken mail the email server of the provider nodemailer isn't responding: ")
                    .contains("554", "check its host, user and password")
                    .doesNotContain("geheim");
        }
    }

    @Test
    void a_port_without_a_mail_server_is_reported_without_the_password() throws IOException {
        assertThat(doctor(1)).isEqualTo(1);
        assertThat(out.toString())
                .contains("broken mail the email server of the provider nodemailer isn't responding: ", "127.0.0.1")
                .doesNotContain("geheim", "Exception");
    }

    @Test
    void offline_no_mail_server_is_asked() throws IOException {
        assertThat(doctor(1, "--offline")).isZero();
        assertThat(out.toString()).doesNotContain("the mail server");
    }

    private int doctor(int port, String... options) throws IOException {
        var file = Files.writeString(folder.resolve("c.yml"), """
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                store: memory
                providers:
                  - { id: nodemailer, from: no-reply@app.example, server: 'smtp://%s127.0.0.1:%d' }
                """.formatted(port == 1 ? "web:geheim@" : "", port));
        var words = new String[options.length + 3];
        words[0] = "doctor";
        words[1] = "--config";
        words[2] = file.toString();
        System.arraycopy(options, 0, words, 3, options.length);
        var writer = new PrintWriter(out, true);
        return CardeaCommand.run(writer, writer, Env.none(), words);
    }
}
