package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.cardea.config.Env;
import dev.cardea.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The schema and the parser say the same of each file of one corpus, in keys, types, words and ranges. Files that break a
 * rule between keys are marked: they are the parser's alone.
 */
class ConfigSchemaTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String GOOD = "secret: " + SECRET + "\n";
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(ConfigSchema.text(), InputFormat.JSON);

    @TempDir
    Path directory;

    private static final String MAIL =
            "store: memory\nproviders: [{ id: nodemailer, server: 'smtp://a.example', from: a@b.example }]\n";

    static Stream<String> valid() {
        return Stream.of(
                "",
                "port: 0",
                "port: ${PORT:-80}",
                "port: null",
                "host: ${HOST:-localhost}",
                "debug: true",
                "debug: ${D:-false}",
                "env: test",
                "env: ${E:-test}",
                "secret: { file: secret.txt }",
                "secret: [ '" + SECRET + "', { file: secret.txt } ]",
                "trustedProxies: [10.0.0.0/8]",
                "session: { strategy: jwt, maxAge: 60, updateAge: 0 }",
                "session: null",
                "session: { strategy: revocable }\nstore: memory\nproviders: [{ id: kc, use: keycloak, clientId: a, clientSecret: b, issuer: 'https://op.example',"
                        + " logout: { rpInitiated: onRequest, backChannel: true, frontChannel: true, initiateLogin: true, tokenAge: 60 } }]",
                "jwt: { maxAge: 60, secret: ['" + SECRET + "'] }",
                "store: memory",
                "store: { url: memory, pool: { size: 3 } }",
                "store: { url: 'jdbc:h2:mem:a', layout: prisma, tables: { user: app_user }, password: { file: secret.txt } }",
                "recorder: off",
                "recorder: { folder: traces }",
                "recorder: { folder: /var/lib/traces, maxBytes: 1048576, maxAge: 60 }",
                "bridge: on",
                "cleanup: false",
                "cleanup: off",
                "cleanup: { every: 60 }",
                "accounts: false",
                MAIL + "accounts: true",
                "store: memory\naccounts: { passwords: false }",
                MAIL
                        + "accounts: { minimumLength: 8, signUp: closed, contextWords: [acme], signUpFields: { company: { label: Company } },"
                        + " pages: { signUp: /join, forgot: /forgot, account: /me, reauth: /confirm } }",
                "rateLimits: false",
                "rateLimits: { mailsToAddress: { burst: 3, each: 2 }, failedCallbacks: false, ipv6Prefix: 48 }",
                "cookies: { sessionToken: { name: a.b, options: { sameSite: true, maxAge: 60 } } }",
                "cookies: { state: { options: { sameSite: none, secure: true, priority: high } } }",
                "danger: { skipCSRFCheck: true, allowHttpIssuers: true, allowHttpHooks: true }",
                "pages: { signIn: /login }",
                "url: https://a.example\ntrustedProxies: [10.0.0.1]\nforwardAuth: { audience: 'https://a.example', public: [/,"
                        + " /docs/*], rules: [{ path: /admin/*, roles: [admin] }, { path: /account }] }",
                "theme: { colorScheme: dark, brandColor: '#123456' }",
                "log: { format: json, level: warn, levels: { dev.cardea: debug, org: off }, access: all, clientAddress: none }",
                "management: { host: 127.0.0.1, port: 9465, token: 0123456789abcdef }",
                "shutdown: { delay: 5 }",
                "outbound: { proxy: 'http://proxy.example:3128', direct: [.corp.example, host] }",
                "limits: { bodyBytes: 2048, requests: 1, hookCalls: 1, connections: 20 }",
                "hooks: { url: 'http://127.0.0.1:1', callbacks: auto, events: [signIn], awaited: [], timeout: 5 }",
                "hooks: { url: 'http://127.0.0.1:1', callbacks: [jwt], headers: { x-a: b, x-c: { file: secret.txt } } }",
                "providers: []",
                "providers: [github, google]",
                "providers:\n  - { id: github, clientId: a, clientSecret: { file: secret.txt } }",
                "providers:\n  - { id: github, enterprise: { baseUrl: 'https://git.example' } }",
                "providers:\n  - { id: staff, use: keycloak, issuer: 'https://id.example', clientId: a }",
                "providers:\n  - { id: a, type: oidc, issuer: 'https://a.example', checks: [pkce, state],"
                        + " authorization: { params: { scope: openid, n: 5 } }, client: { token_endpoint_auth_method: none } }",
                "providers:\n  - { id: a, type: oauth, authorization: 'https://a.example/a', token: { url: 'https://a.example/t' },"
                        + " userinfo: 'https://a.example/u', profile: { id: [sub, id], name: name }, account: [access_token] }",
                "store: memory\nproviders:\n  - { id: nodemailer, server: 'smtp://h', from: a@b.example, maxAge: 60 }",
                "store: memory\nproviders:\n  - { id: email, from: a@b.example, server: { host: h, port: 25, secure: false } }",
                "store: memory\nproviders:\n  - { id: resend, from: a@b.example, apiKey: k }",
                "hooks: { url: 'http://127.0.0.1:1' }\nproviders:\n"
                        + "  - { id: credentials, name: A, credentials: { username: { label: U, required: true } } }",
                "store: memory\nexperimental: { enableWebAuthn: true }\nproviders:\n"
                        + "  - { id: passkey, residentKey: required, relayingParty: { id: a.example, origin: ['https://a.example'] } }");
    }

    static Stream<String> invalid() {
        return Stream.of(
                "prot: 1",
                "port: abc",
                "port: '80'",
                "port: 70000",
                "port: -1",
                "port: 1.5",
                "port: [1]",
                "host: 5",
                "host: [a]",
                "host: { a: b }",
                "debug: 'true'",
                "debug: yes",
                "recorder: Off",
                "cleanup: on",
                "debug: 1",
                "env: prod",
                "secret: 5",
                "secret: { path: a }",
                "secret: [5]",
                "trustedProxies: 10.0.0.0/8",
                "trustedProxies: [5]",
                "session: jwt",
                "session: { maxage: 5 }",
                "session: { strategy: jtw }",
                "session: { maxAge: 0 }",
                "store: 5",
                "store: { url: memory, pool: { size: 0 } }",
                "store: { url: memory, layout: odd }",
                "store: { url: memory, tables: { user: 5 } }",
                "cleanup: true",
                "cleanup: { every: 1 }",
                "rateLimits: true",
                "rateLimits: { mailToAddress: false }",
                "rateLimits: { mailsToAddress: { burst: 0 } }",
                "rateLimits: { ipv6Prefix: 8 }",
                "cookies: { session: { name: a } }",
                "cookies: { sessionToken: { options: { sameSite: maybe } } }",
                "log: { format: xml }",
                "log: { levels: { dev.cardea: loud } }",
                "log: json",
                "management: { ports: 1 }",
                "management: true",
                "shutdown: { delay: 601 }",
                "tls: true",
                "tls: { cert: site.pem, key: key.pem }",
                "outbound: { proxy: 5 }",
                "outbound: { noProxy: [host] }",
                "limits: { requests: 0 }",
                "limits: { everything: 1 }",
                "hooks: { url: 'http://127.0.0.1:1', callbacks: [signin] }",
                "hooks: { url: 'http://127.0.0.1:1', callbacks: all }",
                "hooks: { url: 'http://127.0.0.1:1', timeout: 0 }",
                "accounts: 5",
                "accounts: { minimumLength: 7 }",
                "accounts: { minLength: 15 }",
                "accounts: { signUp: nobody }",
                "accounts: { pages: { signup: /join } }",
                "forwardAuth: true",
                "forwardAuth: { audiense: a }",
                "forwardAuth: { audience: 5 }",
                "forwardAuth: { public: / }",
                "forwardAuth: { rules: { path: / } }",
                "forwardAuth: { rules: [5] }",
                "forwardAuth: { rules: [{ paths: / }] }",
                "forwardAuth: { rules: [{ path: /, roles: admin }] }",
                "providers: 5",
                "providers: [5]",
                "providers: [githbu]",
                "providers:\n  - { id: a, use: githbu }",
                "providers:\n  - { id: github, clientID: x }",
                "providers:\n  - { id: github, enterprise: { baseURL: x } }",
                "providers:\n  - { id: a, type: oidc, issuer: 'https://a.example', clientID: x }",
                "providers:\n  - { id: a, type: saml }",
                "providers:\n  - { id: a, type: oidc, issuer: 'https://a.example', checks: [nonse] }",
                "providers:\n  - { id: email, from: a@b.example, server: { host: h, prot: 25 } }",
                "store: memory\nproviders:\n  - { id: passkey, residentKey: maybe }");
    }

    /** Rules between keys, and of values: the parser's alone. */
    static Stream<String> rules() {
        return Stream.of(
                "tls: { certificate: gone.pem, key: gone.pem }",
                "management: { port: 3000 }",
                "management: { token: short }",
                "url: nowhere",
                "store: { user: a }",
                "store: odd",
                "forwardAuth: { audience: 'https://a.example' }",
                "forwardAuth: { public: [/] }",
                "accounts: true",
                MAIL + "session: { strategy: jwt }\naccounts: true",
                MAIL + "accounts: { signUpFields: { role: { label: Role } } }",
                "providers: [passkey]",
                "providers: [keycloak]",
                "hooks: { callbacks: auto }",
                "port: ${PORT:-abc}",
                "rateLimits: { mailsToAddress: { burst: 1000000, each: 31536000 } }");
    }

    @ParameterizedTest
    @MethodSource("valid")
    void the_schema_accepts_what_the_server_accepts(String file) throws IOException {
        assertThat(parserFindings(file)).isEmpty();
        assertThat(schemaFindings(file)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void the_schema_rejects_what_the_server_rejects(String file) throws IOException {
        assertThat(parserFindings(file)).isNotEmpty();
        assertThat(schemaFindings(file)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_parser_alone_rejects(String file) throws IOException {
        assertThat(parserFindings(file)).isNotEmpty();
        assertThat(schemaFindings(file)).isEmpty();
    }

    /** A key that is read without a declaration, or declared and never read, is in neither the schema nor the guide. */
    @Test
    void every_key_that_is_read_is_declared_and_every_declared_key_is_read() throws IOException {
        var asked = new TreeSet<String>();
        for (var file : Stream.concat(valid(), rules()).toList()) asked.addAll(asked(file));
        assertThat(asked)
                .allSatisfy(path -> assertThat(isDeclared(path)).as(path).isTrue());
        var declared = new ArrayList<String>();
        leaves("", Keys.FILE, declared);
        assertThat(asked).containsAll(declared);
    }

    private static boolean isDeclared(String path) {
        if (path.equals("providers") || path.equals("providers.id") || path.equals("providers.use")) return true;
        return path.matches("providers\\.[^.]+\\.(use|type)") || Keys.find(path).isPresent();
    }

    private static void leaves(String path, List<Key> keys, List<String> all) {
        for (var key : keys) {
            var full = path.isEmpty() ? key.name() : path + "." + key.name();
            all.add(full);
            // Cookies and budgets have the same keys each, and the corpus has one of them.
            if (full.startsWith("cookies.") || full.startsWith("rateLimits.")) continue;
            key.shape(Key.Shape.Group.class).or(key::items).ifPresent(group -> leaves(full, group.keys(), all));
        }
    }

    private TreeSet<String> asked(String file) throws IOException {
        Files.writeString(directory.resolve("secret.txt"), SECRET);
        var findings = new Findings(directory.resolve("cardea.yml"));
        var env = Env.none();
        var source = new Source(directory, findings);
        var table = Document.read(text(file), "cardea.yml", env, findings, true);
        var settings = table.map(t -> new ConfigFile(source, env).read(new Section(source, "", t)))
                .orElse(null);
        if (settings != null && settings.store() != null) settings.store().close();
        return new TreeSet<>(source.asked());
    }

    private List<String> parserFindings(String file) throws IOException {
        Files.writeString(directory.resolve("secret.txt"), SECRET);
        var path = Files.writeString(directory.resolve("cardea.yml"), text(file));
        try {
            var settings = ConfigFile.read(path, Env.none());
            if (settings.store() != null) settings.store().close();
            return List.of();
        } catch (ConfigException e) {
            return e.lines();
        }
    }

    private static String text(String file) {
        return file.startsWith("secret") ? file : GOOD + file;
    }

    private static List<String> schemaFindings(String file) {
        var yaml = new Load(LoadSettings.builder().setSchema(new CoreSchema()).build());
        Object value = yaml.loadFromString(text(file));
        return SCHEMA.validate(Json.print(longs(value)), InputFormat.JSON).stream()
                .map(String::valueOf)
                .toList();
    }

    private static Object longs(Object value) {
        if (value instanceof Map<?, ?> map) {
            var all = new java.util.LinkedHashMap<String, Object>();
            map.forEach((name, each) -> all.put(String.valueOf(name), longs(each)));
            return all;
        }
        if (value instanceof List<?> list)
            return list.stream().map(ConfigSchemaTest::longs).toList();
        return value instanceof Integer number ? Long.valueOf(number) : value;
    }
}
