package dev.cardea.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MailTest {
    private static final Mail NOTICE = new Mail("ada@example.com", "Password changed", "Not you?", "<p>Not you?</p>");

    @Test
    void a_sender_that_was_written_for_links_sends_no_other_email() {
        var provider = EmailProvider.of("email", request -> {});
        assertThat(provider.sender().send(NOTICE, provider)).isFalse();
    }

    @Test
    void a_subject_of_several_lines_would_be_a_header_and_is_rejected() {
        for (var subject : List.of("a\r\nBcc: eve@evil.example", "a\nb", "a\u0000")) {
            assertThatThrownBy(() -> new Mail("ada@example.com", subject, "", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one line");
        }
        assertThatThrownBy(() -> new Mail(" ", "a", "", "")).hasMessageContaining("recipient");
    }

    @Test
    void it_prints_nothing_of_what_it_says() {
        assertThat(NOTICE).hasToString("Mail[]");
    }
}
