package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.accounts.factor.SecretCipher;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.server.LocalRedis;
import dev.cardea.server.SharedDatabaseKind;
import dev.cardea.server.SmtpSink;
import dev.cardea.server.log.LoggedLines;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import dev.cardea.testing.Eventually;
import dev.cardea.token.Randomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("store")
class UsersCommandTest {
    private static final String ADA = "ada@example.com";
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String NEW_SECRET = "9d1f6c1e2b7a4d5e8f90a1b2c3d4e5f6";

    private static final String INVITED = "url: https://app.example\nsession: { strategy: database }\n";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path config;

    /** A store that the commands open by its address. */
    private record Database(String url, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    private Database database(String kind) throws Exception {
        return switch (kind) {
            case "h2" -> sql("jdbc:h2:" + directory.resolve("people"));
            case "sqlite" -> sql("jdbc:sqlite:" + directory.resolve("people.db"));
            case "postgresql" -> shared(SharedDatabaseKind.POSTGRESQL);
            case "mariadb" -> shared(SharedDatabaseKind.MARIADB);
            case "mongodb" -> mongo();
            case "redis" -> redis();
            default -> throw new AssertionError(kind);
        };
    }

    private Database sql(String url) throws Exception {
        // On a busy machine the first connection may take longer than a command waits.
        Eventually.passes(() -> assertThat(run("migrate", "--store", url)).isZero());
        try (var connection = DriverManager.getConnection(url)) {
            addColumns(connection);
        }
        return new Database(url, () -> {});
    }

    private static void addColumns(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("alter table \"user\" add \"role\" varchar(20)");
            statement.execute("alter table \"user\" add \"password_hash\" varchar(90)");
            statement.execute("alter table \"user\" add \"visits\" integer");
        }
    }

    private Database shared(SharedDatabaseKind kind) throws Exception {
        var server = kind.start(directory);
        try (var connection = server.connect()) {
            addColumns(connection);
        }
        return new Database(server.url(), () -> close(server));
    }

