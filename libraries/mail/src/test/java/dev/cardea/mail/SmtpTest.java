package dev.cardea.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.junit5.GreenMailExtension;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.http.Request;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import jakarta.mail.internet.MimeMultipart;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SmtpTest {
    @RegisterExtension
    static final GreenMailExtension MAIL = new GreenMailExtension(new ServerSetup(0, "127.0.0.1", "smtp"));

    private static final String LINK = "https://app.example/auth/callback/nodemailer?token=abc";

    @Test
    void a_link_arrives_as_plain_text_and_html() throws Exception {
        send("smtp://127.0.0.1:" + MAIL.getSmtp().getPort(), "ann@app.example");

        var message = MAIL.getReceivedMessages()[0];
        assertThat(message.getSubject()).contains("app.example");
        assertThat(message.getFrom()).extracting(Object::toString).containsExactly("no-reply@app.example");
        var body = (MimeMultipart) message.getContent();
        assertThat((String) body.getBodyPart(0).getContent()).contains(LINK);
        assertThat((String) body.getBodyPart(1).getContent()).contains(LINK);
    }

    @Test
    void another_email_arrives_with_its_own_texts() throws Exception {
        var provider = provider("smtp://127.0.0.1:" + MAIL.getSmtp().getPort());
        var mail = new Mail("ann@app.example", "Your password was changed", "Not you?", "<p>Not <b>you</b>?</p>");
        assertThat(provider.sender().send(mail, provider)).isTrue();

        var message = MAIL.getReceivedMessages()[0];
        assertThat(message.getSubject()).isEqualTo("Your password was changed");
        assertThat(message.getFrom()).extracting(Object::toString).containsExactly("no-reply@app.example");
        assertThat(message.getAllRecipients()).extracting(Object::toString).containsExactly("ann@app.example");
        var body = (MimeMultipart) message.getContent();
        assertThat((String) body.getBodyPart(0).getContent()).contains("Not you?");
        assertThat((String) body.getBodyPart(1).getContent()).contains("<p>Not <b>you</b>?</p>");
        assertThatThrownBy(() -> provider.sender()
                        .send(new Mail("ann@app.example,eve@evil.example", "Subject", "", ""), provider))
                .isInstanceOf(MailException.class);
    }

    @Test
    void user_and_password_are_decoded_and_used() {
        MAIL.setUser("post@app.example", "post", "p@ss:word+");
        send("smtp://post:p%40ss%3Aword%2B@127.0.0.1:" + MAIL.getSmtp().getPort(), "ann@app.example");
        assertThat(MAIL.getReceivedMessages()).isNotEmpty();
    }

    @Test
    void two_addresses_are_rejected() {
        var server = "smtp://127.0.0.1:" + MAIL.getSmtp().getPort();
        assertThatThrownBy(() -> send(server, "ann@app.example,eve@evil.example"))
                .isInstanceOf(MailException.class);
        assertThat(MAIL.getReceivedMessages()).isEmpty();
    }

    @Test
    void an_unreachable_server_is_named_without_the_password() {
        assertThatThrownBy(() -> send("smtp://post:geheim@127.0.0.1:1", "ann@app.example"))
                .isInstanceOf(MailException.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageNotContaining("geheim");
    }

    @Test
    void a_malformed_address_is_not_repeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Smtp.sender("smtp://post:ge heim@mail.example"))
                .withMessageNotContaining("heim")
                .withNoCause();
    }

    private static EmailProvider provider(String server) {
        return EmailProvider.of("nodemailer", Smtp.sender(server)).from("no-reply@app.example");
    }

    private static void send(String server, String to) {
        var provider = provider(server);
        provider.sender()
                .send(new VerificationRequest(
                        to,
                        LINK,
                        "abc",
                        Instant.EPOCH,
                        provider,
                        "app.example",
                        Theme.DEFAULT,
                        Request.get("https://app.example/auth/signin")));
    }
}
