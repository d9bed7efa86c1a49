package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A password is seen by the one who verifies it, and by nobody else. */
class PasswordSecrecyTest {
    private static final String ANN = "ann@example.com";
    private static final List<String> CANARIES = List.of(PASSWORD, OTHER, PASSWORD.replace(" ", "+"), "lanterns");

    @Test
    void no_password_reaches_callbacks_senders_events_logs_emails_urls_or_the_store() {
        var seen = new CopyOnWriteArrayList<String>();
        var site = TestSite.with(it -> it.debug(true)
                .callbacks(Callbacks.DEFAULT.signIn(params -> {
                    seen.add(String.valueOf(params.credentials()));
                    if (params.credentials() != null)
                        seen.add(params.credentials().toJson());
                    return Decision.allow();
                }))
                .events(new Events() {
                    @Override
                    public void signIn(SignIn event) {
                        seen.add(event.toString() + event.user().claims().toJson());
                    }

                    @Override
                    public void accountChanged(AccountChanged event) {
                        seen.add("accountChanged " + event);
                    }
                })
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        seen.add(error + String.valueOf(error.getCause()));
                    }

                    @Override
                    public void debug(String message, Map<String, String> details) {
                        seen.add(message + details);
                    }
                }));
        var browser = site.newUser(ANN, PASSWORD);
        seen.addAll(site.signIn(site.browser(), ANN, PASSWORD).trail());
        seen.addAll(site.signIn(site.browser(), ANN, OTHER).trail());
        seen.addAll(site.setPassword(browser, Map.of("password", OTHER)).trail());
        site.post(site.browser(), "/signin/mail", Map.of("email", ANN, "password", PASSWORD));
        for (var mail : site.inbox.mails()) {
            seen.add(mail.url());
            seen.add(mail.request().text());
            seen.add(mail.toString());
        }
        seen.add(String.valueOf(site.hash(ANN)));

        assertThat(seen).hasSizeGreaterThan(10).anyMatch(it -> it.contains("password-changed"));
        for (var canary : CANARIES) assertThat(seen).noneMatch(it -> it.contains(canary));
    }
}
