package dev.cardea.server.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.server.log.LoggedLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(LoggedLines.SERVER)
class CardeaCommandTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String GOOD = "secret: " + SECRET + "\n";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_and_version_end_with_0_everywhere() {
        for (var command : new String[] {"serve", "secret", "migrate", "doctor", "providers"}) {
            assertThat(run(command, "--help")).isZero();
            assertThat(run(command, "--version")).isZero();
        }
        assertThat(run("--help")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(run("providers", "map", "--help")).isZero();
    }

    @Test
    void help_is_a_command_too() {
        assertThat(run("help")).isZero();
        assertThat(out.toString()).contains("Usage: cardea [");
        assertThat(run("help", "users", "list")).isZero();
        assertThat(out.toString()).contains("Usage: cardea users list");
    }

    @Test
    void a_wrong_command_line_is_named_in_two_lines() {
        var faults = Map.of(
                "sevre", "cardea: the command sevre is unknown; did you mean serve?\nsee: cardea --help\n",
                "serve --prot 3",
                        "cardea: the option --prot is unknown; did you mean --port?\nsee: cardea serve --help\n",
                "serve --port abc",
                        "cardea: invalid value for option '--port': 'abc' is not a whole number\nsee: cardea serve --help\n",
                "secret x", "cardea: the argument x is unknown\nsee: cardea secret --help\n");
        faults.forEach((line, said) -> {
            err.getBuffer().setLength(0);
            assertThat(run(line.split(" "))).isEqualTo(2);
            assertThat(err.toString().replace("\r", "")).as(line).isEqualTo(said);
        });
    }

