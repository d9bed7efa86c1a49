package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator lists and ends the sessions of a user. */
@Tag("store")
class SessionsCommandTest {
    private static final String ADA = "ada@example.com";
    private static final String LAPTOP = "a".repeat(64);
    private static final String PHONE = "b".repeat(64);
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String url = "";
    private Path config = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        url = "jdbc:sqlite:" + directory.resolve("people.db");
        assertThat(CardeaCommand.run(
                        new PrintWriter(out, true), new PrintWriter(err, true), Env.none(), "migrate", "--store", url))
                .isZero();
        configure("session: { strategy: revocable }\n");
    }

    @Test
    void a_users_sessions_are_listed_with_their_devices() {
        var id = stored();
        register(LAPTOP, id, "Firefox\u001b[2J");

        for (var who : List.of(id, ADA)) {
            assertThat(run("sessions", "list", "--user", who)).isZero();
            assertThat(out.toString())
                    .contains(LAPTOP, "2026-11-01T12:00:00.000Z", "github", "192.0.2.0/24", "Firefox\\u001b[2J")
                    .doesNotContain("\u001b");
        }
        assertThat(run("sessions", "list", "--user", id, "--json")).isZero();
        assertThat(json().text("user")).isEqualTo(id);
        assertThat(Claims.of((Map<?, ?>) ((List<?>) json().value("sessions")).get(0))
                        .asMap()
                        .keySet())
                .containsExactly("id", "begun", "seen", "expires", "provider", "client", "userAgent");
    }

    @Test
    void one_session_and_all_are_ended() {
        var id = stored();
        register(LAPTOP, id, "Firefox");
        register(PHONE, id, "Safari");

        assertThat(run("sessions", "end", "--user", ADA, "--session", LAPTOP)).isZero();
        assertThat(out.toString().strip()).isEqualTo("ended 1 session of " + id);
        assertThat(records(id)).extracting(SessionRecord::id).containsExactly(PHONE);
        assertThat(run("sessions", "end", "--user", id, "--json")).isZero();
        assertThat(json()).isEqualTo(Claims.of("user", id).with("ended", 1L));
        assertThat(records(id)).isEmpty();
    }

    @Test
    void sessions_of_a_user_whom_only_the_application_knows_are_ended_too() {
        register(LAPTOP, "ldap:42", "Firefox");

        assertThat(run("sessions", "list", "--user", "ldap:42")).isZero();
        assertThat(out.toString()).contains(LAPTOP);
        assertThat(run("sessions", "end", "--user", "ldap:42")).isZero();
        assertThat(records("ldap:42")).isEmpty();
        assertThat(run("sessions", "list", "--user", "ldap:42")).isZero();
        assertThat(err.toString().strip()).isEqualTo("note: ldap:42 has no sessions");
    }

    @Test
    void a_session_of_another_user_is_not_ended() {
        register(LAPTOP, "ldap:42", "Firefox");

        assertThat(run("sessions", "end", "--user", "ldap:43", "--session", LAPTOP))
                .isEqualTo(1);
        assertThat(err.toString()).contains("ldap:43 has no session " + LAPTOP, "cardea sessions list --user ldap:43");
        assertThat(records("ldap:42")).hasSize(1);
    }

    @Test
    void signing_a_user_out_ends_records_and_what_is_left_of_another_strategy() {
        var id = stored();
        register(LAPTOP, id, "Firefox");
        in(adapter -> ((SessionAdapter) adapter)
                .createSession(new AdapterSession("row", id, Instant.now().plus(Duration.ofDays(1)))));

        assertThat(run("users", "sign-out", ADA)).isZero();
        assertThat(out.toString().strip()).isEqualTo("ended 2 sessions of " + id);
        assertThat(records(id)).isEmpty();
        List<AdapterSession> rows = in(adapter -> ((SessionIndex) adapter).listSessionsByUserId(id));
        assertThat(rows).isEmpty();
    }

    @Test
    void an_export_has_the_device_of_each_session() {
        var id = stored();
        register(LAPTOP, id, "Firefox");

        assertThat(run("users", "export", ADA)).isZero();
        assertThat(Claims.of((Map<?, ?>) ((List<?>) json().value("sessions")).get(0))
                        .asMap())
                .containsEntry("id", LAPTOP)
                .containsEntry("begun", "2026-11-01T12:00:00.000Z")
                .containsEntry("provider", "github")
                .containsEntry("client", "192.0.2.0/24")
                .containsEntry("userAgent", "Firefox");
        assertThat(run("users", "show", ADA)).isZero();
        assertThat(out.toString()).contains(", begun 2026-11-01T12:00:00.000Z, Firefox");
    }

    @Test
    void the_application_is_told_of_each_session_that_a_command_ended() throws IOException {
        try (var application = new Receiver()) {
            configure("session: { strategy: revocable }\nhooks: { url: '" + application.url() + "' }\n");
            var id = stored();
            register(LAPTOP, id, "Firefox");
            register(PHONE, id, "Safari");
            assertThat(run("sessions", "end", "--user", id, "--session", LAPTOP))
                    .isZero();
            assertThat(run("users", "delete", ADA, "--yes")).isZero();

            assertThat(application.calls)
                    .extracting(Receiver.Call::name)
                    .containsExactly("events/sessionEnded", "events/sessionEnded");
            var events = application.calls.stream()
                    .map(call -> Json.parseObject(call.body(), Json.INBOUND_DEPTH))
                    .toList();
            assertThat(events).extracting(event -> event.text("sessionId")).containsExactly(LAPTOP, PHONE);
            assertThat(events)
                    .extracting(event -> event.text("reason"))
                    .containsExactly("administrator", "userDeleted");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "end"})
    void sessions_in_cookies_alone_have_no_list(String command) throws IOException {
        configure("session: { strategy: jwt }\n");

        assertThat(run("sessions", command, "--user", "42")).isEqualTo(1);
        assertThat(err.toString()).contains("session.strategy: jwt", "Set session.strategy to revocable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sessions", "sessions list", "sessions end --user", "sessions show --user 42"})
    void wrong_use_ends_with_2(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank().doesNotContain("Exception", "\tat ");
    }

    private void configure(String further) throws IOException {
        config = Files.writeString(
                directory.resolve("cardea.yml"),
                "env: test\nsecret: " + SECRET + "\nstore: { url: '" + url + "', pool: { timeout: 60000 } }\n"
                        + further);
    }

    private String stored() {
        return Objects.requireNonNull(in(adapter -> ((UserAdapter) adapter)
                        .createUser(User.of(Claims.of("email", ADA).with("name", "Ada"))))
                .id());
    }

    private void register(String session, String userId, String browser) {
        var begun = Instant.parse("2026-11-01T12:00:00Z");
        boolean isStored = !userId.startsWith("ldap:");
        in(adapter -> {
            ((SessionRegistry) adapter)
                    .registerSession(new SessionRecord(
                            session,
                            userId,
                            isStored,
                            begun,
                            begun,
                            Instant.now().plus(Duration.ofDays(1)),
                            "github",
                            null,
                            null,
                            "192.0.2.0/24",
                            browser));
            return session;
        });
    }

    private List<SessionRecord> records(String userId) {
        return in(adapter -> ((SessionRegistry) adapter).listSessionRecords(userId));
    }

    private <T> T in(Function<Adapter, T> work) {
        try (var open = Stores.open(StoreSettings.of(url))) {
            return work.apply(open.adapter());
        }
    }

    private Claims json() {
        return Json.parseObject(out.toString(), Json.INBOUND_DEPTH);
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var all = new ArrayList<>(List.of(args));
        if (args.length > 1) all.addAll(2, List.of("--config", config.toString()));
        return CardeaCommand.run(
                new PrintWriter(out, true), new PrintWriter(err, true), Env.none(), all.toArray(String[]::new));
    }
}
