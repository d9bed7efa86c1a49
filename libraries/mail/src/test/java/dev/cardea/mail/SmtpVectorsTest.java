package dev.cardea.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Recorded SMTP sending, replayed by a server: an address that it accepts, one that it rejects, one that it defers. The
 * recorded failure names the address; Cardea reports the server's reply and keeps addresses out of the log.
 */
class SmtpVectorsTest {
    /** An absent or empty list has no separate reply on the wire: the address was accepted. */
    private static final Map<String, String> REPLIES = Map.of(
            "accepted", "250 fine",
            "rejected", "550 no such mailbox",
            "pending counts as failure", "450 come back later",
            "no lists in the result", "250 fine",
            "null entries ignored", "250 fine");

    @TestFactory
    Stream<DynamicTest> a_mail_is_sent_as_recorded() throws IOException {
        return vectors()
                .filter(vector -> vector.has("cases"))
                .flatMap(vector -> cases(vector)
                        .map(each ->
                                dynamicTest(vector.text("provider") + ": " + each.text("case"), () -> replay(each))));
    }

    @Test
    void a_sender_without_a_server_is_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Smtp.sender(""));
    }

    private static void replay(Claims recorded) throws Exception {
        var message = recorded.get(Claim.object("message")).orElseThrow();
        var reply = Objects.requireNonNull(REPLIES.get(recorded.text("case")));
        try (var server = new MailServer(reply)) {
            var provider = EmailProvider.of("nodemailer", Smtp.sender(server.address()))
                    .from(String.valueOf(message.text("from")));
            var request = request(String.valueOf(message.text("to")), provider);
            if (String.valueOf(recorded.text("outcome")).equals("ok")) {
                provider.sender().send(request);
                compare(message, request, server.mails().take());
            } else {
                assertThatThrownBy(() -> provider.sender().send(request))
                        .isInstanceOf(MailException.class)
                        .hasStackTraceContaining(reply.substring(4));
                assertThat(server.mails()).isEmpty();
            }
        }
    }

    private static void compare(Claims recorded, VerificationRequest request, String raw) throws Exception {
        var sent = new MimeMessage(
                Session.getInstance(new Properties()), new ByteArrayInputStream(raw.getBytes(StandardCharsets.UTF_8)));
        assertThat(sent.getFrom()).extracting(Object::toString).containsExactly(recorded.text("from"));
        assertThat(sent.getAllRecipients()).extracting(Object::toString).containsExactly(recorded.text("to"));
        assertThat(sent.getSubject()).isEqualTo(recorded.text("subject"));
        var mail = VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH);
        var body = (MimeMultipart) sent.getContent();
        assertThat(body.getCount()).isEqualTo(2);
        assertThat(lines(body.getBodyPart(0).getContent())).isEqualTo(lines(mail.text()));
        assertThat(lines(body.getBodyPart(1).getContent())).isEqualTo(lines(mail.html()));
    }

    private static List<String> lines(Object text) {
        return String.valueOf(text).lines().toList();
    }

    private static VerificationRequest request(String to, EmailProvider provider) {
        return new VerificationRequest(
                to,
                "https://app.example/auth/callback/nodemailer?token=TOKEN",
                "TOKEN",
                Instant.EPOCH,
                provider,
                "app.example",
                Theme.DEFAULT,
                Request.get("https://app.example/auth/signin"));
    }

    private static Stream<Claims> cases(Claims vector) {
        return vector.get(Claim.list("cases")).orElseThrow().stream().map(each -> Claims.of((Map<?, ?>) each));
    }

    private static Stream<Claims> vectors() throws IOException {
        try (var in = Objects.requireNonNull(SmtpVectorsTest.class.getResourceAsStream("/vectors/smtp-vectors.json"))) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 20)
                    .get(Claim.list("vectors"))
                    .orElseThrow()
                    .stream()
                    .map(each -> Claims.of((Map<?, ?>) each));
        }
    }
}
