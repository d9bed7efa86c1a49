package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.text.Texts;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** The inbox of development mode, as a sender of sign-in emails and others. */
class DevInboxTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void an_email_of_a_module_is_shown_with_its_sender_and_its_first_link() {
        var inbox = new DevInbox();
        var sender = inbox.sender(Texts.DEFAULT, Clock.fixed(NOW, ZoneOffset.UTC), new DevFaults());
        var provider = EmailProvider.of("email", sender).from("no-reply@app.example");
        var mail = new Mail("ada@example.com", "Changed", "Not you? https://app.example/help.", "<p>Not you?</p>");
        assertThat(sender.send(mail, provider)).isTrue();

        assertThat(inbox.mails()).singleElement().satisfies(shown -> {
            assertThat(shown.from()).isEqualTo("no-reply@app.example");
            assertThat(shown.to()).isEqualTo("ada@example.com");
            assertThat(shown.content().subject()).isEqualTo("Changed");
            assertThat(shown.url()).isEqualTo("https://app.example/help");
            assertThat(shown.received()).isEqualTo(NOW);
        });
    }
}
