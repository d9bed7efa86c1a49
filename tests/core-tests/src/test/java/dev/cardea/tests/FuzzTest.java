package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.ProtectedPaths;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Rounds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random requests, 100,000 of them, from a seed that is printed ({@code -Dcardea.fuzz.seed}): whatever a visitor sends,
 * nothing is thrown and no answer is the server's fault.
 */
@Tag("slow")
class FuzzTest {
    private static final int REQUESTS = Rounds.of(100_000);
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static final List<String> HEADERS = List.of(
            "Host",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Forwarded-For",
            "X-Forwarded-Port",
            "Forwarded",
            "Cookie",
            "Accept",
            "Accept-Language",
            "Authorization",
            "Content-Type",
            "Content-Length",
            "Origin",
            "Referer",
            "Sec-Fetch-Site",
            "Sec-Fetch-Mode",
            "X-Auth-Return-Redirect",
            "X-Cardea-Bridge",
            "If-None-Match",
            "If-Modified-Since",
            "If-Match",
            "Range",
            "User-Agent");

    private static final List<String> ROUTES = List.of(
            "providers",
            "session",
            "csrf",
            "signin",
            "signout",
            "callback",
            "verify-request",
            "error",
            "webauthn-options",
            "undefined",
            "..");

    private static final List<String> PROVIDERS =
            List.of("acme", "open", "mail", "login", "absent", "undefined", "%2e");

    /** What parsers look for, and what they stumble over. */
    private static final List<String> WORDS = List.of(
            ",",
            ",,",
            ";",
            "=",
            "==",
            "&",
            "%",
            "%0",
            "%zz",
            "%00",
            "%ff%fe",
            "%C3%A9",
            "+",
            "|",
            "\"",
            "\\",
            "'",
            "<script>",
            "*",
            "*;q=0.5",
            "q=",
            ";q=1.0000",
            ";q=-1",
            "de-DE,en;q=0.8",
            "text/html",
            "application/json",
            "application/json; charset=\"",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "https://app.example",
            "https://",
            "http://[::1]:3000",
            "http://[",
            "app.example",
            "app.example:",
            "app.example:99999999999",
            "[::1]",
            "[::ffff:1.2.3.4]:80",
            "1.2.3.4:5",
            "256.1.1.1",
            "fe80::1%eth0",
            "unknown",
            "for=1.2.3.4;proto=https",
            "same-origin",
            "cross-site",
            "null",
            "true",
            "{",
            "}",
            "[",
            "]",
            "{}",
            "{\"a\":",
            "[[[[[[[[[[",
            "\"\\ud800\"",
            "1e999999999",
            "-0",
            "authjs.session-token",
            "authjs.session-token.0",
            "authjs.session-token.1",
            "authjs.csrf-token",
            "authjs.callback-url",
            "authjs.state",
            "authjs.pkce.code_verifier",
            "__Host-authjs.csrf-token",
            "__Secure-authjs.session-token",
            "cardea.error-id",
            "callbackUrl",
            "csrfToken",
            "email",
            "token",
            "state",
            "code",
            "error",
            "iss",
            "ada@example.com",
            "a@b@c",
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..a.b.c",
            "....",
            "Bearer",
            "Basic OjpAOg==",
            "v2.act.1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "v2.forward.999999999999.x",
            "\u00e9",
            "\ud83d\ude00",
            "\ud800",
            "\u202e",
            "\u0130",
            "//evil.example",
            "/..;/",
            "javascript:alert(1)",
            " ",
            "\t");

    @Test
    void whatever_visitors_send_nothing_is_thrown_and_no_answer_is_the_servers_fault() {
        long seed = Long.getLong("cardea.fuzz.seed", 20_261_122L);
        System.out.println("FuzzTest: -Dcardea.fuzz.seed=" + seed);
        var random = new Random(seed);
        var sites = sites();
        var guarded = ProtectedPaths.of("/account", "/admin/*");
        for (int i = 0; i < REQUESTS; i++) {
            var auth = sites.get(i % sites.size());
            var request = request(random);
            Response answer;
            try {
                answer = auth.handle(request);
                if (i % 10 == 0) auth.visitor(request).refusal();
                guarded.cover(request.path());
            } catch (RuntimeException | StackOverflowError e) {
                fail(described(i, request), e);
                return;
            }
            if (answer.status() >= 500) fail(answer.status() + " " + described(i, request));
        }
    }

    /** The signature is good, so that what stands behind it is reached: the site passes on what visitors send. */
    @Test
    void whatever_is_passed_on_over_the_bridge_nothing_is_thrown_and_no_answer_is_the_servers_fault() {
        long seed = Long.getLong("cardea.fuzz.seed", 20_261_122L);
        var random = new Random(seed);
        var auth = sites().get(0);
        var signer = new BridgeSigner(SECRET);
        var modes = BridgeMode.values();
        for (int i = 0; i < REQUESTS / 10; i++) {
            var request = request(random);
            request = request.headers(request.headers().without("X-Cardea-Bridge"));
            var signed = signer.sign(modes[i % modes.length], request, Instant.now());
            try {
                var answer = auth.handle(signed);
                if (answer.status() >= 500) fail(answer.status() + " " + described(i, signed));
            } catch (RuntimeException | StackOverflowError e) {
                fail(described(i, signed), e);
            }
        }
    }

