package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two processes get another secret one after the other, while a load balancer sends visitors to either of them. */
class SecretRotationTest {
    private static final String APP = "https://app.example";
    private static final String OLD = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NEW = "91c4d07be52f4a6f83d10b7ae6c95f28-of-the-tests";
    private static final String BOB = "bob@example.com";

    private final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Inbox inbox = new Inbox();
    private Auth first = process(OLD);
    private Auth second = process(OLD);
    private boolean isAtSecond;
    private final Browser browser =
            Browser.of(Origins.of(APP, request -> (isAtSecond ? second : first).handle(request)), clock);

    @Test
    void a_session_survives_a_rotation_in_two_rounds() {
        signIn();
        first = process(OLD, NEW);
        bothReadTheSession();
        second = process(OLD, NEW);
        bothReadTheSession();
        first = process(NEW, OLD);
        bothReadTheSession();
        second = process(NEW, OLD);
        bothReadTheSession();
        first = process(NEW);
        second = process(NEW);
        bothReadTheSession();
    }

    @Test
    void a_process_that_does_not_know_the_secret_of_a_session_ends_it() {
        signIn();
        first = process(NEW, OLD);
        clock.advance(Duration.ofDays(2));
        assertThat(session(false)).contains(BOB);
        assertThat(session(true)).isEqualTo("null");
        assertThat(session(false)).isEqualTo("null");
    }

    @Test
    void forms_and_links_of_one_process_work_at_the_other_while_the_new_secret_moves_to_the_front() {
        first = process(NEW, OLD);
        second = process(OLD, NEW);
        for (boolean isSecond : new boolean[] {false, true}) {
            isAtSecond = isSecond;
            var form = open("/auth/signin").form("Sign in with Email").fill("email", BOB);
            isAtSecond = !isSecond;
            assertThat(form.submit().url()).contains("/auth/verify-request");
            isAtSecond = isSecond;
            openLastLink();
            assertThat(session(isSecond)).contains(BOB);
            browser.clearCookies();
        }
    }

    @Test
    void a_link_ends_with_any_secret_of_its_list() {
        first = process(NEW, OLD);
        requestLink();
        first = process(NEW);
        assertThat(openLastLink().url()).contains("error=Verification");
    }

    private Auth process(String newest, String... older) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(APP)
                .secret(newest, older)
                .clock(clock)
                .adapter(store)
                .session(SessionOptions.jwt())
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                .build());
    }

    private void signIn() {
        requestLink();
        openLastLink();
        bothReadTheSession();
    }

    private void requestLink() {
        open("/auth/signin").form("Sign in with Email").fill("email", BOB).submit();
    }

    private Page openLastLink() {
        return browser.open(inbox.last(BOB).orElseThrow().url());
    }

    /** Late enough for each of them to renew it. */
    private void bothReadTheSession() {
        for (boolean isSecond : new boolean[] {false, true, false}) {
            clock.advance(Duration.ofDays(2));
            assertThat(session(isSecond)).contains(BOB);
        }
    }

    private String session(boolean isSecond) {
        isAtSecond = isSecond;
        return open("/auth/session").text();
    }

    private Page open(String path) {
        return browser.open(APP + path);
    }
}