    @Test
    void a_file_that_cannot_be_used_is_named_with_the_reason() throws IOException {
        assertThat(run("serve", "--config", directory.toString())).isEqualTo(3);
        assertThat(err.toString()).contains(directory + ": the file is a folder, not a file");
        assertThat(run(
                        "config",
                        "--show",
                        "--config",
                        directory.resolve("gone.yml").toString()))
                .isEqualTo(3);
        assertThat(err.toString()).contains("gone.yml: the file is not there; create one with: cardea init");
        var image = Files.write(directory.resolve("image.yml"), new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff});
        assertThat(run("doctor", "--config", image.toString())).isEqualTo(3);
        assertThat(err.toString()).contains("image.yml: the file isn't UTF-8 text");
        assertThat(run("init", image.toString())).isEqualTo(3);
        assertThat(err.toString()).contains("image.yml is a file, not a folder, so nothing was written");
        assertThat(run("providers", "map", "github", "--profile", image.toString()))
                .isEqualTo(3);
        var text = Files.writeString(directory.resolve("profile.json"), "nothing");
        assertThat(run("providers", "map", "github", "--profile", text.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(text + " is not a JSON object");
    }

    @Test
    void doctor_prints_the_errors_of_a_file_as_JSON_too() throws IOException {
        assertThat(run("doctor", "--json", "--config", file(GOOD + "prot: 1"))).isEqualTo(2);
        var report = Json.parseObject(out.toString(), 5);
        assertThat(report.asMap()).containsEntry("broken", true);
        assertThat(out.toString()).contains("\"level\":\"broken\"", "\"code\":\"setting\"", "is unknown");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void users_of_a_store_without_tables_are_not_asked_for() throws IOException {
        var config = file(GOOD + "store: { url: 'jdbc:h2:mem:empty', pool: { timeout: 60000 } }\n");
        assertThat(run("users", "list", "--config", config)).isEqualTo(2);
        assertThat(err.toString())
                .contains("the tables of the store are missing; run: cardea migrate --config " + config);
    }

    @Test
    void wrong_use_ends_with_2() {
        assertThat(run()).isEqualTo(2);
        assertThat(run("sevre")).isEqualTo(2);
        assertThat(err.toString()).contains("serve");
        assertThat(run("serve")).isEqualTo(2);
        assertThat(run("migrate")).isEqualTo(2);
        assertThat(run("migrate", "--config", "c.yml", "--user", "ann")).isEqualTo(2);
        assertThat(run("migrate", "--user", "ann")).isEqualTo(2);
        assertThat(run("serve", "--config", "c.yml", "--port", "70000")).isEqualTo(2);
    }

    @Test
    void a_value_that_begins_with_an_at_sign_is_a_value() throws IOException {
        var arguments = Files.writeString(directory.resolve("arguments"), "--help\n");
        assertThat(run("users", "show", "@" + arguments, "--config", file(GOOD)))
                .isNotZero();
        assertThat(out.toString()).doesNotContain("Usage");
        assertThat(run("@" + arguments)).isEqualTo(2);
        assertThat(err.toString()).contains("@" + arguments);
        var password = Files.writeString(directory.resolve("@password"), "secret");
        assertThat(run("migrate", "--store", "memory", "--user", "@" + arguments, "--password-file", "" + password))
                .isNotEqualTo(2);
        assertThat(out.toString()).doesNotContain("Usage");
    }

    @Test
    void a_password_file_that_is_not_there_ends_with_3() {
        assertThat(run("migrate", "--store", "memory", "--user", "ann", "--password-file", "gone.txt"))
                .isEqualTo(3);
        assertThat(err.toString().strip()).isEqualTo("the file gone.txt cannot be read");
    }

    @Test
    void a_secret_is_32_random_bytes() {
        assertThat(run("secret")).isZero();
        assertThat(Base64.getDecoder().decode(out.toString().strip())).hasSize(32);
    }

    @Test
    void a_secret_is_put_into_a_file_that_keeps_its_other_lines() throws IOException {
        var file = directory.resolve(".env.local");
        EnvFile.set(file, "AUTH_SECRET", "one");
        assertThat(file).hasContent("AUTH_SECRET=one");
        Files.writeString(file, "A=1\r\n# b\r\nAUTH_SECRET=\"old\"\r\nAUTH_SECRET_1=x");
        EnvFile.set(file, "AUTH_SECRET", "two");
        assertThat(Files.readString(file)).isEqualTo("A=1\r\n# b\r\nAUTH_SECRET=two\r\nAUTH_SECRET_1=x");
        Files.writeString(file, "A=1");
        EnvFile.set(file, "AUTH_SECRET", "three");
        assertThat(Files.readString(file)).isEqualTo("A=1\nAUTH_SECRET=three\n");
    }

    @Test
    void a_secret_that_is_in_the_file_is_found_and_an_empty_one_is_not() throws IOException {
        var file = directory.resolve(".env.local");
        assertThat(EnvFile.has(file, "AUTH_SECRET")).isFalse();
        for (var line : List.of("AUTH_SECRET=", "AUTH_SECRET=\"\"", "AUTH_SECRET_1=x", "# AUTH_SECRET=x")) {
            Files.writeString(file, line);
            assertThat(EnvFile.has(file, "AUTH_SECRET")).as(line).isFalse();
        }
        Files.writeString(file, "A=1\nexport AUTH_SECRET=x\n");
        assertThat(EnvFile.has(file, "AUTH_SECRET")).isTrue();
    }

    @Test
    void a_wrong_file_ends_with_2_and_one_that_is_not_there_with_3() throws IOException {
        assertThat(run("serve", "--config", file(GOOD + "prot: 1"))).isEqualTo(2);
        assertThat(err.toString()).contains("c.yml:2: key \"prot\" is unknown; did you mean \"port\"?");
        assertThat(run("doctor", "--config", file("host: 5"))).isEqualTo(2);
        assertThat(run("serve", "--config", "gone.yml")).isEqualTo(3);
    }

    @Test
    void a_port_in_use_ends_with_3() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = String.valueOf(taken.getLocalPort());
            assertThat(run("serve", "--config", file(GOOD), "--port", port)).isEqualTo(3);
            assertThat(err.toString()).contains("can't listen on 127.0.0.1:" + port);
        }
    }

    @Test
    void doctor_names_what_does_not_answer() throws IOException {
        assertThat(run("doctor", "--config", file(GOOD))).isZero();
        assertThat(run("doctor", "--config", file(GOOD + "hooks: { url: 'http://127.0.0.1:1' }")))
                .isEqualTo(1);
        assertThat(out.toString()).contains("broken hooks the application at hooks.url isn't responding");
    }

    @Test
    void doctor_prints_its_findings_as_json() throws IOException {
        var hooks = "hooks: { url: 'http://127.0.0.1:1' }\n";
        assertThat(run("doctor", "--json", "--config", file(GOOD + hooks))).isEqualTo(1);
        var report = Json.parseObject(out.toString(), 10);
        assertThat(report.value("broken")).isEqualTo(true);
        var findings = report.get(Claim.list("findings")).orElseThrow();
        var secret = Map.of(
                "level", "ok", "code", "secret", "message", "the secret is long enough and has no obvious pattern");
        assertThat(findings.contains(secret)).isTrue();
        assertThat(findings)
                .anyMatch(it -> it instanceof Map<?, ?> finding
                        && finding.get("level").equals("broken")
                        && finding.get("code").equals("hooks"));
    }

