package dev.cardea.forward;

import static dev.cardea.forward.ForwardSite.ask;
import static dev.cardea.forward.ForwardSite.authRequest;
import static dev.cardea.forward.ForwardSite.extAuthz;
import static dev.cardea.forward.ForwardSite.forwardAuth;
import static dev.cardea.forward.ForwardSite.identity;
import static dev.cardea.forward.ForwardSite.page;
import static dev.cardea.forward.ForwardSite.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy is answered. */
class VerifyTest {
    private static final List<String> NO_USER = List.of("", "", "", "", "");

    private final ForwardSite site = new ForwardSite();
    private final Auth auth = site.auth();
    private final String member =
            site.signIn(Claims.of("email", "ada@example.com").with("name", "Ada"));
    private final String admin = site.signIn(
            Claims.of("email", "eve@example.com").with("name", "Eve").with("role", "admin"));

    private int status(Request request) {
        return auth.handle(request).status();
    }

    /** How each endpoint is asked for a path of the application. */
    static Stream<Function<String, Request>> endpoints() {
        return Stream.of(
                path -> authRequest("https://app.example" + path), ForwardSite::forwardAuth, ForwardSite::extAuthz);
    }

    /** The answer to a preflight has status 204, which a proxy takes for a permission. */
    @ParameterizedTest
    @MethodSource("endpoints")
    void a_preflight_of_an_allowed_origin_is_not_answered_for_the_application(Function<String, Request> asked) {
        var spa = Auth.of(site.config().allowedOrigins("https://spa.example"));
        var asks = asked.apply("/orders")
                .header("Origin", "https://spa.example")
                .header("Access-Control-Request-Method", "GET");
        var preflight =
                Request.of("OPTIONS", asks.scheme(), asks.target(), asks.headers(), asks.body(), asks.remoteAddress());
        var answer = spa.handle(preflight);
        assertThat(answer.status()).isNotEqualTo(204).isGreaterThanOrEqualTo(300);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_session_passes_and_its_user_is_named_in_five_headers(Function<String, Request> asked) {
        var answer = auth.handle(asked.apply("/orders").header("Cookie", member));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("Cardea-User-Email")).hasValue("ada@example.com");
        assertThat(answer.header("Cardea-User-Name")).hasValue("Ada");
        assertThat(answer.header("Cardea-User-Roles")).hasValue("");
        assertThat(answer.header("Cardea-User-Id").orElse("")).isNotEmpty();
        assertThat(answer.header("Cardea-Identity").orElse("")).startsWith("ey");
        assertThat(answer.header("Cache-Control")).hasValue("private, no-cache, no-store");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void all_five_headers_are_there_once_and_empty_where_no_user_is_signed_in(Function<String, Request> asked) {
        var forged = asked.apply("/docs/a");
        for (var name : ForwardSite.HEADERS) forged = forged.header(name, "forged");
        var answer = auth.handle(forged);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().names()).containsAll(ForwardSite.HEADERS);
        assertThat(identity(answer)).isEqualTo(NO_USER);
    }

