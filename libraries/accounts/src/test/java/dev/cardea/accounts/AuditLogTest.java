package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone: the logger and its level are those of the process. */
@Isolated
class AuditLogTest {
    private static final String ANN = "ann@example.com";
    private static final Logger LOGGER = Logger.getLogger("dev.cardea.audit");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
        LOGGER.setLevel(null);
    }

    private List<Claims> entries(String event) {
        return lines.stream()
                .map(it -> Json.parseObject(it, 2))
                .filter(it -> event.equals(it.text("event")))
                .toList();
    }

    @Test
    void every_sign_in_failure_change_and_sign_out_is_a_line() {
        var site = TestSite.standard();
        var browser = site.newUser(ANN, PASSWORD);
        var other = site.browserAt("203.0.113.77");
        site.signIn(other, ANN, PASSWORD);
        site.signIn(site.browser(), ANN, OTHER);
        site.setPassword(browser, Map.of("password", OTHER));
        site.post(browser, "/signout", Map.of());

        var id = site.user(ANN).orElseThrow().id();
        assertThat(entries("signIn")).extracting(it -> it.text("user_id")).containsExactly(id, id);
        assertThat(entries("signIn")).extracting(it -> it.text("provider")).containsExactly("mail", "password");
        assertThat(entries("signIn").get(1).text("network")).isEqualTo("203.0.113.0/24");
        assertThat(entries("signIn").get(1).text("request_id")).isNotEmpty();
        assertThat(entries("signIn").get(1).text("time")).isEqualTo("2026-11-01T10:00:00.000Z");
        assertThat(entries("signInFailed")).singleElement().satisfies(it -> {
            assertThat(it.text("reason")).isEqualTo("CredentialsSignin");
            assertThat(it.text("provider")).isEqualTo("password");
            assertThat(it.text("error_id")).isNotEmpty();
        });
        assertThat(entries("accountChanged")).singleElement().satisfies(it -> {
            assertThat(it.text("kind")).isEqualTo("password-changed");
            assertThat(it.text("user_id")).isEqualTo(id);
        });
        assertThat(entries("signOut"))
                .isNotEmpty()
                .extracting(it -> it.text("user_id"))
                .containsOnly(id);
    }

    @Test
    void no_field_has_an_address_a_name_a_token_or_a_line_break() throws UnknownHostException {
        var log = new AuditLog(TestSite.standard().clock);
        // An ID is the application's: it is logged, and never ends a line.
        var id = "u1\r\n{\"event\":\"signIn\"}\u0085\u2028\u009b31m\u202e";
        var request = new EventRequest("r1", InetAddress.getByName("2001:db8:1:2::CA9A:17"), "Firefox/120 CANARY\r\n");
        var user = User.of(Claims.of("id", id)
                .with("email", "CANARY@example.com")
                .with("name", "CANARY")
                .with("image", "CANARY"));
        var account = Account.of("github", "CANARY", ProviderType.OAUTH)
                .with("access_token", "CANARY")
                .with("userId", "CANARY");
        log.createUser(new Events.CreateUser(user, request));
        log.updateUser(new Events.UpdateUser(user, request));
        log.signIn(new Events.SignIn(user, account, null, true, request));
        log.linkAccount(new Events.LinkAccount(user, account, user, request));
        log.signOut(new Events.SignOut(new AdapterSession("CANARY", id, Instant.MAX), null, true, request));
        log.signOut(new Events.SignOut(null, Claims.of("sub", id).with("email", "CANARY"), false, request));
        log.sessionEnded(new Events.SessionEnded("CANARY", id, Events.SessionEnded.Reason.ADMINISTRATOR, request));
        log.signInFailed(new Events.SignInFailed(ErrorType.ACCESS_DENIED, "github", "e1", request));
        log.accountChanged(new Events.AccountChanged(
                "user-blocked",
                id,
                Claims.of("actor", "system:import\n")
                        .with("reason", "sp\u2028am\n")
                        .with("until", "CANARY")
                        .with("email", "CANARY"),
                request));

        assertThat(lines).hasSize(7);
        for (var line : lines) {
            assertThat(line).doesNotContain("CANARY", "ca9a").matches("[ -~]+");
            assertThat(Json.parseObject(line, 2).asMap().keySet())
                    .isSubsetOf(Set.of(
                            "time",
                            "event",
                            "user_id",
                            "provider",
                            "kind",
                            "actor",
                            "reason",
                            "error_id",
                            "request_id",
                            "network",
                            "browser"));
        }
        assertThat(entries("signIn").get(0).text("user_id")).isEqualTo(id);
        assertThat(entries("signIn").get(0).text("network")).isEqualTo("2001:db8:1:0:0:0:0:0/48");
        assertThat(entries("signIn").get(0).text("browser")).isEqualTo("firefox");
        assertThat(entries("accountChanged").get(0).text("actor")).isEqualTo("system:import\n");
        assertThat(entries("accountChanged").get(0).text("reason")).isEqualTo("sp\u2028am\n");
    }

    @Test
    void a_long_value_is_cut() {
        var log = new AuditLog(TestSite.standard().clock);
        log.signIn(new Events.SignIn(
                User.of("x".repeat(100_000), null, null), null, null, null, new EventRequest("r", null, null)));
        assertThat(lines).singleElement().asString().hasSizeLessThan(400);
    }

    @Test
    void an_event_of_the_application_that_throws_loses_no_line_and_the_other_way_round() {
        var seen = new CopyOnWriteArrayList<String>();
        var site = TestSite.with(it -> it.events(new Events() {
            @Override
            public void signIn(SignIn event) {
                seen.add("after " + entries("signIn").size() + " lines");
                throw new IllegalStateException("down");
            }
        }));
        site.newUser(ANN, PASSWORD);
        assertThat(entries("signIn")).hasSize(1);
        assertThat(seen).containsExactly("after 1 lines");
        assertThat(site.log).extracting(it -> it.type()).contains(ErrorType.EVENT_ERROR);

        var filter = LOGGER.getFilter();
        LOGGER.setFilter(record -> {
            throw new IllegalStateException("disk full");
        });
        try {
            site.signIn(site.browser(), ANN, PASSWORD);
        } finally {
            LOGGER.setFilter(filter);
        }
        assertThat(entries("signIn")).hasSize(1);
        assertThat(seen).hasSize(2);
    }

    @Test
    void a_configuration_that_is_built_again_writes_each_line_once() {
        var site = TestSite.with(it -> {
            it.build();
            return it;
        });
        site.newUser(ANN, PASSWORD);
        assertThat(entries("signIn")).hasSize(1);
    }

    @Test
    void the_level_of_the_logger_switches_it_off() {
        LOGGER.setLevel(Level.WARNING);
        TestSite.standard().newUser(ANN, PASSWORD);
        assertThat(lines).isEmpty();
    }
}
