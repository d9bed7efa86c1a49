package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.Auth;
import dev.cardea.action.SignIn;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.server.http.PublicEndpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigFileTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String GOOD = "secret: " + SECRET + "\n";

    @TempDir
    Path directory;

    static Stream<Arguments> corpus() {
        return Stream.of(
                wrong("prot: 1", "2: key \"prot\" is unknown; did you mean \"port\"?"),
                wrong("port: 1\nport: 2", "3: key \"port\" is given twice, first on line 2"),
                wrong("port: abc", "2: key \"port\" must be a whole number, not a text"),
                wrong("port: \"80\"", "2: key \"port\" must be a whole number, not a text"),
                wrong("port: 70000", "2: key \"port\" must be from 0 to 65535"),
                wrong("host: 5", "2: key \"host\" must be a text (put it in quotes), not a number"),
                wrong("host: [a]", "2: key \"host\" must be a text, not a list"),
                wrong("debug: \"true\"", "2: key \"debug\" must be true or false, not a text"),
                wrong("session: jwt", "2: key \"session\" must be a group of keys, not a text"),
                wrong("session:\n  maxage: 5", "3: key \"session.maxage\" is unknown; did you mean \"maxAge\"?"),
                wrong(
                        "session: { strategy: jtw }",
                        "2: key \"session.strategy\" cannot be \"jtw\"; did you mean \"jwt\"? (jwt, database, revocable)"),
                wrong("env: prod", "2: key \"env\" cannot be \"prod\"; did you mean \"production\"? (production, "),
                wrong("url: ${NOWHERE}", "2: the variable NOWHERE isn't set"),
                wrong("bridge: act", "2: key \"bridge\" must be true or false, not a text"),
                wrong("store: mongodb://h", "2: key \"store\" isn't a MongoDB URL with a database; write"),
                wrong("store: 'redis://h:p@'", "2: key \"store\" isn't a Redis URL; write redis://"),
                wrong(
                        "store: { url: 'redis://h:6379', layout: prisma }",
                        "2: key \"store\" doesn't have tables, so it can't have the layout prisma"),
                wrong(
                        "store: { url: memory, limits: 'jdbc:h2:./db' }",
                        "2: key \"store.limits\" must be memory or a Redis URL"),
                wrong("store: { url: memory, limits: 'redis://' }", "2: key \"store.limits\" must be memory or a"),
                wrong("store: 'prisma://h/?api_key=k'", "2: key \"store\" is a Prisma Accelerate URL"),
                wrong("store: 'postgres://h'", "2: key \"store\" isn't a database URL; write postgresql://"),
                wrong("store: memry", "2: key \"store\" isn't a store that Cardea knows; did you mean \"memory\"?"),
                wrong("providers: 5", "2: key \"providers\" must be a list, not a number"),
                wrong("providers:\n  - githbu", "3: the provider \"githbu\" is unknown; the nearest are github, "),
                wrong("providers:\n  - netsuite", "3: key \"providers.netsuite.accountID\" is missing: the account"),
                wrong(
                        "providers:\n  - medium",
                        "3: the provider medium is gone: Medium no longer registers applications"),
                wrong(
                        "providers:\n  - { id: a, use: githbu }",
                        "3: the provider \"githbu\" is unknown; the nearest are"),
                wrong(
                        "providers:\n  - { id: wechat, platformType: x }",
                        "3: the provider wechat: the option platformType must be OfficialAccount or WebsiteApp"),
                wrong(
                        "providers:\n  - { id: github, enterprise: { baseURL: x } }",
                        "3: key \"providers.github.enterprise.baseURL\" is unknown; did you mean \"baseUrl\"?"),
                wrong("providers:\n  - keycloak", "3: the provider keycloak has neither an issuer nor"),
                wrong(
                        "store: memory\nexperimental: { enableWebAuthn: false }\nproviders:\n  - passkey",
                        "3: passkeys are switched off; set experimental.enableWebAuthn to true, or remove it"),
                wrong("providers:\n  - passkey", "3: passkeys need an adapter; set store"),
                wrong(
                        "store: memory\nproviders:\n  - { id: passkey, residentKey: maybe }",
                        "4: key \"providers.passkey.residentKey\" cannot be \"maybe\""),
                wrong("providers: [credentials]", "2: the provider credentials can't check what"),
                wrong("providers:\n  - type: oidc", "3: a provider needs the key \"id\""),
                wrong(
                        "providers:\n  - google: { clientId: a }",
                        "3: a provider needs the key \"id\"; write - { id: google, … }"),
                wrong("store: oracle", "2: key \"store\" isn't a store that Cardea knows; known: "),
                wrong(
                        "providers:\n  - { id: a, type: oidc, issuer: 'https://a.example', clientID: x }",
                        "3: key \"providers.a.clientID\" is unknown; did you mean \"clientId\"?"),
                wrong("providers:\n  - { id: a, type: oauth }", "3: the provider a has neither an issuer nor"),
                wrong(
                        "providers:\n  - id: a\n    type: oidc\n    issuer: http://a.example",
                        "5: the provider a: issuer is plain http"),
                wrong("providers:\n  - { id: nodemailer, server: 'smtp://h' }", "3: key \"providers.nodemailer.from\""),
                wrong("hooks: { url: 'http://127.0.0.1:1/x?y' }", "2: key \"hooks.url\" must end with a path"),
                wrong(
                        "providers:\n  - { id: email, from: a@b.example, server: { host: h, prot: 25 } }",
                        "3: key \"providers.email.server.prot\" is unknown; did you mean \"port\"?"),
                wrong("hooks: { url: http://far.example/x }", "2: key \"hooks.url\" must be an https URL"),
                wrong(
                        "hooks: { url: 'http://127.0.0.1:1', callbacks: [signin] }",
                        "2: key \"hooks.callbacks\" cannot be \"signin\"; did you mean \"signIn\"?"),
                wrong("management: { port: 3000 }", "2: key \"management.port\" is the site's own port"),
                wrong("management: { token: short }", "2: key \"management.token\" must have at least 16 characters"),
                wrong("management: { ports: 1 }", "2: key \"management.ports\" is unknown; did you mean \"port\"?"),
                wrong("shutdown: { delay: 601 }", "2: key \"shutdown.delay\" must be from 0 to 600"),
                wrong("shutdown: 5", "2: key \"shutdown\" must be a group of keys, not a number"),
                wrong("limits: { requests: 0 }", "2: key \"limits.requests\" must be from 1 to 100000"),
                wrong("limits: { headBytes: 1 }", "2: key \"limits.headBytes\" must be from 8192 to 1048576"),
                wrong("rateLimits: 5", "2: key \"rateLimits\" must be a group of keys, not a number"),
                wrong("rateLimits: true", "2: key \"rateLimits\" must be a group of keys, not true or false"),
                wrong(
                        "rateLimits:\n  mailToAddress: false",
                        "3: key \"rateLimits.mailToAddress\" is unknown; did you mean \"mailsToAddress\"?"),
                wrong(
                        "rateLimits:\n  mailsToAddress: { burst: 0 }",
                        "3: key \"rateLimits.mailsToAddress.burst\" must be from 1 to 1000000"),
                wrong(
                        "rateLimits:\n  mailsToAddress: { every: 5 }",
                        "3: key \"rateLimits.mailsToAddress.every\" is unknown; known: burst, each"),
                wrong(
                        "rateLimits:\n  mailsToAddress: { burst: 1000, each: 1000000 }",
                        "3: key \"rateLimits.mailsToAddress\" must restore all attempts within a year"),
                wrong("rateLimits: { ipv6Prefix: 8 }", "2: key \"rateLimits.ipv6Prefix\" must be from 32 to 128"),
                wrong("cleanup: 5", "2: key \"cleanup\" must be a group of keys, not a number"),
                wrong("cleanup:\n  every: 5", "3: key \"cleanup.every\" must be from 10 to 31536000"),
                wrong("theme:\n  brandColor: 'url(x)'", "3: theme.brandColor must be a CSS colour"),
                wrong("pages:\n  signIn: login", "3: pages.signIn must be a path"),
                wrong("cookies: { state: { name: 'a b' } }", "2: key \"cookies.state.name\" cannot be used"),
                wrong(
                        "encryptionKeys: [" + "6b".repeat(32) + ", hush]\naccounts: { passwords: false }",
                        "2: key \"encryptionKeys\" can't be used: encryption key 2 must have at least 32 random bytes"),
                wrong(
                        "encryptionKeys: " + "6b".repeat(32),
                        "2: key \"encryptionKeys\" needs accounts; set accounts: true"),
                wrong("allowedOrigins: ['*']", "2: allowedOrigins: \"*\" is a pattern"),
                wrong("strippedPrefix: app", "2: strippedPrefix must be the path that the proxy removes"),
                wrong("siteName: \"Acme\\r\\nBcc: eve@evil.example\"", "2: siteName must be a name of 1 to 64"),
                wrong("trustHost: false", "2: trustHost is false and url isn't set"),
                wrong("a: [", "2: this isn't YAML"));
    }

    private static Arguments wrong(String yaml, String finding) {
        return Arguments.of(yaml, finding);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void errors_are_reported_with_file_and_line(String yaml, String finding) throws IOException {
        var file = file(GOOD + yaml);
        var refused = refused(file, Map.of());
        assertThat(refused.lines()).anySatisfy(line -> assertThat(line).startsWith(file + ":" + finding));
    }

    @Test
    void an_encryption_key_that_cannot_be_used_is_not_shown() throws IOException {
        var file = file(GOOD + "accounts: { passwords: false }\nencryptionKeys: [hush-hush, { file: gone.txt }]\n");

        assertThat(String.join("\n", refused(file, Map.of()).lines()))
                .contains("encryptionKeys", "gone.txt cannot be read")
                .doesNotContain("hush");
    }

    @Test
    void a_process_that_serves_needs_the_credentials_of_each_provider() throws Exception {
        var running = ConfigFile.readToServe(file(GOOD), Env.none(), Duration.ZERO, log -> {});
        var file = file(GOOD + "\nproviders:\n  - github\n  - { id: staff, use: keycloak, issuer: 'https://id.example',"
                + " clientId: a }");
        var missing = catchThrowableOfType(
                ConfigException.class, () -> ConfigFile.readToServe(file, Env.none(), Duration.ZERO, log -> {}));
        assertThat(missing.lines())
                .satisfiesExactly(
                        id -> assertThat(id).contains("the provider github has no clientId", "AUTH_GITHUB_ID"),
                        secret -> assertThat(secret).contains("AUTH_GITHUB_SECRET"),
                        staff -> assertThat(staff)
                                .contains("the provider staff has no clientSecret", "AUTH_KEYCLOAK_SECRET"));
        assertThat(catchThrowableOfType(ConfigException.class, () -> ConfigFile.read(file, Env.none(), running)))
                .isNotNull();
        assertThat(ConfigFile.read(file, Env.none()).auth().providers()).hasSize(2);
    }

    @Test
    void the_clock_of_a_process_that_serves_in_production_is_not_shifted() throws Exception {
        var ahead = Duration.ofMinutes(10);
        var file = file(GOOD);
        var production = catchThrowableOfType(
                ConfigException.class, () -> ConfigFile.readToServe(file, Env.none(), ahead, log -> {}));
        assertThat(production.lines()).singleElement().asString().contains("--clock-offset", "production", "env: test");

        var test = file("env: test\n" + GOOD);
        assertThat(ConfigFile.readToServe(test, Env.none(), ahead, log -> {}).clockOffset())
                .isEqualTo(ahead);
    }

    @Test
    void in_development_an_application_has_time_to_start_and_to_compile() throws Exception {
        var hooks = "hooks: { url: 'http://127.0.0.1:1/hooks' }";
        var development = new Development("http://localhost:3000", "5f0c2e9b71d84a36b8e1f7c09d2a4e63", (c, e) -> {});
        assertThat(ConfigFile.read(file(GOOD + hooks), Env.none(), development).hooks())
                .extracting(each -> each.settings().timeout())
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(ConfigFile.read(file(GOOD + hooks.replace(" }", ", timeout: 500 }")), Env.none(), development)
                        .hooks())
                .extracting(each -> each.settings().timeout())
                .isEqualTo(Duration.ofMillis(500));
        assertThat(ConfigFile.read(file(GOOD + hooks), Env.none()).hooks())
                .extracting(each -> each.settings().timeout())
                .isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void name_prefix_and_origins_of_the_site_come_from_the_file_or_the_environment() throws Exception {
        var github = "url: https://app.example/app\nproviders:\n  - { id: github, clientId: a, clientSecret: b }\n";
        var inFile = "siteName: Acme\nstrippedPrefix: /app\nallowedOrigins: ['https://spa.example']\n";
        var inEnvironment = Map.of(
                "AUTH_SITE_NAME", "Acme",
                "AUTH_STRIPPED_PREFIX", "/app",
                "AUTH_ALLOWED_ORIGINS", "https://spa.example");
        for (var settings : List.of(
                ConfigFile.read(file(GOOD + github + inFile), Env.none()),
                ConfigFile.read(file(GOOD + github), Env.of(inEnvironment)))) {
            var site = new PublicEndpoints(
                    Auth.of(settings.auth()), settings.auth().basePath());
            var page =
                    site.handle(Request.get("https://app.example/auth/signin").header("origin", "https://spa.example"));
            assertThat(page.text()).contains("Sign in to Acme", "https://app.example/app/auth/signin/github");
            assertThat(page.header("access-control-allow-origin")).hasValue("https://spa.example");
        }
    }

    @Test
    void tries_are_limited_as_the_file_says() throws Exception {
        assertThat(signInsThatPass("rateLimits: { signInStarts: { burst: 2, each: 3600 } }", 3))
                .isEqualTo(2);
        assertThat(signInsThatPass("rateLimits: { signInStarts: false }", 110)).isEqualTo(110);
        assertThat(signInsThatPass("rateLimits: false", 110)).isEqualTo(110);
    }

    private int signInsThatPass(String yaml, int tries) throws Exception {
        var file = file(GOOD + "url: https://app.example\n" + yaml
                + "\nproviders:\n  - { id: github, clientId: a, clientSecret: b }");
        var auth = Auth.of(ConfigFile.read(file, Env.none()).auth());
        var request = Request.of("GET", "https", "/", Headers.of("host", "app.example"), new byte[0], "8.8.4.4");
        int passed = 0;
        for (int i = 0; i < tries; i++) {
            try {
                auth.signIn(request, SignIn.with("github"));
                passed++;
            } catch (AuthException e) {
                assertThat(e.type()).isEqualTo(ErrorType.TOO_MANY_REQUESTS);
            }
        }
        return passed;
    }

    @Test
    void all_errors_are_reported_at_once_in_the_order_of_lines() throws IOException {
        var file = file("""
                prot: 1
                secret: x
                trustedProxies: [proxy]
                allowedHosts: ["https://app.example"]
                pages: { signIn: login, error: oops }
                theme:
                  brandColor: red;
                  buttonText: blue;
                session:
                  maxAge: soon
                  strategy: database
                providers:
                  - { id: a, type: oidc, issuer: "http://a.example" }
                  - { id: b, type: oauth, token: b }
                  - { id: c, type: oidc, issuer: "https://c.example" }
                  - { id: c, type: oidc, issuer: "https://c.example" }
                """);
        assertThat(refused(file, Map.of()).lines())
                .extracting(line -> line.substring(file.toString().length()))
                .containsExactly(
                        ":1: key \"prot\" is unknown; did you mean \"port\"?",
                        ":2: secret is shorter than 32 bytes; in production use 32 random bytes, for example from"
                                + " `openssl rand -base64 33`, or set env to development",
                        ":3: trustedProxies: proxy isn't an IP address range; write 10.0.0.0/8",
                        ":4: allowedHosts: \"https://app.example\" isn't a host; write app.example or app.example:8443",
                        ":5: pages.signIn must be a path such as /login, or an absolute URL",
                        ":5: pages.error must be a path such as /login, or an absolute URL",
                        ":7: theme.brandColor must be a CSS colour such as #346df1",
                        ":8: theme.buttonText must be a CSS colour such as #fff",
                        ":10: key \"session.maxAge\" must be a whole number, not a text; see: cardea config --explain session.maxAge",
                        ":11: database sessions need an adapter; set store, or session.strategy to jwt",
                        ":13: the provider a: issuer is plain http, so an attacker on the network can sign in as any user;"
                                + " use https, or danger.allowHttpIssuers",
                        ":14: the provider b has neither an issuer nor the endpoints authorization, userinfo; "
                                + "set its issuer (AUTH_B_ISSUER) or all three endpoints",
                        ":14: the provider b: token must be an absolute https URL",
                        ":16: two providers have the id c; give one of them a different ID");
    }

    @Test
    void every_name_that_the_file_gives_to_a_setting_of_the_library_is_a_key() {
        assertThat(CoreKeys.RENAMED.values())
                .allSatisfy(key -> assertThat(Keys.find(key)).as(key).isPresent());
    }

    @Test
    void consequences_of_a_reported_error_are_not_reported() throws IOException {
        var file = file("""
                secret: ${NOWHERE}
                store: { url: 5 }
                session: { strategy: database }
                providers:
                  - { id: a, type: oidc, issuer: [] }
                """);
        assertThat(refused(file, Map.of()).lines())
                .extracting(line -> line.substring(file.toString().length()))
                .containsExactly(
                        ":1: the variable NOWHERE isn't set; set it, or write ${NOWHERE:-default}",
                        ":2: key \"store.url\" must be a text (put it in quotes), not a number",
                        ":5: key \"providers.a.issuer\" must be a text, not a list");
    }

    @Test
    void a_missing_setting_is_reported_on_the_first_line() throws IOException {
        assertThat(refused(file("port: 1\n"), Map.of()).lines())
                .singleElement()
                .asString()
                .contains("c.yml:1: secret isn't set; set it or AUTH_SECRET");
    }

    @Test
    void aliases_that_repeat_or_contain_themselves_and_endless_nesting_are_errors_of_the_file() throws IOException {
        var bomb = new StringBuilder("x0: &x0 [a, b, c]\n");
        for (int i = 1; i < 16; i++) bomb.append("x%1$d: &x%1$d [*x%2$d, *x%2$d, *x%2$d]\n".formatted(i, i - 1));
        assertThat(refused(file(GOOD + bomb), Map.of()).lines())
                .singleElement()
                .asString()
                .contains("its aliases repeat as many");
        assertThat(refused(file(GOOD + "x: &x [*x]\n"), Map.of()).lines()).isNotEmpty();
        assertThat(refused(file(GOOD + "x: " + "[".repeat(100_000)), Map.of()).lines())
                .singleElement()
                .asString()
                .contains(":2: this nests deeper than 100");
        assertThat(refused(file(GOOD + "#" + "x".repeat(1024 * 1024)), Map.of()).lines())
                .singleElement()
                .asString()
                .contains("the file is longer than 1048576 characters");
    }

    @Test
    void aliases_of_reasonable_size_are_read() throws Exception {
        var file = file(GOOD + "url: https://app.example\nhooks: { url: &app 'http://127.0.0.1:1', events: [signIn],"
                + " callbacks: [] }\npages: { signIn: &page /login, error: *page }\n");
        assertThat(ConfigFile.read(file, Env.none()).auth().pages().error()).isEqualTo("/login");
    }

    @Test
    void a_file_that_is_refused_opens_no_store() throws IOException {
        refused(file("secret: x\nstore: 'jdbc:h2:" + directory.resolve("db") + "'"), Map.of());
        assertThat(directory.resolve("db.mv.db")).doesNotExist();
    }

    @Test
    void a_closed_provider_is_refused_with_the_key_that_leaves_it_out() throws IOException {
        var refused = refused(file("secret: " + SECRET + "\nproviders:\n  - passage"), Map.of());
        assertThat(refused.lines())
                .singleElement()
                .asString()
                .contains(":3: the provider passage is gone: ")
                .contains("use the provider passkey instead")
                .contains("ignoreClosedProviders: true");
    }

    @Test
    void closed_providers_are_left_out_and_reported_where_the_file_says_so() throws Exception {
        var file = file("secret: " + SECRET
                + "\nurl: https://app.example\nignoreClosedProviders: true\nproviders:\n  - passage\n"
                + "  - { id: pens, use: medium, clientId: '1' }\n  - { id: github, clientId: '1', clientSecret: s }");
        var settings = ConfigFile.read(file, Env.none());
        assertThat(settings.auth().providers())
                .extracting(provider -> provider.id())
                .containsExactly("github");
        assertThat(settings.advice())
                .hasSize(2)
                .anyMatch(
                        line -> line.startsWith("the provider passage is gone: ") && line.endsWith("; it is left out"))
                .anyMatch(line -> line.startsWith("the provider pens is gone: "));
    }

    @Test
    void a_secret_is_refused_without_being_repeated() throws IOException {
        var refused = refused(file("secret: geheim"), Map.of());
        assertThat(refused.lines())
                .singleElement()
                .asString()
                .contains(":1: secret is shorter")
                .doesNotContain("geheim");
    }

    @Test
    void variables_stand_in_any_scalar_and_read_as_its_type() throws Exception {
        var file = file("secret: ${S}\nport: ${PORT:-4000}\nhost: ${HOST:-0.0.0.0}\ndebug: ${D:-false}");
        var settings = ConfigFile.read(file, Env.of(Map.of("S", SECRET, "PORT", "4711")));
        assertThat(settings.port()).isEqualTo(4711);
        assertThat(settings.host()).isEqualTo("0.0.0.0");
    }

    @Test
    void a_secret_can_lie_in_a_file_beside() throws Exception {
        Files.writeString(directory.resolve("s.txt"), SECRET + "\n");
        assertThat(ConfigFile.read(file("secret: { file: s.txt }"), Env.none()).port())
                .isEqualTo(3000);
    }

    @Test
    void a_secret_file_that_is_not_there_is_unreadable_rather_than_wrong() throws IOException {
        var refused = refused(file("secret: { file: gone.txt }"), Map.of());
        assertThat(refused.isUnreadable()).isTrue();
        assertThat(refused.lines())
                .containsExactly(directory.resolve("c.yml") + ":1: key \"secret\": the file gone.txt cannot be read");
    }

    @Test
    void a_file_may_be_JSON_with_a_mark_tabs_and_carriage_returns() throws Exception {
        var file = file("\uFEFF{\r\n\t\"secret\": \"" + SECRET
                + "\",\r\n\t\"port\": 4711,\r\n\t\"pages\": {\r\n\t\t\"error\": null\r\n\t}\r\n}");
        assertThat(ConfigFile.read(file, Env.none()).port()).isEqualTo(4711);
    }

    @Test
    void expired_rows_are_removed_once_a_day_unless_the_file_says_otherwise() throws Exception {
        var store = GOOD + "store: memory\n";
        assertThat(ConfigFile.read(file(store), Env.none()).cleanUp()).isEqualTo(Duration.ofDays(1));
        assertThat(ConfigFile.read(file(store + "cleanup: { every: 3600 }\n"), Env.none())
                        .cleanUp())
                .isEqualTo(Duration.ofHours(1));
        assertThat(ConfigFile.read(file(store + "cleanup: false\n"), Env.none()).cleanUp())
                .isNull();
    }

    @Test
    void a_mail_server_may_be_an_object() throws Exception {
        Files.writeString(directory.resolve("pass.txt"), "p:@/ ü\n");
        var file = file(GOOD + """
                store: memory
                providers:
                  - { id: nodemailer, from: a@b.example, server: { host: mail.example, port: 587, secure: false,
                      auth: { user: ann@b.example, pass: { file: pass.txt } } } }
                  - { id: email, from: a@b.example, server: { secure: true, auth: { user: "", pass: "" } } }
                """);
        assertThat(ConfigFile.read(file, Env.none()).auth().providers()).hasSize(2);
        assertThat(EmailKeys.server(section("server: { host: h, auth: { user: 'a@b', pass: 'p:@/ ü+' } }")))
                .hasValue("smtp://a%40b:p%3A%40%2F%20%C3%BC%2B@h:25");
        assertThat(EmailKeys.server(section("server: { secure: true, auth: { user: '', pass: '' } }")))
                .hasValue("smtps://localhost:465");
    }

    @Test
    void a_provider_can_be_listed_several_times_each_with_its_own_settings() throws Exception {
        var file = file(GOOD + """
                store: memory
                providers:
                  - github
                  - { id: work, use: github, name: GitHub at work, clientId: w, enterprise: { baseUrl: "https://git.example" } }
                  - { use: keycloak, issuer: "https://a.example/realms/a", clientId: a }
                  - { id: staff, use: keycloak, issuer: "https://b.example/realms/b", checks: [pkce, state] }
                  - { id: erp, use: netsuite, accountID: 81555, userinfo: { url: "https://erp.example/me" } }
                  - { id: gitlab, userinfo: "https://gitlab.com/own", authorization: { params: { scope: openid } } }
                  - { id: resend, from: a@b.example, apiKey: k }
                  - { id: post-eu, use: mailgun, region: EU, from: a@b.example }
                """);
        var env = Env.of(Map.of(
                "AUTH_GITHUB_ID", "g",
                "AUTH_KEYCLOAK_SECRET", "k",
                "AUTH_STAFF_ID", "s",
                "AUTH_POST_EU_KEY", "m"));
        Map<String, Provider> providers = new HashMap<>();
        ConfigFile.read(file, env).auth().providers().forEach(provider -> providers.put(provider.id(), provider));
        assertThat(providers).hasSize(8);
        var work = (OAuthProvider) providers.get("work");
        assertThat(work.name()).isEqualTo("GitHub at work");
        assertThat(work.clientId()).isEqualTo("w");
        assertThat(work.userinfo().url()).isEqualTo("https://git.example/api/v3/user");
        assertThat(((OAuthProvider) providers.get("github")).clientId()).isEqualTo("g");
        var staff = (OAuthProvider) providers.get("staff");
        assertThat(staff.clientId()).isEqualTo("s");
        assertThat(staff.clientSecret()).as("where it has none, the provider's").isEqualTo("k");
        assertThat(staff.checks()).containsExactlyInAnyOrder(Check.PKCE, Check.STATE);
        var erp = (OAuthProvider) providers.get("erp");
        assertThat(erp.token().url()).startsWith("https://81555.suitetalk.");
        assertThat(erp.userinfo().url()).isEqualTo("https://erp.example/me");
        var gitlab = (OAuthProvider) providers.get("gitlab");
        assertThat(gitlab.userinfo().url()).isEqualTo("https://gitlab.com/own");
        assertThat(gitlab.profile()).as("its mapping stays").isPresent();
        assertThat(gitlab.authorization().params()).containsEntry("scope", "openid");
        assertThat(((EmailProvider) providers.get("resend")).from()).isEqualTo("a@b.example");
        assertThat(((EmailProvider) providers.get("post-eu")).apiKey()).isEqualTo("m");
    }

    @Test
    void the_key_of_a_provider_can_be_in_a_separate_file() throws Exception {
        var pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        Files.writeString(
                directory.resolve("AuthKey.p8"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(pair.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        var file = file(GOOD + """
                providers:
                  - { id: apple, clientId: a.b, teamId: T, keyId: K, privateKey: { file: AuthKey.p8 } }
                """);
        var apple = (OAuthProvider)
                ConfigFile.read(file, Env.none()).auth().providers().get(0);
        assertThat(apple.makesClientSecret()).isTrue();
    }

    @Test
    void a_cookie_may_say_same_site_as_JavaScript_does() throws Exception {
        var file = file(
                GOOD + "cookies: { state: { options: { sameSite: true } }, nonce: { options: { sameSite: false } } }");
        assertThat(ConfigFile.read(file, Env.none()).port()).isEqualTo(3000);
    }

    @Test
    void a_file_in_full_is_read() throws Exception {
        var settings = ConfigFile.read(file(GOOD + """
                env: test
                host: 127.0.0.1
                port: 0
                url: https://app.example
                basePath: /api/auth
                trustHost: true
                trustedProxies: [10.0.0.0/8]
                allowedHosts: [app.example]
                useSecureCookies: false
                redirectProxyUrl: https://login.example/auth
                session: { strategy: jwt, maxAge: 2592000, updateAge: 86400 }
                jwt: { maxAge: 2592000 }
                store: memory
                migrate: true
                pages: { signIn: /login, signOut: /bye, error: /oops, verifyRequest: /sent, newUser: /welcome }
                theme: { colorScheme: auto, brandColor: "#346df1", logo: /logo.svg, buttonText: "#fff" }
                cookies: { sessionToken: { name: my.session, options: { sameSite: strict } } }
                debug: false
                bridge: true
                experimental: { enableWebAuthn: true }
                danger: { skipCSRFCheck: false, allowHttpIssuers: false, allowHttpHooks: false }
                providers:
                  - { id: acme, type: oidc, name: Acme, issuer: "https://id.acme.example", clientId: a, clientSecret: b,
                      checks: [pkce, state, nonce], authorization: { params: { scope: openid email } },
                      client: { token_endpoint_auth_method: client_secret_post },
                      allowDangerousEmailAccountLinking: false, style: { brandColor: "#000" } }
                  - { id: legacy, type: oauth, authorization: "https://l.example/a",
                      token: { url: "https://l.example/t", params: {} }, userinfo: "https://l.example/u",
                      profile: { id: "data[0].id", name: [full_name, login], email: email, image: avatar },
                      account: [access_token, refresh_token] }
                  - { id: nodemailer, server: "smtp://user:pass@127.0.0.1:2525", from: no-reply@app.example, maxAge: 86400 }
                  - passkey
                  - { id: keys, use: webauthn, name: Security key, enableConditionalUI: false, signUp: false, timeout: 60000,
                      userVerification: discouraged, residentKey: discouraged, relayingParty: { id: example, origin: ["https://app.example"] },
                      formFields: { email: { label: Address, autocomplete: username webauthn } } }
                  - { id: credentials, name: Password, databaseSessions: false,
                      credentials: { username: { label: User }, password: { label: Password, type: password } } }
                hooks: { url: "http://127.0.0.1:4000/hooks", callbacks: [signIn, redirect, jwt, session, authorize],
                  events: [signIn, signOut], timeout: 3000 }
                """), Env.none());
        assertThat(settings.auth().providers())
                .extracting(p -> p.id())
                .isEqualTo(List.of("acme", "legacy", "nodemailer", "passkey", "keys", "credentials"));
        assertThat(settings.auth().basePath()).isEqualTo("/api/auth");
        assertThat(settings.hooks()).isNotNull();
        assertThat(settings.store()).isNotNull();
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("c.yml"), yaml);
    }

    private Section section(String yaml) {
        var findings = new Findings(directory.resolve("c.yml"));
        var table = Document.read(yaml, "c.yml", Env.none(), findings).orElseThrow();
        return new Section(new Source(directory, findings), "", table);
    }

    private static ConfigException refused(Path file, Map<String, String> env) {
        return catchThrowableOfType(ConfigException.class, () -> ConfigFile.read(file, Env.of(env)));
    }
}