    @Test
    void without_a_session_nginx_gets_401_and_others_a_redirect_for_pages() {
        var nginx = auth.handle(page(authRequest("https://app.example/orders?a=1&b=ü".replace("ü", "%C3%BC"))));
        assertThat(nginx.status()).isEqualTo(401);
        assertThat(nginx.header("Location"))
                .hasValue("https://app.example/auth/enter?callbackUrl="
                        + "https%3A%2F%2Fapp.example%2Forders%3Fa%3D1%26b%3D%25C3%25BC");
        assertThat(auth.handle(authRequest("https://app.example/orders")).header("Location"))
                .isEmpty();

        for (var asked : List.of(forwardAuth("/orders?a=1"), extAuthz("/orders?a=1"))) {
            var answer = auth.handle(page(asked));
            assertThat(answer.status()).isEqualTo(302);
            assertThat(answer.header("Location"))
                    .hasValue("https://app.example/auth/signin?callbackUrl="
                            + "https%3A%2F%2Fapp.example%2Forders%3Fa%3D1");
            assertThat(status(asked)).isEqualTo(401);
        }
        var post = new String[] {"X-Forwarded-Method", "POST"};
        var form = page(forwardAuth("/orders"));
        form = form.headers(form.headers().set(post[0], post[1]));
        assertThat(status(form)).isEqualTo(401);
        assertThat(status(page(ask("POST", "/auth/verify/ext-authz/orders", ForwardSite.PROXY))))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_user_without_the_role_gets_403(Function<String, Request> asked) {
        var denied = auth.handle(asked.apply("/admin/users").header("Cookie", member));
        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.text()).isEqualTo("{\"error\":\"forbidden\"}");
        assertThat(denied.headers().names()).doesNotContainAnyElementsOf(ForwardSite.HEADERS);
        var shown = auth.handle(page(asked.apply("/admin/users")).header("Cookie", member));
        assertThat(shown.status()).isEqualTo(403);
        assertThat(shown.header("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(shown.text()).contains("Ada");

        var allowed = auth.handle(asked.apply("/admin/users").header("Cookie", admin));
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(allowed.header("Cardea-User-Roles")).hasValue("admin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin",
                "/ADMIN/x",
                "//admin/x",
                "/%61dmin/x",
                "/%2561dmin/x",
                "/%2e%2e/admin/x",
                "/docs/%2e%2e/admin/x",
                "/docs/..;/admin/x",
                "/docs/../admin/x",
                "/docs;x/../admin",
                "/admin;x/y",
                "/admin%2fx",
                "/docs/..%2fadmin",
                "/docs%2f..%2fadmin",
                "/x\\..\\admin",
                "/admin%3fx",
                "/admin%23x",
                "/docs/%252e%252e%252fadmin",
                "/%25252525252561dmin"
            })
    void a_rule_covers_every_spelling_of_its_path(String path) {
        for (var asked : endpoints().toList()) {
            assertThat(status(asked.apply(path).header("Cookie", member))).isEqualTo(403);
            assertThat(status(asked.apply(path))).isEqualTo(401);
            assertThat(status(asked.apply(path).header("Cookie", admin))).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/../orders",
                "/docs/%2e%2e/orders",
                "/docs/..%2forders",
                "/docs/..;/orders",
                "/docs%2f..%2forders",
                "/orders/../docs/a",
                "/orders/..;/docs/a",
                "/Docs/a",
                "/%64ocs/a",
                "//docs/a",
                "/./docs/a",
                "/docs;x/a",
                "/docs/internal/a",
                "/docs/INTERNAL/a",
                "/docs//internal/a",
                "/docs/x\\..\\..\\orders",
                "/docs/a%3f/../../orders",
                "/docs/a%00",
                "/docs/%25252525252e"
            })
    void a_path_is_public_only_if_every_reading_is(String path) {
        for (var asked : endpoints().toList())
            assertThat(status(asked.apply(path))).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/?a=/admin", "/docs", "/docs/", "/docs/a", "/docs/a%20b", "/docs/a//b", "/docs/%7Ea"})
    void plain_spellings_of_public_paths_need_no_session(String path) {
        for (var asked : endpoints().toList())
            assertThat(status(asked.apply(path))).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/%ff",
                "/docs/%c0%ae%c0%ae/orders",
                "/docs/%25ff",
                "/docs/%u002e%u002e/orders",
                "/%u0061dmin",
                "/docs/%25u0061",
                "/docs/a b",
                "/docs/\u00fc",
                "orders",
                "*"
            })
    void a_path_that_is_not_ascii_or_not_utf_8_or_has_an_escape_of_no_standard_is_rejected(String path) {
        assertThat(status(forwardAuth(path))).isEqualTo(400);
        assertThat(status(forwardAuth(path).header("Cookie", admin))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Original-URL", "X-Original-Method"})
    void a_missing_or_repeated_header_of_nginx_is_rejected(String name) {
        var asked = authRequest("https://app.example/docs/a").header("Cookie", admin);
        assertThat(status(asked)).isEqualTo(200);
        assertThat(status(asked.headers(asked.headers().without(name)))).isEqualTo(400);
        assertThat(status(asked.headers(asked.headers().set(name, " ")))).isEqualTo(400);
        var value = asked.headers().first(name).orElseThrow();
        assertThat(status(asked.header(name, value))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-Method", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Uri"})
    void a_missing_or_repeated_header_of_traefik_and_caddy_is_rejected(String name) {
        var asked = forwardAuth("/docs/a").header("Cookie", admin);
        assertThat(status(asked)).isEqualTo(200);
        assertThat(status(asked.headers(asked.headers().without(name)))).isEqualTo(400);
        var value = asked.headers().first(name).orElseThrow();
        assertThat(status(asked.header(name, value))).isEqualTo(400);
        if (name.equals("X-Forwarded-Uri")) return;
        assertThat(status(asked.headers(asked.headers().set(name, value + ", " + value))))
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/a",
                "https://app.example",
                "https://app.example?/docs/a",
                "https://app.example#/docs/a",
                "https://a@app.example/docs/a",
                "ftp://app.example/docs/a",
                "https:///docs/a",
                "docs"
            })
    void an_address_that_is_not_absolute_is_rejected(String url) {
        assertThat(status(authRequest(url))).isEqualTo(400);
    }

    @Test
    void each_endpoint_ignores_the_headers_of_other_proxies() {
        var nginx = authRequest("https://app.example/admin/x")
                .header("X-Forwarded-Uri", "/docs/a")
                .header("X-Forwarded-Method", "GET")
                .header("X-Forwarded-Host", "app.example")
                .header("X-Forwarded-Proto", "https")
                .header("X-Original-URI", "/docs/a");
        assertThat(status(nginx)).isEqualTo(401);
        var traefik = forwardAuth("/admin/x")
                .header("X-Original-URL", "https://app.example/docs/a")
                .header("X-Original-Method", "GET");
        assertThat(status(traefik)).isEqualTo(401);
        var envoy = extAuthz("/admin/x")
                .header("X-Original-URL", "https://app.example/docs/a")
                .header("X-Original-Method", "GET")
                .header("X-Forwarded-Uri", "/docs/a")
                .header("X-Envoy-Original-Path", "/docs/a");
        assertThat(status(envoy)).isEqualTo(401);
    }

    @Test
    void peers_other_than_trusted_proxies_get_404_whatever_they_send() {
        for (var peer : new String[] {"192.0.2.1", null}) {
            for (var target : List.of("auth-request", "forward-auth", "ext-authz/docs/a", "other")) {
                var asked = Request.of(
                        "POST",
                        "http",
                        "/auth/verify/" + target,
                        Headers.of("Host", "app.example").with("X-Forwarded-For", ForwardSite.PROXY),
                        "{".getBytes(StandardCharsets.UTF_8),
                        peer);
                var answer = auth.handle(asked.header("Cookie", admin));
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.headers().names()).doesNotContainAnyElementsOf(ForwardSite.HEADERS);
            }
        }
        assertThat(site.storeCalls).isEmpty();
    }

    @Test
    void other_endpoints_are_rejected() {
        for (var endpoint : List.of(
                "",
                "auth-request/",
                "auth-request/x",
                "forward-auth/x",
                "Auth-Request",
                "ext-authz",
                "ext-authzx",
                "x")) {
            assertThat(status(verify(endpoint).header("Cookie", admin))).isEqualTo(400);
        }
        assertThat(status(ask("GET", "/auth/verify", ForwardSite.PROXY))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PROPFIND"})
    void any_method_is_answered_and_its_body_is_ignored(String method) {
        var asked = ask(method, "/auth/verify/ext-authz/orders", ForwardSite.PROXY)
                .header("Content-Type", "application/json")
                .body("{".repeat(100_000));
        assertThat(status(asked.header("Cookie", member))).isEqualTo(200);
        assertThat(status(asked)).isEqualTo(401);
    }

    @Test
    void while_the_store_does_not_answer_nothing_passes_with_a_session_cookie() {
        site.isStoreDown = true;
        for (var asked : endpoints().toList()) {
            for (var path : List.of("/orders", "/admin/x", "/docs/a")) {
                var answer = auth.handle(page(asked.apply(path)).header("Cookie", admin));
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.headers().names()).doesNotContainAnyElementsOf(ForwardSite.HEADERS);
                assertThat(answer.headers().all("Set-Cookie")).isEmpty();
            }
        }
    }

    @Test
    void a_callback_that_fails_lets_no_request_pass() {
        var failing = Callbacks.DEFAULT.session(p -> {
            throw new IllegalStateException("broken");
        });
        var broken = Auth.of(site.config().callbacks(failing));
        assertThat(broken.handle(forwardAuth("/orders").header("Cookie", admin)).status())
                .isEqualTo(503);
        var refusing = Callbacks.DEFAULT.authorized(p -> {
            throw new IllegalStateException("broken");
        });
        var closed = Auth.of(site.config().callbacks(refusing));
        assertThat(closed.handle(forwardAuth("/orders").header("Cookie", admin)).status())
                .isEqualTo(500);
    }

    @Test
    void it_reads_a_session_and_writes_nothing() {
        var old = site.rows.createUser(User.of(null, "Old", "old@example.com"));
        var due = site.session(old, site.clock.instant().plus(Duration.ofDays(2)));
        var over = site.session(old, site.clock.instant().minus(Duration.ofDays(2)));
        site.storeCalls.clear();
        var prolongs = auth.handle(forwardAuth("/orders").header("Cookie", due));
        assertThat(prolongs.status()).isEqualTo(200);
        assertThat(prolongs.headers().all("Set-Cookie")).isEmpty();
        var ended = auth.handle(forwardAuth("/orders").header("Cookie", over));
        assertThat(ended.status()).isEqualTo(401);
        assertThat(ended.headers().all("Set-Cookie")).isEmpty();
        assertThat(site.storeCalls).containsOnly("getSessionAndUser").hasSize(2);
    }

    @Test
    void values_beyond_ascii_are_percent_encoded() {
        var fields = Claims.of("email", "j\u00fcrgen@example.com")
                .with("name", " J\u00fcrgen \"100%\"\r\nCardea-User-Roles: admin ")
                .with("roles", List.of("a,b", "\u7ba1\u7406"));
        var answer = auth.handle(forwardAuth("/orders").header("Cookie", site.signIn(fields)));
        assertThat(answer.header("Cardea-User-Email")).hasValue("j%C3%BCrgen@example.com");
        assertThat(answer.header("Cardea-User-Roles")).hasValue("a%2Cb,%E7%AE%A1%E7%90%86");
        var name = answer.header("Cardea-User-Name").orElseThrow();
        assertThat(name).isEqualTo("%20J%C3%BCrgen \"100%25\"%0D%0ACardea-User-Roles: admin%20");
        assertThat(URLDecoder.decode(name, StandardCharsets.UTF_8)).isEqualTo(fields.text("name"));
    }

    @Test
    void the_authorized_callback_can_deny_a_user_and_cannot_admit_a_visitor() {
        var callbacks = Callbacks.DEFAULT.authorized(p -> {
            assertThat(p.request().method()).isEqualTo("DELETE");
            assertThat(p.request().url()).isEqualTo("https://app.example/orders/1?x=2");
            return p.path().equals("/orders/1")
                            && p.auth() != null
                            && "Eve".equals(p.auth().user().name())
                    ? Decision.allow()
                    : p.auth() == null ? Decision.allow() : Decision.deny();
        });
        var deciding = Auth.of(site.config().callbacks(callbacks));
        var asked = verify("auth-request")
                .header("X-Original-Method", "DELETE")
                .header("X-Original-URL", "https://app.example/orders/1?x=2");
        assertThat(deciding.handle(asked).status()).isEqualTo(401);
        assertThat(deciding.handle(asked.header("Cookie", member)).status()).isEqualTo(403);
        assertThat(deciding.handle(asked.header("Cookie", admin)).status()).isEqualTo(200);
        var path = Callbacks.DEFAULT.authorized(p -> Decision.allowIf(!p.path().isEmpty()));
        assertThat(Auth.of(site.config().callbacks(path))
                        .handle(forwardAuth("/orders/../x").header("Cookie", admin))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void token_sessions_work_as_database_sessions_do() {
        var tokens = Auth.of(site.config().session(SessionOptions.jwt()));
        var claims = Claims.of("sub", "7").with("name", "Ada").with("email", "ada@example.com");
        var token = Jwt.encode(new EncodeParams(claims, Secrets.of(ForwardSite.SECRET), ForwardSite.COOKIE, 3_600));
        var asked = forwardAuth("/orders").header("Cookie", ForwardSite.COOKIE + "=" + token);
        var answer = tokens.handle(asked);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cardea-User-Id")).hasValue("7");
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        var changed = asked.headers(asked.headers()
                .set("Cookie", ForwardSite.COOKIE + "=" + token.substring(0, token.length() - 2) + "AA"));
        assertThat(tokens.handle(changed).status()).isEqualTo(401);
        var nameless = Jwt.encode(
                new EncodeParams(Claims.of("name", "Ada"), Secrets.of(ForwardSite.SECRET), ForwardSite.COOKIE, 3_600));
        assertThat(tokens.handle(forwardAuth("/orders").header("Cookie", ForwardSite.COOKIE + "=" + nameless))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void the_sign_in_page_of_the_application_is_used() {
        var own = Auth.of(site.config().pages(dev.cardea.config.PagesOptions.NONE.signIn("/login?x=1")));
        assertThat(own.handle(page(forwardAuth("/orders"))).header("Location"))
                .hasValue("https://app.example/login?x=1&callbackUrl=https%3A%2F%2Fapp.example%2Forders");
    }

    @Test
    void a_websocket_is_a_request_of_https() {
        var asked = forwardAuth("/orders");
        asked = asked.headers(asked.headers().set("X-Forwarded-Proto", "wss"));
        assertThat(status(asked.header("Cookie", member))).isEqualTo(200);
    }

    @Test
    void expiry_is_decided_by_the_clock_of_the_configuration() {
        site.clock.set(Instant.now().plus(Duration.ofDays(31)));
        assertThat(status(forwardAuth("/orders").header("Cookie", member))).isEqualTo(401);
    }
}