    @Test
    void the_same_seed_makes_the_same_requests() {
        assertThat(described(0, request(new Random(7)))).isEqualTo(described(0, request(new Random(7))));
    }

    private static List<Auth> sites() {
        return List.of(
                Auth.of(config().trustHost(true).build()),
                Auth.of(config().trustHost(true)
                        .trustedProxies("10.0.0.0/8", "fd00::/8")
                        .build()),
                Auth.of(config().trustHost(true).allowedHosts("app.example").build()),
                Auth.of(config().url("https://app.example")
                        .adapter(new InMemoryAdapter())
                        .build()));
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret(SECRET)
                .session(SessionOptions.jwt())
                .bridge(true)
                .adapter(new InMemoryAdapter())
                .rateLimits(RateLimits.OFF)
                .http(request -> Response.of(500))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {}
                })
                .provider(
                        OAuthProvider.oauth("acme", "Acme")
                                .authorization("https://id.example/authorize")
                                .token("https://id.example/token")
                                .userinfo("https://id.example/userinfo")
                                .clientId("client")
                                .clientSecret("secret"),
                        OAuthProvider.oidc("open", "Open", "https://id.example")
                                .clientId("client")
                                .clientSecret("secret"),
                        EmailProvider.of("mail", mail -> {}),
                        CredentialsProvider.of((credentials, request) -> Optional.empty())
                                .id("login"));
    }

    private static Request request(Random random) {
        var headers = Headers.NONE;
        if (random.nextInt(10) > 0) headers = headers.with("Host", "app.example");
        for (int i = random.nextInt(5); i > 0; i--) headers = headers.with(any(HEADERS, random), text(random));
        boolean post = random.nextInt(3) == 0;
        if (post && random.nextBoolean()) headers = headers.with("Content-Type", bodyType(random));
        var method = random.nextInt(50) == 0 ? text(random) : post ? "POST" : "GET";
        var scheme = random.nextBoolean() ? "https" : "http";
        return Request.of(method, scheme, target(random), headers, body(random, post), peer(random));
    }

    private static String bodyType(Random random) {
        return random.nextBoolean() ? "application/json" : "application/x-www-form-urlencoded";
    }

    private static String target(Random random) {
        if (random.nextInt(20) == 0) return text(random);
        var path = new StringBuilder("/auth/").append(any(ROUTES, random));
        if (random.nextBoolean()) path.append('/').append(any(PROVIDERS, random));
        if (random.nextInt(10) == 0) path.append(text(random));
        if (random.nextBoolean()) path.append('?').append(pairs(random));
        return path.toString();
    }

    private static String pairs(Random random) {
        var pairs = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 150 : 4); i >= 0; i--) {
            pairs.append(text(random)).append('=').append(text(random)).append('&');
        }
        return pairs.toString();
    }

    private static byte[] body(Random random, boolean post) {
        if (!post) return new byte[0];
        switch (random.nextInt(4)) {
            case 0 -> {
                var bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                return bytes;
            }
            case 1 -> {
                return pairs(random).getBytes(StandardCharsets.UTF_8);
            }
            case 2 -> {
                var json = "{\"" + any(WORDS, random) + "\":" + any(WORDS, random) + ",\"csrfToken\":" + text(random)
                        + "}";
                return json.getBytes(StandardCharsets.UTF_8);
            }
            default -> {
                return any(WORDS, random).repeat(random.nextInt(5_000)).getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    private static String peer(Random random) {
        return any(List.of("10.0.0.1", "203.0.113.9", "fd00::1", "::1", "", "not an address"), random);
    }

    /** Words and random characters, as a host could hand them on: without line breaks and control characters. */
    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            if (random.nextInt(3) > 0) text.append(any(WORDS, random));
            else text.append((char) (0x20 + random.nextInt(random.nextInt(10) == 0 ? 0xd000 : 0x5f)));
        }
        if (random.nextInt(500) == 0) text.append("a".repeat(random.nextInt(20_000)));
        return CONTROLS.matcher(text).replaceAll("");
    }

    private static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static String described(int number, Request request) {
        var lines = new StringBuilder("request " + number + ": " + request.method() + " " + request.target() + " from "
                + request.remoteAddress());
        request.headers()
                .fields()
                .forEach(field ->
                        lines.append('\n').append(field.name()).append(": ").append(field.value()));
        return lines.append("\n\n").append(request.text()).toString();
    }
}