    @Test
    void doctor_warns_of_a_secret_that_production_would_reject() throws IOException {
        assertThat(run("doctor", "--config", file("env: test\nsecret: short\n")))
                .isZero();
        assertThat(out.toString())
                .contains("advice secret the secret is short or easy to guess; production rejects it");
    }

    @Test
    void doctor_checks_a_site_from_outside_without_a_file() throws IOException {
        assertThat(run("doctor", "--url", "http://127.0.0.1:1")).isEqualTo(1);
        assertThat(out.toString()).contains("broken address http://127.0.0.1:1 isn't responding: ");
        assertThat(run("doctor", "--url", "http://127.0.0.1:1", "--config", file(GOOD)))
                .isEqualTo(1);
        assertThat(out.toString()).contains("ok secret", "broken address http://127.0.0.1:1 isn't responding: ");
        assertThat(run("doctor", "--url", "app.example")).isEqualTo(2);
        assertThat(err.toString()).contains("--url must be an address such as https://app.example");
        assertThat(run("doctor", "--url", "http://127.0.0.1:1", "--offline")).isEqualTo(2);
        assertThat(err.toString()).contains("--url opens connections");
    }

    @Test
    void doctor_says_in_words_why_an_issuer_does_not_answer() throws IOException {
        for (var issuer : List.of("http://127.0.0.1:1", "https://id.invalid")) {
            var provider = "providers: [{ id: acme, type: oidc, name: Acme, issuer: '%s', clientId: web,"
                    + " clientSecret: s }]\n";
            assertThat(run("doctor", "--config", file(GOOD + provider.formatted(issuer))))
                    .isEqualTo(1);
        }
        assertThat(out.toString())
                .contains("the issuer of the provider acme isn't responding: no connection could be made; check")
                .contains("the issuer of the provider acme isn't responding: its host name is unknown; check")
                .doesNotContain("Exception");
    }

    @Test
    void the_guide_shows_what_doctor_prints() throws IOException {
        var hooks =
                "url: https://app.example\nsession: { strategy: jwt }\nproviders: [{ id: credentials, credentials: { username: { label: Name } } }]\n"
                        + "store: memory\nhooks: { url: 'http://127.0.0.1:1/auth/hooks' }\n";
        assertThat(run("doctor", "--config", file(GOOD + hooks))).isEqualTo(1);
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        var printed = out.toString().replace("127.0.0.1:1/", "127.0.0.1:8080/").replace("\r", "");
        assertThat(folder.resolve("docs/guides/diagnose-a-failed-sign-in.md"))
                .content()
                .contains("```text\n" + printed + "```\n");
    }

    @Test
    void hooks_that_the_file_and_the_application_name_differently_end_serve_with_2() throws IOException {
        try (var app = new Receiver().describes(SECRET, List.of("authorize", "signIn"), List.of())) {
            var config = file(GOOD + "providers: [credentials]\nhooks: { url: '" + app.url() + "', timeout: 20000,"
                    + " callbacks: [authorize] }\n");
            assertThat(run("serve", "--config", config, "--port", "0")).isEqualTo(2);
            assertThat(err.toString()).contains(config + ": the application at " + app.url(), "signIn", "list it");
            assertThat(out.toString()).doesNotContain("listening");
        }
    }

    @Test
    void doctor_offline_checks_the_file_and_opens_no_connection() throws IOException {
        var services = "hooks: { url: 'http://127.0.0.1:1' }\nstore: jdbc:postgresql://127.0.0.1:1/people\n";
        assertThat(run("doctor", "--offline", "--config", file(GOOD + services)))
                .isZero();
        assertThat(out.toString()).contains("services weren't tested");
        assertThat(run("doctor", "--offline", "--config", file("host: 5"))).isEqualTo(2);
    }