    private static void close(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException("the database did not stop", e);
        }
    }

    private Database mongo() {
        var server = new MongoServer(new MemoryBackend());
        server.bind("127.0.0.1", 0);
        var url = "mongodb://127.0.0.1:" + server.getLocalAddress().getPort() + "/people";
        // On a busy machine the first connection may take longer than a command waits.
        Eventually.passes(() -> assertThat(run("migrate", "--store", url)).isZero());
        return new Database(url, server::shutdownNow);
    }

    private Database redis() throws Exception {
        var server = LocalRedis.start();
        return new Database(server.url(), server::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite", "mongodb"})
    void a_user_is_created_changed_exported_signed_out_and_deleted(String kind) throws Exception {
        try (var database = database(kind)) {
            configure(database);
            assertThat(users("create", " Ada@Example.com", "name=Ada", "role=editor", "--verified"))
                    .isZero();
            var id = out.toString().strip().replace("created ", "");
            assertThat(users("set", ADA, "role=admin", "visits:=7")).isZero();
            give(database, id);

            assertThat(users("show", ADA)).isZero();
            assertThat(out.toString())
                    .containsPattern("role +admin")
                    .containsPattern("account +github 42 \\(oauth\\)")
                    .containsPattern("session +expires 20")
                    .containsPattern("passkey +laptop, created ")
                    .doesNotContain("gho_", "the-session");
            assertThat(users("export", id)).isZero();
            assertIsComplete(json(), id);
            assertThat(users("export", id, "--with-tokens")).isZero();
            assertThat(first("accounts").text("access_token")).isEqualTo("gho_access");

            assertThat(users("sign-out", ADA, "--json")).isZero();
            assertThat(json()).isEqualTo(Claims.of("id", id).with("sessions", 2L));
            assertThat(session(database, id)).isEmpty();
            assertThat(users("sign-out", ADA)).isZero();
            assertThat(out.toString().strip()).isEqualTo("ended 0 sessions of " + id);

            give(database, id, "another");
            assertThat(users("delete", id, "--yes")).isZero();
            assertThat(users("show", id)).isEqualTo(1);
            assertThat(err.toString().strip()).isEqualTo("cardea: no user has the email address or ID " + id);
            assertNothingIsLeft(database, id);
        }
    }

    @Tag("nightly")
    @Tag("part")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "redis"})
    void a_user_of_a_database_server_is_created_changed_exported_signed_out_and_deleted(String kind) throws Exception {
        a_user_is_created_changed_exported_signed_out_and_deleted(kind);
    }

    private void assertIsComplete(Claims report, String id) {
        assertThat(report.toJson())
                .doesNotContain("gho_", "ghr_", "the-session", "other-session", "$argon2id$")
                .contains("\"exportedAt\":\"20");
        var shown = Claims.of((Map<?, ?>) report.value("user"));
        assertThat(shown.text("id")).isEqualTo(id);
        assertThat(shown.text("email")).isEqualTo(ADA);
        assertThat(shown.text("role")).isEqualTo("admin");
        assertThat(shown.value("visits")).isEqualTo(7L);
        assertThat(shown.text("emailVerified")).startsWith("20");
        var account = first("accounts");
        assertThat(account.text("provider")).isEqualTo("github");
        assertThat(account.text("providerAccountId")).isEqualTo("42");
        assertThat(account.text("scope")).isEqualTo("read:user");
        assertThat(account.text("token_type")).isEqualTo("bearer");
        assertThat((List<?>) report.value("sessions")).hasSize(2);
        assertThat(first("passkeys").text("name")).isEqualTo("laptop");
        assertThat(first("passkeys").text("credentialDeviceType")).isEqualTo("multiDevice");
        assertThat((List<Object>) (List<?>) report.value("withheld"))
                .contains("accounts.access_token", "accounts.refresh_token");
    }

    @Test
    void credentials_inside_of_a_field_are_withheld_and_named() throws Exception {
        try (var database = database("mongodb")) {
            configure(database);
            var services = "services:={\"password\":{\"bcrypt\":\"$2b$10$abc\"},\"theme\":\"dark\"}";
            var devices = "devices:=[{\"name\":\"phone\",\"push_token\":\"fcm-123\"}]";
            assertThat(users("create", ADA, services, devices, "apiKey=live-key", "recovery_codes=one-two"))
                    .isZero();
            assertThat(users("export", ADA)).isZero();
            assertThat(out.toString())
                    .contains("dark", "phone")
                    .contains("\"withheld\":[\"user.apiKey\",\"user.devices.push_token\",\"user.recovery_codes\","
                            + "\"user.services.password\"]");
            assertHasNoCredential();
            for (var command : List.of("show", "list")) {
                var asked = command.equals("list") ? new String[] {"list", "--json"} : new String[] {"show", ADA};
                assertThat(users(asked)).isZero();
                assertHasNoCredential();
            }
        }
    }

    private void assertHasNoCredential() {
        assertThat(out.toString()).doesNotContain("$2b$", "fcm-123", "live-key", "one-two");
    }

    @Test
    void commands_for_a_terminal_are_escaped_in_json_and_in_messages_too() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            // The control sequence introducer of 8 bits, a change of direction, and a tag beyond the basic plane.
            var name = "\u009b31mAda\u202e\udb40\udc41";
            assertThat(users("create", ADA, "name=" + name)).isZero();
            for (var asked : List.of(
                    List.of("list", "--json"),
                    List.of("show", ADA, "--json"),
                    List.of("export", ADA),
                    List.of("set", ADA, "name=" + name, "--json"))) {
                assertThat(users(asked.toArray(String[]::new))).isZero();
                assertThat(out.toString())
                        .contains("\\u009b31mAda\\u202e\\udb40\\udc41")
                        .doesNotContain("\u009b", "\u202e", "\udb40");
                assertThat(Json.parse(out.toString(), Json.INBOUND_DEPTH)).isNotNull();
            }
            assertThat(users("show", "eve@example.com\u001b[2J\u009b31m")).isNotZero();
            assertThat(err.toString()).contains("eve@example.com\\u001b").doesNotContain("\u001b", "\u009b");
        }
    }

    @Test
    void credentials_of_the_application_are_withheld_and_named() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA, "password_hash=$argon2id$v=19$abc")).isZero();
            assertThat(users("export", ADA, "--with-tokens")).isZero();
            assertThat(out.toString())
                    .contains("\"withheld\":[\"user.password_hash\"]")
                    .doesNotContain("argon2id");
            assertThat(users("show", ADA)).isZero();
            assertThat(out.toString()).doesNotContain("argon2id");
            assertThat(users("list", "--json")).isZero();
            assertThat(out.toString()).doesNotContain("argon2id");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mongodb"})
    void pages_of_a_list_have_every_user_once(String kind) throws Exception {
        try (var database = database(kind)) {
            configure(database);
            var created = new ArrayList<String>();
            for (int i = 0; i < 7; i++) {
                assertThat(users("create", "u" + i + "@example.com")).isZero();
                created.add(out.toString().strip().replace("created ", ""));
            }
            var listed = new ArrayList<String>();
            String after = "";
            while (after != null) {
                assertThat(users("list", "--json", "--limit", "3", "--after", after))
                        .isZero();
                for (var user : (List<?>) json().value("users"))
                    listed.add(Claims.of((Map<?, ?>) user).text("id"));
                after = json().text("next");
            }
            assertThat(listed).containsExactlyInAnyOrderElementsOf(created);
            assertThat(users("list", "--limit", "2")).isZero();
            assertThat(out.toString().lines()).hasSize(3);
            assertThat(err.toString()).contains("more: cardea users list --limit 2 --after " + listed.get(1));
        }
    }

    @Test
    void a_user_is_blocked_shown_as_blocked_and_unblocked() throws Exception {
        try (var database = database("sqlite")) {
            configure(database, "session: { strategy: database }\naccounts: { passwords: false }\n");
            assertThat(users("create", ADA)).isZero();

            assertThat(users("block", ADA, "--reason", "spam", "--until", "2099-01-31T12:00:00Z"))
                    .as(err.toString())
                    .isZero();
            assertThat(users("show", ADA)).isZero();
            assertThat(out.toString()).contains("until 2099-01-31T12:00:00", "because: spam");
            assertThat(users("unblock", ADA, "--json")).isZero();
            assertThat(json().text("unblocked")).isNotEmpty();
            assertThat(users("unblock", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("is not blocked");
            assertThat(users("reset-factors", ADA)).isZero();
            assertThat(users("block", ADA)).isEqualTo(2);
            assertThat(users("block", ADA, "--reason", "spam", "--until", "soon"))
                    .isEqualTo(2);
            assertThat(users("block", "eve@example.com", "--reason", "spam")).isEqualTo(1);
        }
    }

    @Test
    void someone_is_invited_unless_the_address_has_a_user() throws Exception {
        try (var database = database("sqlite");
                var mails = new SmtpSink()) {
            configure(database, INVITED + mail(mails.port()));

            assertThat(users("invite", " Ada@Example.com", "role=admin", "--json"))
                    .as(err.toString())
                    .isZero();

            assertThat(json()).isEqualTo(Claims.of("invited", ADA));
            assertThat(mails.received()).contains("To: ada@example.com", "https://app.example/auth/signup");
            assertThat(users("invite", ADA, "emailVerified=now")).isEqualTo(2);
            assertThat(users("invite", ADA, "role=admin", "--withdraw")).isEqualTo(2);
            assertThat(users("invite", ADA, "--withdraw", "--json")).isZero();
            assertThat(json()).isEqualTo(Claims.of("withdrawn", ADA));
            assertThat(users("invite", ADA, "--withdraw")).isEqualTo(1);
            assertThat(err.toString()).contains("has no invitation");
            assertThat(users("create", ADA)).isZero();
            assertThat(users("invite", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("already has this email address");
        }
    }

    @Test
    void a_site_that_cannot_invite_ends_with_a_reason() throws Exception {
        try (var database = database("sqlite")) {
            configure(database, INVITED + "accounts: { signUp: invited, passwords: false }\n");
            assertThat(users("invite", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("no email provider can send");
            configure(database, INVITED + "accounts: { passwords: false }\n");
            assertThat(users("invite", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("signUp");
            configure(database, INVITED.replaceAll("url: .*\n", "") + mail(1));
            assertThat(users("invite", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("url");
            configure(database, INVITED + mail(1));
            assertThat(users("invite", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("couldn't be sent").doesNotContain(ADA);
        }
    }

    @Test
    void keys_of_apps_are_resealed_before_the_old_secret_is_removed() throws Exception {
        try (var database = database("sqlite")) {
            configure(database, "session: { strategy: database }\naccounts: { passwords: false }\n");
            assertThat(users("create", ADA)).isZero();
            connectApp(database, out.toString().strip().replace("created ", ""));

            replaceSecret("[" + NEW_SECRET + ", " + SECRET + "]");
            assertThat(doctor()).contains("ok factors all keys", ", 1 with older ones; run cardea users reseal");
            assertThat(users("reseal")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("1 resealed, 0 with the newest");
            assertThat(users("reseal", "--json")).isZero();
            assertThat(json())
                    .isEqualTo(Claims.of("resealed", 0L).with("current", 1L).with("unreadable", 0L));

            replaceSecret(NEW_SECRET);
            assertThat(doctor()).contains("ok factors all keys", ": 1 with the newest encryption key, 0 with older");
            replaceSecret(SECRET + "\nencryptionKeys: " + "6b".repeat(32));
            assertThat(doctor()).contains("advice factors keys of authenticator apps that can't be decrypted: 1 of 1");
            assertThat(users("reseal")).isEqualTo(1);
            assertThat(err.toString()).contains("can't be decrypted: 1 of 1; add what encrypted them");
        }
    }

    private String doctor() {
        out.getBuffer().setLength(0);
        assertThat(run("doctor", "--config", config.toString())).isZero();
        return out.toString();
    }

    private void replaceSecret(String written) throws IOException {
        var lines = Files.readAllLines(config).stream().map(it -> it.replaceFirst("^secret: .*", "secret: " + written));
        Files.write(config, lines.filter(it -> !it.startsWith("encryptionKeys")).toList());
    }

    /** Stores what a user who connects an app does. */
    private static void connectApp(Database database, String id) {
        var keys = AuthConfig.builder().secret(SECRET).deriveKeys("Cardea accounts at rest", 32);
        var clock = Clock.systemUTC();
        var factors = SecondFactors.of(clock, Randomness.secure(), new SecretCipher(keys, Randomness.secure()));
        in(database, adapter -> {
            var store = new Store(adapter, clock);
            factors.enrolments().begin(store, id, "session");
            var enrolment = factors.enrolments().of(store, id, "session").orElseThrow();
            return factors.add(store, id, enrolment, "Phone", 0);
        });
    }

    @Test
    void a_site_without_accounts_has_nothing_to_reseal() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);

            assertThat(users("reseal")).isEqualTo(1);
            assertThat(err.toString()).contains("this site has no accounts");
            assertThat(doctor()).doesNotContain("factors");
        }
    }

    @Test
    void a_deletion_is_in_the_audit_log_of_accounts() throws Exception {
        try (var database = database("sqlite");
                var log = LoggedLines.of("dev.cardea.audit")) {
            configure(database, "session: { strategy: database }\naccounts: { passwords: false }\n");
            assertThat(users("create", ADA)).isZero();

            assertThat(users("delete", ADA, "--yes")).as(err.toString()).isZero();

            assertThat(users("show", ADA)).isEqualTo(1);
            assertThat(log.lines()).anyMatch(it -> it.contains("account-deleted") && it.contains("system:command"));
        }
    }

    @Test
    void a_site_without_accounts_blocks_no_one() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA)).isZero();

            assertThat(users("block", ADA, "--reason", "spam")).isEqualTo(1);
        }
    }

    @Test
    @Tag("part")
    void a_store_that_cannot_list_users_says_so() throws Exception {
        try (var database = database("redis")) {
            configure(database);
            assertThat(users("list")).isEqualTo(1);
            assertThat(err.toString()).contains("this store can't list users", "cardea users show");
            assertThat(users("reseal")).isEqualTo(1);
            assertThat(err.toString()).contains("this store can't list users; keep the old key");
        }
    }

    @Test
    void a_field_for_which_the_store_has_no_place_changes_nothing() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA, "name=Ada")).isZero();
            assertThat(users("set", ADA, "name=Bob", "rank=admin")).isEqualTo(1);
            assertThat(err.toString()).contains("the store does not keep rank as given", "add a column");
            assertThat(users("set", ADA, "name=Bob", "visits=many")).isEqualTo(1);
            assertThat(err.toString()).contains("does not keep visits");
            assertThat(users("create", "bob@example.com", "rank=admin")).isEqualTo(1);
            assertThat(users("show", ADA, "--json")).isZero();
            assertThat(out.toString()).contains("\"name\":\"Ada\"");
            assertThat(users("show", "bob@example.com")).isEqualTo(1);
        }
    }

    @Test
    void fields_are_cleared_and_a_new_address_is_not_verified() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA, "name=Ada", "--verified")).isZero();
            assertThat(users("set", ADA, "email=Countess@example.com", "--clear", "name", "--json"))
                    .isZero();
            assertThat(json().text("email")).isEqualTo("countess@example.com");
            assertThat(json().value("name")).isNull();
            assertThat(json().value("emailVerified")).isNull();
            assertThat(err.toString()).contains("this user's email address isn't verified");
            assertThat(users("set", "countess@example.com", "emailVerified=2026-11-01T12:00:00Z"))
                    .isZero();
            assertThat(err.toString()).isEmpty();
            assertThat(users("create", ADA)).isZero();
            assertThat(users("set", ADA, "email=countess@example.com")).isEqualTo(1);
            assertThat(err.toString()).contains("another user already has this email address");
            assertThat(users("create", ADA)).isEqualTo(1);
        }
    }

    @Test
    void a_deletion_asks_first() throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA, "name=Ada\u001b[2J")).isZero();
            assertThat(users("delete", ADA)).isEqualTo(2);
            assertThat(err.toString()).contains("nothing was deleted; type yes, or use --yes");
            assertThat(answered("no\n", "delete", ADA)).isEqualTo(2);
            assertThat(err.toString())
                    .contains("Delete Ada\\u001b[2J (id ", "0 accounts, 0 sessions and 0 passkeys? Type yes:");
            assertThat(users("show", ADA)).isZero();
            assertThat(out.toString()).doesNotContain("\u001b");
            assertThat(answered("yes\n", "delete", ADA, "--json")).isZero();
            assertThat(json().text("deleted")).isNotEmpty();
            assertThat(users("delete", ADA, "--yes")).isEqualTo(1);
        }
    }

    @Test
    void sessions_in_cookies_are_not_reported_as_ended() throws Exception {
        try (var database = database("sqlite")) {
            configure(database, "session: { strategy: jwt }\n");
            assertThat(users("create", ADA)).isZero();
            assertThat(users("sign-out", ADA)).isEqualTo(1);
            assertThat(err.toString()).contains("session.strategy: jwt", "end when they expire");
            assertThat(users("delete", ADA, "--yes")).isZero();
            assertThat(err.toString()).contains("note: this site keeps sessions in cookies");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create|ada",
                "create|ada@example.com|role",
                "create|ada@example.com|=admin",
                "create|ada@example.com|id=1",
                "create|ada@example.com|email=bob@example.com",
                "create|ada@example.com|role=a|role=b",
                "create|ada@example.com|visits:=many",
                "create|ada@example.com|role:=null",
                "create|ada@example.com|emailVerified=yes",
                "set|ada@example.com",
                "set|ada@example.com|--clear|email",
                "set|ada@example.com|name=Ada|--clear|name",
                "list|--limit|0",
                "list|--limit|1001",
                "list|--limit|many",
                "show",
                "promote",
                "invite|ada"
            })
    void wrong_use_ends_with_2_and_names_the_mend(String line) throws Exception {
        try (var database = database("sqlite")) {
            configure(database);
            assertThat(users("create", ADA)).isZero();
            assertThat(users(line.split("\\|"))).isEqualTo(2);
            assertThat(err.toString()).isNotBlank().doesNotContain("Exception", "\tat ");
        }
    }

    @Test
    void a_store_that_is_not_there_ends_with_a_reason() throws Exception {
        configure(new Database("memory", () -> {}));
        assertThat(users("list")).isEqualTo(2);
        assertThat(err.toString()).contains("\"store: memory\" exist only in the server's process");
        configure(new Database("jdbc:sqlite:" + directory.resolve("empty.db"), () -> {}));
        assertThat(users("list")).isEqualTo(2);
        assertThat(err.toString())
                .contains("cardea: the tables of the store are missing")
                .doesNotContain("\tat ");
        config = Files.writeString(
                directory.resolve("none.yml"), "secret: " + "5f0c2e9b71d84a36b8e1f7c09d2a4e63" + "\n");
        assertThat(users("list")).isEqualTo(2);
        assertThat(err.toString()).contains("key \"store\" is missing");
    }

    private void configure(Database database) throws IOException {
        configure(database, "session: { strategy: database }\n");
    }

    private void configure(Database database, String further) throws IOException {
        config = Files.writeString(
                directory.resolve("cardea.yml"),
                "env: test\nsecret: " + SECRET + "\nstore: { url: '" + database.url()
                        + "', pool: { timeout: 60000 } }\n"
                        + further);
    }

    private static String mail(int port) {
        return "accounts: { signUp: invited }\nproviders: [{ id: nodemailer, server: 'smtp://127.0.0.1:" + port
                + "', from: no-reply@app.example }]\n";
    }

    /** What sign-ins would have stored. */
    private static void give(Database database, String id) {
        give(database, id, "the-session");
        in(database, adapter -> {
            var users = (UserAdapter) adapter;
            users.linkAccount(Account.of("github", "42", ProviderType.OAUTH)
                    .with("userId", id)
                    .with("access_token", "gho_access")
                    .with("refresh_token", "ghr_refresh")
                    .with("token_type", "bearer")
                    .with("scope", "read:user"));
            ((SessionAdapter) adapter).createSession(session(id, "other-session"));
            ((AuthenticatorAdapter) adapter)
                    .createAuthenticator(new AdapterAuthenticator(
                            "Y3JlZA==", id, "Y3JlZA==", "a2V5", 3, "multiDevice", true, "internal"));
            ((PasskeyRecords) adapter)
                    .updatePasskey(PasskeyChange.of("Y3JlZA==").name("laptop").created(Instant.now(), "handle"));
            return true;
        });
    }

    private static void give(Database database, String id, String session) {
        in(database, adapter -> ((SessionAdapter) adapter).createSession(session(id, session)));
    }

    private static AdapterSession session(String id, String token) {
        return new AdapterSession(token, id, Instant.now().plus(Duration.ofDays(30)));
    }

    private static List<AdapterSession> session(Database database, String id) {
        return in(database, adapter -> ((SessionIndex) adapter).listSessionsByUserId(id));
    }

    private static void assertNothingIsLeft(Database database, String id) {
        in(database, adapter -> {
            var users = (UserAdapter) adapter;
            assertThat(users.getUser(id)).isEmpty();
            assertThat(users.getUserByEmail(ADA)).isEmpty();
            assertThat(users.getUserByAccount("github", "42")).isEmpty();
            assertThat(((SessionAdapter) adapter).getSessionAndUser("another")).isEmpty();
            assertThat(((SessionIndex) adapter).listSessionsByUserId(id)).isEmpty();
            assertThat(((AuthenticatorAdapter) adapter).getAuthenticator("Y3JlZA=="))
                    .isEmpty();
            assertThat(((PasskeyRecords) adapter).listPasskeysByUserId(id)).isEmpty();
            return true;
        });
    }

    private static <T> T in(Database database, Function<Adapter, T> work) {
        try (var open = Stores.open(StoreSettings.of(database.url()))) {
            return work.apply(open.adapter());
        }
    }

    private Claims json() {
        return Json.parseObject(out.toString(), 10);
    }

    private Claims first(String list) {
        return Claims.of((Map<?, ?>) ((List<?>) json().value(list)).get(0));
    }

    private int users(String... args) {
        return answered("", args);
    }

    private int answered(String answer, String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var all = new ArrayList<String>(List.of("users"));
        all.addAll(List.of(args));
        if (!args[0].equals("promote")) all.addAll(List.of("--config", config.toString()));
        return CardeaCommand.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                new BufferedReader(new StringReader(answer)),
                Env.none(),
                all.toArray(String[]::new));
    }

    private int run(String... args) {
        return CardeaCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), Env.none(), args);
    }
}
