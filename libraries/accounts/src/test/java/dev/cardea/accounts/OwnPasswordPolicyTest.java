package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** The application's own rule for new passwords. */
class OwnPasswordPolicyTest {
    private static final String ANN = "ann@example.com";
    private final List<String> judged = new CopyOnWriteArrayList<>();
    private final List<User> users = new CopyOnWriteArrayList<>();

    @Test
    void its_reason_is_shown_as_text_at_sign_up_and_nothing_is_sent() {
        var site = site((password, user) -> Optional.of("No <b>lanterns</b>, please."));

        var page = site.signUp(site.browser(), ANN, PASSWORD);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).isEqualTo("No <b>lanterns</b>, please.");
        assertThat(page.document().select("[role=alert] b")).isEmpty();
        assertThat(site.inbox.mails()).isEmpty();
        assertThat(users).singleElement().satisfies(user -> {
            assertThat(user.email()).isEqualTo(ANN);
            assertThat(user.name()).isEqualTo("Ann");
            assertThat(user.id()).isNull();
        });
    }

    @Test
    void it_judges_a_change_and_no_sign_in() {
        var site = site((password, user) -> password.equals(OTHER) ? Optional.of("Too quiet.") : Optional.empty());
        var browser = site.newUser(ANN, PASSWORD);

        var refused = site.setPassword(browser, Map.of("password", OTHER));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("Too quiet.");
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(judged).containsExactly(PASSWORD, OTHER);
        assertThat(users.get(1).id()).isEqualTo(site.user(ANN).orElseThrow().id());
    }

    @Test
    void it_is_not_asked_about_a_password_that_another_rule_refuses() {
        var site = site((password, user) -> Optional.empty());

        site.signUp(site.browser(), ANN, "passwordpassword");

        assertThat(judged).isEmpty();
    }

    @Test
    void a_rule_that_throws_refuses_and_the_log_has_no_password() {
        var site = site((password, user) -> {
            throw new IllegalStateException("cannot judge " + password);
        });
        var lines = new ArrayList<String>();
        var thread = Thread.currentThread();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                // Other test classes log meanwhile.
                if (Thread.currentThread() == thread) lines.add(new SimpleFormatter().format(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var logger = Logger.getLogger("dev.cardea.accounts");
        logger.addHandler(handler);
        try {
            var page = site.signUp(site.browser(), ANN, PASSWORD);

            assertThat(page.status()).isEqualTo(400);
            assertThat(page.text()).contains("This password can&#39;t be used. Choose another one.");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(site.inbox.mails()).isEmpty();
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("passwordPolicy", "IllegalStateException")
                .doesNotContain(PASSWORD);
    }

    private TestSite site(BiFunction<String, User, Optional<String>> rule) {
        return TestSite.with(it -> it.extension(TestSite.accounts().passwordPolicy((password, user) -> {
            judged.add(password);
            users.add(user);
            return rule.apply(password, user);
        })));
    }
}