    @Test
    void doctor_compares_the_hooks_of_the_file_with_those_of_the_application() throws IOException {
        try (var app = new Receiver().describes(SECRET, List.of("authorize", "signIn"), List.of("signOut"))) {
            var head = GOOD + "providers: [credentials]\nhooks: { url: '" + app.url() + "', timeout: 20000";
            assertThat(run("doctor", "--config", file(head + " }\n"))).isZero();
            assertThat(run("doctor", "--config", file(head + ", callbacks: [authorize, jwt], events: [signIn] }\n")))
                    .isEqualTo(1);
            var at = "the application at " + app.url();
            assertThat(out.toString())
                    .contains(
                            "broken hooks hooks.callbacks lists jwt, and " + at + " has no such callback",
                            "broken hooks " + at + " has the callback signIn, and hooks.callbacks does not list it",
                            "advice hooks hooks.events lists signIn, and " + at + " has no handler for it",
                            "advice hooks " + at
                                    + " has a handler for the event signOut, and hooks.events does not list it");
        }
    }

    @Test
    void doctor_says_that_the_secrets_of_core_and_application_differ() throws IOException {
        try (var app = new Receiver().on("describe", Reply.status(401))) {
            var hooks = "hooks: { url: '" + app.url() + "', timeout: 20000 }\n";
            assertThat(run("doctor", "--config", file(GOOD + hooks))).isEqualTo(1);
            assertThat(out.toString())
                    .contains("broken hooks the application at " + app.url() + " hasn't described its hooks: it rejects"
                            + " the signature; the secrets differ");
        }
    }

