package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.Message;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mails of an application, over sockets. */
class SmtpListenerTest {
    private static final String ENVELOPE = "EHLO app\r\nMAIL FROM:<a@app.example>\r\nRCPT TO:<b@app.example>\r\n";

    private final BlockingQueue<ReceivedMail> mails = new LinkedBlockingQueue<>();
    private SmtpListener listener;
    private int port;

    @BeforeEach
    void start() throws IOException {
        listener = SmtpListener.start(0, mails::add);
        port = URI.create(listener.url()).getPort();
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    private Session session(boolean withPassword) {
        var properties = new Properties();
        properties.put("mail.smtp.host", "127.0.0.1");
        properties.put("mail.smtp.port", String.valueOf(port));
        properties.put("mail.smtp.auth", String.valueOf(withPassword));
        properties.put("mail.smtp.timeout", "60000");
        properties.put("mail.mime.allowutf8", "true");
        return Session.getInstance(properties);
    }

    private void send(MimeMessage message, boolean withPassword) throws Exception {
        message.saveChanges();
        try (var transport = message.getSession().getTransport("smtp")) {
            if (withPassword) transport.connect("127.0.0.1", port, "post", "a password");
            else transport.connect();
            transport.sendMessage(message, message.getAllRecipients());
        }
    }

    private MimeMessage message(boolean withPassword) throws Exception {
        var message = new MimeMessage(session(withPassword));
        message.setFrom(new InternetAddress("shop@app.example", "Der L\u00e4den"));
        message.setRecipients(Message.RecipientType.TO, "ada@app.example, bob@app.example");
        message.setSubject("Ihre Bestellung \u00fcber 5 \u20ac", "UTF-8");
        return message;
    }

    private ReceivedMail next() throws InterruptedException {
        var mail = mails.poll(1, TimeUnit.MINUTES);
        if (mail == null) throw new AssertionError("no mail");
        return mail;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_mail_in_text_and_html_arrives_with_its_link(boolean withPassword) throws Exception {
        var message = message(withPassword);
        var text = new MimeBodyPart();
        text.setText("Gr\u00fc\u00dfe\n.\n..two dots\nhttps://app.example/reset?token=a&b=c.\n", "UTF-8");
        var html = new MimeBodyPart();
        html.setText("<a href=\"https://app.example/html\">Gr\u00fc\u00dfe</a>", "UTF-8", "html");
        var file = new MimeBodyPart();
        file.setText("1,2,3", "UTF-8", "plain");
        file.setFileName("orders.csv");
        file.setDisposition(MimeBodyPart.ATTACHMENT);
        var alternative = new MimeBodyPart();
        alternative.setContent(new MimeMultipart("alternative", text, html));
        message.setContent(new MimeMultipart("mixed", file, alternative));
        send(message, withPassword);
        var mail = next();
        assertThat(mail.from()).contains("Der L\u00e4den", "<shop@app.example>");
        assertThat(mail.to()).isEqualTo("ada@app.example, bob@app.example");
        assertThat(mail.subject()).isEqualTo("Ihre Bestellung \u00fcber 5 \u20ac");
        assertThat(mail.text().replace("\r", "")).startsWith("Gr\u00fc\u00dfe\n.\n..two dots\n");
        assertThat(mail.html()).contains(">Gr\u00fc\u00dfe</a>");
        assertThat(mail.url()).isEqualTo("https://app.example/reset?token=a&b=c");
    }

    /** The work would grow with the square of the mail, or with its parts, of which a few bytes make one. */
    @Test
    @Timeout(60)
    void a_mail_that_is_costly_to_read_arrives_at_once() {
        var dots = "http://" + ".".repeat(500_000) + "x";
        assertThat(read("", dots).url()).isEqualTo(dots);
        assertThat(read("", "https://app.example/a?" + ".".repeat(500_000)).url())
                .isEqualTo("https://app.example/a");
        assertThat(read("Subject: a\r\n" + " \r\n".repeat(1_000_000), "b").subject())
                .startsWith("a");
        assertThat(read("Subject: " + "=?utf-8?q?a?= ".repeat(350_000) + "\r\n", "b")
                        .subject())
                .startsWith("aaa");
        assertThat(read("Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\n\r\n".repeat(700_000))
                        .text())
                .startsWith("Content-Type: multipart/mixed");
    }

    private static ReceivedMail read(String headers, String text) {
        var message = (headers + "\r\n" + text).getBytes(StandardCharsets.UTF_8);
        return ReceivedMail.of("a@app.example", List.of("b@app.example"), message);
    }

    @Test
    void several_mails_use_one_connection_and_html_alone_has_a_link_too() throws Exception {
        var session = session(false);
        try (var transport = session.getTransport("smtp")) {
            transport.connect();
            for (int i = 0; i < 3; i++) {
                var message = new MimeMessage(session);
                message.setRecipients(Message.RecipientType.TO, "u" + i + "@app.example");
                message.setText("<a href='https://app.example/?a=1&amp;b=" + i + "'>in</a>", "UTF-8", "html");
                message.saveChanges();
                transport.sendMessage(message, message.getAllRecipients());
            }
        }
        for (int i = 0; i < 3; i++) {
            var mail = next();
            assertThat(mail.to()).isEqualTo("u" + i + "@app.example");
            assertThat(mail.url()).isEqualTo("https://app.example/?a=1&b=" + i);
        }
    }

    @Test
    void a_mail_that_is_too_large_is_rejected_and_the_connection_goes_on() throws Exception {
        var message = message(false);
        message.setText("x".repeat(70) + "\n" + ("y".repeat(70) + "\n").repeat(SmtpConversation.MAX_MAIL / 70));
        assertThatThrownBy(() -> send(message, false)).hasStackTraceContaining("552");
        assertThat(talk(ENVELOPE.replace("<a@app.example>", "<a@app.example> SIZE=99999999")))
                .contains("552 ");
        assertThat(talk(ENVELOPE + "DATA\r\nhello\r\n.\r\nQUIT\r\n")).contains("250 the email", "221 ");
        assertThat(next().text()).isEqualTo("hello\r\n");
    }

    @Test
    void a_mail_has_at_most_a_hundred_recipients() throws Exception {
        var message = new MimeMessage(session(false));
        for (int i = 0; i <= SmtpConversation.MAX_RECIPIENTS; i++) {
            message.addRecipients(Message.RecipientType.TO, "u" + i + "@app.example");
        }
        message.setText("hello");
        assertThatThrownBy(() -> send(message, false)).isInstanceOf(SendFailedException.class);
        assertThat(mails).isEmpty();
    }

    /** Sends all at once and returns what came back until the listener closed, or the commands were answered. */
    private String talk(String commands) throws IOException {
        return talk(commands.getBytes(StandardCharsets.UTF_8));
    }

    private String talk(byte[] commands) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            var answer = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(commands);
                socket.shutdownOutput();
                socket.getInputStream().transferTo(answer);
            } catch (SocketException e) {
                // The listener closed before it had read all.
            }
            return answer.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void commands_in_the_wrong_order_change_nothing() throws Exception {
        for (var commands : List.of(
                "DATA\r\n",
                "MAIL FROM:<a@app.example>\r\n",
                "EHLO app\r\nRCPT TO:<b@app.example>\r\n",
                "EHLO app\r\nMAIL FROM:<a@app.example>\r\nDATA\r\n",
                ENVELOPE + "RSET\r\nDATA\r\n",
                ENVELOPE + "EHLO app\r\nDATA\r\n")) {
            assertThat(talk(commands)).as(commands).contains("503 ");
        }
        assertThat(mails).isEmpty();
    }

    @Test
    void a_malformed_command_is_answered_and_never_delivers_a_mail() throws Exception {
        for (var address : List.of("b@app.example", "<b@app.example", "<>", "<b\u0000@app.example>", "<b>c>", "")) {
            assertThat(talk("EHLO app\r\nMAIL FROM:<a@app.example>\r\nRCPT TO:" + address + "\r\nDATA\r\n"))
                    .as(address)
                    .contains("501 ", "503 ");
        }
        assertThat(talk("EHLO app\r\nAUTH CRAM-MD5\r\nAUTH LOGIN\r\n*\r\nAUTH PLAIN AGEAYg==\r\n"))
                .contains("504 ", "501 ", "235 ");
        assertThat(talk("EHLO app\r\nSTARTTLS\r\n")).contains("502 TLS isn't available");
        assertThat(talk("BOOM\r\n".repeat(20))).endsWith("421 too many commands or errors\r\n");
        assertThat(mails).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\n", "OPTIONS / HTTP/1.1\r\n", "Host: localhost\r\n"})
    void a_page_of_another_site_cannot_put_a_mail_into_the_inbox(String first) throws Exception {
        var answer = talk(first + "Content-Type: text/plain\r\n\r\n" + ENVELOPE + "DATA\r\nforged\r\n.\r\n");
        assertThat(answer).contains("421 this is not an HTTP server").doesNotContain("250 ");
        assertThat(mails).isEmpty();
    }

    @Test
    void only_a_whole_line_break_ends_a_mail() throws Exception {
        var smuggled = "MAIL FROM:<x@app.example>\r\nRCPT TO:<y@app.example>\r\nDATA\r\nforged\r\n";
        for (var end : List.of("\n.\n", "\r.\r", "\n.\r\n", "\r\n.\n", "\r\n.\r", "\r\n\u0000.\r\n")) {
            mails.clear();
            talk(ENVELOPE + "DATA\r\n\r\nhello" + end + smuggled + ".\r\nQUIT\r\n");
            assertThat(next().text())
                    .as("%s", end.codePoints().boxed().toList())
                    .contains("forged");
            assertThat(mails).isEmpty();
        }
    }

    @Test
    void an_endless_line_an_endless_mail_and_a_client_of_tls_are_disconnected() throws Exception {
        assertThat(talk("X".repeat(100_000))).isEqualTo("220 localhost Cardea development mode\r\n");
        assertThat(talk(new byte[] {0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3})).doesNotContain("250", "500");
        assertThat(talk(ENVELOPE + "DATA\r\n" + "x".repeat(5 * SmtpConversation.MAX_MAIL)))
                .doesNotContain("250 the email");
        assertThat(talk(ENVELOPE + "DATA\r\nunfinished\r\n")).doesNotContain("250 the email");
        assertThat(mails).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no header at all",
                "Subject: =?utf-8?B?????=\r\nContent-Type: text/plain; charset=no-such\r\n\r\nhello",
                "Content-Type: multipart/mixed\r\n\r\nhello",
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
                "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!",
                "Content-Type: text/plain\r\nContent-Transfer-Encoding: no-such\r\n\r\nhello",
                "Content-Type: ;;;\r\nContent-Disposition: ;\r\n\r\nhello",
                "Subject: a\r\n b\u0007c\r\n\r\nhello"
            })
    void a_mail_that_cannot_be_read_arrives_all_the_same(String message) throws Exception {
        assertThat(talk(ENVELOPE + "DATA\r\n" + message + "\r\n.\r\nQUIT\r\n")).contains("250 the email");
        var mail = next();
        assertThat(mail.to()).isEqualTo("b@app.example");
        assertThat(mail.subject()).doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void nested_parts_end_soon() throws Exception {
        var deep = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            deep.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\r\n\r\n--b")
                    .append(i)
                    .append("\r\n");
        }
        assertThat(talk(ENVELOPE + "DATA\r\n" + deep + "\r\n.\r\n")).contains("250 the email");
        assertThat(next().html()).isEmpty();
    }

    @Test
    void other_machines_and_too_many_clients_are_not_served() throws Exception {
        OtherAddresses.assertRefused(port);
        var clients = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 8; i++) {
                var client = new Socket("127.0.0.1", port);
                client.setSoTimeout(60_000);
                clients.add(client);
                assertThat(client.getInputStream().read()).isEqualTo('2');
            }
            // It has to say nothing: the answer would be lost if the listener closed with unread bytes.
            assertThat(talk("")).isEqualTo("421 too many clients\r\n");
        } finally {
            for (var client : clients) client.close();
        }
        listener.close();
        assertThatThrownBy(() -> new Socket("127.0.0.1", port).close()).isInstanceOf(ConnectException.class);
    }
}
