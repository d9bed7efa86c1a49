package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.Eventually;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private static final Mail MAIL = new Mail("ann@example.com", "subject", "text", "<p>text</p>");
    private final List<Duration> pauses = new ArrayList<>();
    private final Queue<Runnable> work = new ArrayDeque<>();
    private final List<Mail> sent = new ArrayList<>();
    private int failures;

    private final Notices notices = new Notices(EmailProvider.of("mail", new Sender()), (pause, task) -> {
        pauses.add(pause);
        work.add(task);
    });

    private final class Sender implements EmailProvider.Sender {
        @Override
        public void send(VerificationRequest request) {}

        @Override
        public boolean send(Mail mail, EmailSettings provider) {
            if (failures-- > 0) throw new IllegalStateException("the mail server is away");
            return sent.add(mail);
        }
    }

    private void run() {
        while (!work.isEmpty()) work.remove().run();
    }

    @Test
    void a_notice_is_sent_after_the_response() {
        notices.send(MAIL);
        assertThat(sent).isEmpty();

        run();

        assertThat(sent).containsExactly(MAIL);
    }

    @Test
    void a_failing_mail_server_is_asked_again_after_1_5_and_30_seconds() {
        failures = 3;
        notices.send(MAIL);

        run();

        assertThat(pauses)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));
        assertThat(sent).containsExactly(MAIL);
    }

    @Test
    void after_the_fourth_failure_a_notice_is_dropped_and_the_next_one_is_sent() {
        failures = 4;
        notices.send(MAIL);
        run();
        assertThat(sent).isEmpty();

        notices.send(MAIL);
        run();

        assertThat(sent).hasSize(1);
    }

    @Test
    void at_most_1000_notices_wait() {
        for (int i = 0; i < 1100; i++) notices.send(MAIL);

        run();

        assertThat(sent).hasSize(1000);
    }

    @Test
    void the_owner_is_told_of_a_new_password_without_it_and_without_a_link() {
        var site = TestSite.standard();
        var browser = site.newUser("ann@example.com", PASSWORD);

        site.setPassword(browser, Map.of("password", OTHER));

        Eventually.isTrue("the notice was sent", () -> !site.inbox.notices().isEmpty());
        assertThat(site.inbox.notices()).singleElement().satisfies(mail -> {
            assertThat(mail.to()).isEqualTo("ann@example.com");
            assertThat(mail.subject()).isEqualTo("Your password at app.example was changed");
            assertThat(mail.text() + mail.html())
                    .doesNotContain(OTHER)
                    .doesNotContain("token")
                    .doesNotContain("code=");
        });
    }
}