    @Test
    void doctor_reaches_what_a_sign_in_would() throws IOException {
        var config = file(GOOD + """
                providers:
                  - { id: op, type: oidc, issuer: "http://127.0.0.1:1", clientId: a }
                  - { id: my-old, type: oauth, authorization: "http://127.0.0.1:1/a", token: "http://127.0.0.1:1/t",
                      userinfo: "http://127.0.0.1:1/u" }
                """);
        assertThat(run("doctor", "--config", config)).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "broken issuer the issuer of the provider op isn't responding: ",
                        "broken endpoint the token endpoint of the provider my-old isn't responding: ",
                        "broken endpoint the userinfo endpoint of the provider my-old isn't responding: ",
                        "broken credentials the provider my-old has no clientId, so every sign-in with it fails;"
                                + " set clientId or AUTH_MY_OLD_ID");
    }

    @Test
    void doctor_names_the_variable_that_a_provider_misses() throws IOException {
        var config = file(GOOD + """
                store: memory
                providers:
                  - { id: post, use: resend, from: a@b.example }
                  - { id: staff, use: keycloak, issuer: "http://127.0.0.1:1", client: { token_endpoint_auth_method: none } }
                  - { id: old, use: keycloak, issuer: "http://127.0.0.1:1", clientId: a }
                """);
        assertThat(run("doctor", "--config", config)).isEqualTo(1);
        assertThat(out.toString().lines())
                .contains(
                        "broken credentials the provider post has no apiKey, so every sign-in with it fails; set apiKey or AUTH_POST_KEY"
                                + " or AUTH_RESEND_KEY",
                        "broken credentials the provider staff has no clientId, so every sign-in with it fails; set clientId or"
                                + " AUTH_STAFF_ID or AUTH_KEYCLOAK_ID",
                        "broken credentials the provider old has no clientSecret, so every sign-in with it fails; set clientSecret or"
                                + " AUTH_OLD_SECRET or AUTH_KEYCLOAK_SECRET")
                .noneMatch(line -> line.contains("AUTH_STAFF_SECRET"))
                .anyMatch(line -> line.startsWith("broken issuer the issuer of the provider staff isn't responding: "));
    }

    @Test
    void doctor_asks_an_issuer_who_it_is() throws IOException {
        try (var issuer = DiscoveryServer.start("https://somebody.example")) {
            var config = file(GOOD + "providers: [{ id: op, use: okta, clientId: a, clientSecret: b, issuer: '"
                    + issuer.url() + "' }]");
            assertThat(run("doctor", "--config", config)).isEqualTo(1);
            assertThat(out.toString())
                    .contains("the discovery document is of https://somebody.example, not of " + issuer.url());
        }
        try (var issuer = DiscoveryServer.start(null)) {
            var config = file(GOOD + "providers: [{ id: op, use: okta, clientId: a, clientSecret: b, issuer: '"
                    + issuer.url() + "' }]");
            assertThat(run("doctor", "--config", config)).isZero();
        }
    }

    @Test
    void doctor_tells_of_tables_that_serving_would_miss() throws IOException {
        var store = "store: { url: 'jdbc:h2:" + directory.resolve("db") + "', pool: { timeout: 60000 } }\n";
        assertThat(run("doctor", "--config", file(GOOD + store))).isEqualTo(1);
        assertThat(out.toString())
                .contains("broken tables the tables of the store are missing", "cardea migrate --config ");
        assertThat(run("doctor", "--config", file(GOOD + store + "migrate: true")))
                .isZero();
        assertThat(run("doctor", "--config", file(GOOD + store + "env: test"))).isZero();
    }

    @Test
    void a_profile_is_mapped_without_a_network() throws IOException {
        assertThat(run("providers", "map", "oidc", "--profile", file("{\"sub\":7,\"name\":\"Ann\"}")))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("{\"id\":\"7\",\"name\":\"Ann\",\"email\":null,\"image\":null}");
        assertThat(run("providers", "map", "oidc", "--profile", file("{}"))).isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("the profile has no id");
        assertThat(run("providers", "map", "gihtub", "--profile", file("{}"))).isEqualTo(2);
        assertThat(err.toString()).contains("github");
    }

    @Test
    void a_providers_profile_is_mapped_by_its_class() throws IOException {
        var profile = file("{\"id\":7,\"login\":\"ann\",\"avatar_url\":\"https://a.example/7\"}");
        assertThat(run("providers", "map", "github", "--profile", profile)).isZero();
        assertThat(out.toString().strip())
                .isEqualTo("{\"id\":\"7\",\"name\":\"ann\",\"email\":null,\"image\":\"https://a.example/7\"}");
        assertThat(run("providers", "map", "discord", "--profile", file("{\"id\":\"7\"}")))
                .isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("the profile has no avatar");
    }

    @Test
    void a_mapping_uses_options_and_sends_no_request() throws IOException {
        var cloud = file("{\"id\":\"ann\",\"displayname\":\"Ann\"}");
        var option = "issuer=https://cloud.example";
        assertThat(run("providers", "map", "nextcloud", "--profile", cloud, "--option", option))
                .isZero();
        assertThat(out.toString()).contains("\"image\":\"https://cloud.example/avatar/ann/512\"");
        assertThat(run("providers", "map", "nextcloud", "--profile", cloud, "--option", "isuser=x"))
                .isEqualTo(2);
        var tokens = Files.writeString(directory.resolve("t.json"), "{\"access_token\":\"A\"}");
        var work = file("{\"sub\":\"7\",\"name\":\"Ann\"}");
        assertThat(run("providers", "map", "microsoft-entra-id", "--profile", work, "--tokens", tokens.toString()))
                .isZero();
        assertThat(out.toString()).contains("{\"id\":\"7\",\"name\":\"Ann\",\"email\":null,\"image\":null}");
        assertThat(run("providers", "map", "nodemailer", "--profile", work)).isEqualTo(2);
    }

    @Test
    void a_profile_that_comes_with_the_tokens_is_taken_from_there() throws IOException {
        var answer =
                "{\"access_token\":\"A\",\"sub\":\"acc_5\",\"linking_profile\":{\"profile_name\":\"ann@app.example\"}}";
        var tokens = Files.writeString(directory.resolve("t.json"), answer).toString();
        assertThat(run("providers", "map", "cronofy", "--profile", file("{}"), "--tokens", tokens))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "{\"id\":\"acc_5\",\"name\":\"ann@app.example\",\"email\":\"ann@app.example\",\"image\":null}");
        assertThat(run("providers", "map", "cronofy", "--profile", file(answer)))
                .isZero();
        assertThat(out.toString()).contains("acc_5");
        assertThat(run("providers", "map", "github", "--profile", file("{}"), "--tokens", tokens))
                .as("what lies elsewhere is not asked for")
                .isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("the profile has no id");
    }

    @Test
    void every_provider_is_listed_with_how_it_stands_and_what_is_odd() {
        assertThat(run("providers", "--json")).isZero();
        var listed = Json.parseObject(out.toString(), 100)
                .get(Claim.list("providers"))
                .orElseThrow();
        for (var each : listed) {
            var facts = Claims.of((Map<?, ?>) each);
            assertThat(facts.asMap()).as(facts.text("id")).containsKeys("statusToday", "quirks");
        }
        assertThat(out.toString())
                .contains("\"state\":\"service-retiring\"", "\"extraCalls\":[{\"when\":\"the profile has no address\"");
        assertThat(run("providers")).isZero();
        assertThat(out.toString()).doesNotContain("gone: not sold", "gone: the old name");
    }

    @Test
    void providers_are_listed_with_what_they_need() {
        assertThat(run("providers")).isZero();
        assertThat(out.toString())
                .contains("credentials", "nodemailer", "gone: Medium")
                .containsPattern("keycloak +oidc +clientId, clientSecret, issuer");
        assertThat(run("providers", "--json")).isZero();
        assertThat(out.toString()).contains("\"id\":\"oidc\"", "\"id\":\"github\"", "\"id\":\"passkey\"");
    }

    @Test
    void a_store_without_a_database_cannot_be_migrated() {
        assertThat(run("migrate", "--store", "mongodb://cache")).isEqualTo(2);
        assertThat(err.toString()).contains("isn't a MongoDB URL with a database");
        assertThat(run("migrate", "--store", "memory")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:", "jdbc:sqlite:"})
    void a_database_is_made_on_request_and_only_then_served(String kind) throws IOException {
        var config = file(GOOD + "store: { url: '" + kind + directory.resolve("db") + "', pool: { timeout: 60000 } }");
        assertThat(run("serve", "--config", config, "--port", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("the tables of the store are missing; run: cardea migrate --config ");
        assertThat(run("migrate", "--config", config, "--dry-run")).isZero();
        assertThat(out.toString()).contains("create table").doesNotContain("applied,");
        assertThat(run("migrate", "--config", config)).isZero();
        assertThat(out.toString()).contains("applied,");
        assertThat(run("doctor", "--config", config)).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("migrate", "--store", kind + directory.resolve("db"))).isZero();
        assertThat(out.toString()).contains("nothing to do");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:", "jdbc:sqlite:"})
    void a_dry_run_creates_and_changes_no_file(String kind) throws IOException {
        var folder = Files.createDirectory(directory.resolve("a folder"));
        var store = kind + folder.resolve("db");
        var config = file(GOOD + "store: '" + store + "'\n");
        for (var from : List.of(List.of("--config", config), List.of("--store", store))) {
            assertThat(run("migrate", "--dry-run", from.get(0), from.get(1))).isZero();
            assertThat(out.toString()).contains("create table").doesNotContain("applied,");
            assertThat(folder).isEmptyDirectory();
        }
        assertThat(run("migrate", "--store", store)).isZero();
        var before = contents(folder);
        out.getBuffer().setLength(0);
        assertThat(run("migrate", "--dry-run", "--config", config)).isZero();
        assertThat(out.toString()).doesNotContain("create table");
        assertThat(contents(folder)).isEqualTo(before);
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var contents = new TreeMap<String, String>();
            for (var file : files.toList()) {
                contents.put(file.toString(), Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
            }
            return contents;
        }
    }

    @Test
    void migrating_an_unreachable_database_reports_that_it_cannot_be_reached() {
        assertThat(run("migrate", "--store", "jdbc:mariadb://127.0.0.1:1/people"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("couldn't migrate the store", "the database can't be reached");
        assertThat(run("migrate", "--store", "jdbc:sqlite:" + directory.resolve("gone/people.db?cache=shared")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("is a file in a folder that doesn't exist: " + directory.resolve("gone"));
        assertThat(run("migrate", "--store", "jdbc:sqlite::memory:")).isEqualTo(2);
    }

    /** A provider that answers discovery with its issuer alone. */
    private record DiscoveryServer(HttpServer server) implements AutoCloseable {
        /** @param issuer what its metadata names; {@code null} for its own address */
        static DiscoveryServer start(String issuer) throws IOException {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var started = new DiscoveryServer(server);
            server.createContext("/.well-known/openid-configuration", exchange -> {
                var body = ("{\"issuer\":\"" + (issuer == null ? started.url() : issuer) + "\"}").getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            return started;
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** Module {@code providers} compares the other providers with their own recordings. */
    @Test
    void providers_without_a_class_are_listed_as_recorded() {
        assertThat(run("providers", "--json")).isZero();
        var listed = Json.parseObject(out.toString(), 100)
                .get(Claim.list("providers"))
                .orElseThrow();
        assertThat(listed).hasSize(125);
        var described = listed.stream()
                .map(each -> Claims.of((Map<?, ?>) each))
                .map(each -> each.text("id") + " " + each.text("name") + " " + each.text("type"))
                .toList();
        assertThat(described)
                .doesNotHaveDuplicates()
                .contains(
                        "nodemailer Nodemailer email",
                        "email Email email",
                        "credentials Credentials credentials",
                        "passkey Passkey webauthn",
                        "webauthn WebAuthn webauthn");
    }

    private int run(String... args) {
        return CardeaCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), Env.none(), args);
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("c.yml"), text).toString();
    }
}
