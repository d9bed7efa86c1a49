package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.error.AuthException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.ApplicationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SiteCallback;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BridgeTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NAME = "__Secure-authjs.session-token";
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final BridgeSigner signer = new BridgeSigner(SECRET);
    private final AtomicReference<Request> authorized = new AtomicReference<>();
    private final List<AuthException> log = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private int once;
    private final AuthConfig.Builder config = AuthConfig.builder()
            .env(Env.none())
            .secret(SECRET)
            .clock(Clock.fixed(NOW, ZoneOffset.UTC))
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    log.add(error);
                }

                @Override
                public void warn(String code) {
                    warnings.add(code);
                }
            })
            .bridge(true)
            .provider(OAuthProvider.oauth("acme", "Acme")
                    .authorization("https://id.acme.example/authorize")
                    .token("https://id.acme.example/token")
                    .userinfo("https://id.acme.example/me")
                    .clientId("app")
                    .clientSecret("secret"))
            .provider(CredentialsProvider.of((credentials, request) -> {
                        authorized.set(request);
                        if ("locked".equals(credentials.text("password")))
                            throw new CredentialsSignInException("locked", null, null);
                        if ("crash".equals(credentials.text("password")))
                            throw new IllegalStateException("no such table");
                        return "right".equals(credentials.text("password"))
                                ? Optional.of(User.of(Claims.of("id", "42").with("name", "Ada")))
                                : Optional.empty();
                    })
                    .databaseSessions(true));

    // --- off, and bad signatures ---

    @Test
    void while_the_bridge_is_off_a_signature_opens_nothing() {
        config.bridge(false).trustHost(true);
        var answer = call(BridgeMode.READ, get("/auth/session"));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text()).contains("the bridge is off");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v2.forward.1777636800.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x"})
    void a_bad_signature_is_401_and_no_browsers_request_either(String header) {
        config.trustHost(true);
        var answer = Auth.of(config.build()).handle(get("/auth/session").header("X-Cardea-Bridge", header));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers().has("Set-Cookie")).isFalse();
        assertThat(warnings)
                .containsExactly(
                        "trust-host-any",
                        "oauth-without-state",
                        "credentials-without-account-name: providers.credentials",
                        "bridge-refused: " + claims(answer).text("error"));
    }

    // --- forward ---

    @Test
    void a_forwarded_request_is_from_where_its_signature_says_and_needs_no_trusted_host() {
        var answer = call(BridgeMode.FORWARD, get("/auth/providers"));
        assertThat(answer.text()).contains("https://app.example/auth/signin/acme");
        assertThat(Auth.of(config.build()).handle(get("/auth/providers")).status())
                .isEqualTo(500);
    }

    @Test
    void a_forwarded_post_still_needs_its_token_and_is_answered_as_a_browser_is() {
        var answer = call(BridgeMode.FORWARD, form("/auth/signin/acme", Map.of("callbackUrl", "/in")));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).hasValue("https://app.example/auth/signin?error=MissingCSRF");
    }

    @Test
    void a_fixed_url_stays_the_only_one() {
        config.url("https://www.example");
        assertThat(call(BridgeMode.FORWARD, get("/auth/providers")).text())
                .contains("https://www.example/auth/signin/acme")
                .doesNotContain("app.example");
    }

    @Test
    void hosts_that_are_not_served_are_not_served_over_the_bridge_either() {
        config.allowedHosts("www.example");
        assertThat(call(BridgeMode.FORWARD, get("/auth/providers")).status()).isEqualTo(400);
        assertThat(call(BridgeMode.READ, get("/auth/providers")).status()).isEqualTo(400);
    }

    @Test
    void a_call_without_an_origin_has_none_however_the_connection_is_named() {
        var bare = Request.get("http://evil.example/auth/providers").header("x-forwarded-proto", "https");
        assertThat(call(BridgeMode.FORWARD, bare).status()).isEqualTo(500);
        assertThat(call(BridgeMode.READ, bare).status()).isEqualTo(500);
    }

    @Test
    void the_visitors_address_is_what_the_caller_says_with_a_fixed_url_too() {
        for (var url : new String[] {null, "https://app.example"}) {
            if (url != null) config.url(url);
            call(BridgeMode.ACT, signIn("wrong").header("x-forwarded-for", "203.0.113.9"));
            assertThat(authorized.get().remoteAddress()).isEqualTo("203.0.113.9");
        }
    }

    @Test
    void callbacks_do_not_see_the_signature() {
        call(BridgeMode.ACT, signIn("wrong"));
        assertThat(authorized.get().headers().has("x-cardea-bridge")).isFalse();
    }

    // --- act ---

    @Test
    void a_sign_in_is_begun_without_a_token_and_told_as_a_value() {
        var answer = resultOf(BridgeMode.ACT, form("/auth/signin/acme?prompt=login", Map.of("callbackUrl", "/in")));
        assertThat(answer.text("redirect"))
                .startsWith("https://id.acme.example/authorize?")
                .contains("prompt=login");
        assertThat(answer.has("error")).isFalse();
        var cookies = cookies(answer);
        assertThat(cookies).containsOnlyKeys("__Secure-authjs.callback-url", "__Secure-authjs.pkce.code_verifier");
        assertThat(cookies.get("__Secure-authjs.callback-url").text("value")).isEqualTo("https://app.example/in");
        assertThat(options(cookies.get("__Secure-authjs.pkce.code_verifier")).toJson())
                .isEqualTo("{\"maxAge\":900,\"path\":\"/\",\"expires\":\"2026-05-01T12:15:00.000Z\",\"httpOnly\":true,"
                        + "\"secure\":true,\"sameSite\":\"lax\"}");
    }

    @Test
    void credentials_sign_in_and_refusals_keep_type_kind_and_code() {
        var in = resultOf(BridgeMode.ACT, signIn("right"));
        assertThat(in.text("redirect")).isEqualTo("https://app.example/in");
        assertThat(cookies(in)).containsKey(NAME);
        var wrong = error(resultOf(BridgeMode.ACT, signIn("wrong")));
        assertThat(wrong.text("type")).isEqualTo("CredentialsSignin");
        assertThat(wrong.text("kind")).isEqualTo("signIn");
        assertThat(wrong.text("code")).isEqualTo("credentials");
        assertThat(error(resultOf(BridgeMode.ACT, signIn("locked"))).text("code"))
                .isEqualTo("locked");
    }

    @Test
    void the_caller_gets_the_error_that_visitors_do_not_see() {
        var answer = resultOf(BridgeMode.ACT, signIn("crash"));
        assertThat(error(answer).text("type")).isEqualTo("CallbackRouteError");
        assertThat(error(answer).text("kind")).isEqualTo("error");
        assertThat(error(answer).text("id")).isEqualTo(log.get(0).errorId());
        assertThat(answer.text("redirect")).isEqualTo("https://app.example/auth/error?error=Configuration");
        assertThat(error(resultOf(BridgeMode.ACT, form("/auth/signin/nobody", Map.of())))
                        .text("type"))
                .isEqualTo("InvalidProvider");
    }

    @Test
    void the_applications_server_gets_name_and_message_of_what_authorize_threw() {
        var cause = Claims.of(
                (Map<?, ?>) error(resultOf(BridgeMode.ACT, signIn("crash"))).value("cause"));
        assertThat(cause.toJson())
                .isEqualTo(
                        "{\"name\":\"IllegalStateException\",\"message\":\"no such table\",\"provider\":\"credentials\"}");
        assertThat(call(BridgeMode.FORWARD, signIn("crash")).text()).doesNotContain("no such table");
        assertThat(error(resultOf(BridgeMode.ACT, signIn("wrong"))).has("cause"))
                .isFalse();
    }

    @Test
    void it_gets_the_name_of_the_error_in_an_application_of_another_process() {
        config.callbacks(Callbacks.DEFAULT.signIn(params -> {
            throw new IllegalStateException("transport", new ApplicationException("TypeError", "not on the list"));
        }));
        var refused = error(resultOf(BridgeMode.ACT, signIn("right")));
        assertThat(refused.text("type")).isEqualTo("AccessDenied");
        assertThat(Claims.of((Map<?, ?>) refused.value("cause")).toJson())
                .isEqualTo("{\"name\":\"TypeError\",\"message\":\"not on the list\"}");
    }

    @Test
    void a_single_use_act_is_done_once() {
        var auth = Auth.of(config.build());
        var signed = signer.sign(BridgeMode.ACT, signIn("right"), NOW);
        assertThat(auth.handle(signed).status()).isEqualTo(200);
        assertThat(auth.handle(signed).status()).isEqualTo(401);
    }

    @Test
    void a_single_use_act_is_done_once_by_all_processes_of_a_store_and_by_each_while_the_store_is_down() {
        config.session(SessionOptions.jwt());
        var signed = signer.sign(BridgeMode.ACT, signIn("right"), NOW);
        config.adapter(new InMemoryAdapter());
        assertThat(Auth.of(config.build()).handle(signed).status()).isEqualTo(200);
        assertThat(Auth.of(config.build()).handle(signed).status()).isEqualTo(401);
        config.adapter(down());
        var alone = Auth.of(config.build());
        assertThat(alone.handle(signed).status()).isEqualTo(200);
        assertThat(alone.handle(signed).status()).isEqualTo(401);
        assertThat(log).extracting(e -> e.type().code()).contains("AdapterError");
    }

    @Test
    void a_session_is_changed_as_browsers_change_it_and_kept_alive_with_its_server_view() {
        config.callbacks(Callbacks.DEFAULT.jwt(params -> params.session() instanceof Map<?, ?> data
                ? params.token().with("name", data.get("name"))
                : params.token()));
        var post = Request.post("http://core/auth/session", "application/json", "{\"data\":{\"name\":\"Countess\"}}");
        var changed = resultOf(BridgeMode.ACT, asserted(post).header("cookie", ada()));
        assertThat(changed.value("body")).asString().contains("Countess").doesNotContain("42");
        assertThat(cookies(changed)).containsKey(NAME);
    }

    @Test
    void a_sites_server_that_keeps_a_session_alive_gets_a_new_cookie_only_when_it_is_due() {
        var young = resultOf(BridgeMode.ACT, get("/auth/session").header("cookie", ada()));
        assertThat(young.value("body")).asString().contains("id=42");
        assertThat(cookies(young)).doesNotContainKey(NAME);
        config.session(SessionOptions.jwt().updateAge(Duration.ZERO));
        var old = resultOf(BridgeMode.ACT, get("/auth/session").header("cookie", ada()));
        assertThat(cookies(old)).containsKey(NAME);
        config.session(SessionOptions.jwt());
        config.callbacks(Callbacks.DEFAULT.jwt(params -> params.token().with("seen", true)));
        var changed = resultOf(BridgeMode.ACT, get("/auth/session").header("cookie", ada()));
        assertThat(cookies(changed)).containsKey(NAME);
    }

    @Test
    void a_field_that_the_session_callback_removes_stays_out_and_the_id_is_added() {
        config.callbacks(
                Callbacks.DEFAULT.session(params -> params.session().user(User.of(Claims.of("role", "admin")))));
        var store = new InMemoryAdapter();
        var user = store.createUser(User.of(Claims.of("name", "Ada").with("password", "hash")));
        store.createSession(new AdapterSession("live", user.id(), NOW.plusSeconds(60)));
        config.adapter(store);
        for (var mode : List.of(BridgeMode.READ, BridgeMode.ACT)) {
            var body = resultOf(mode, get("/auth/session").header("cookie", NAME + "=live"))
                    .value("body");
            assertThat(Json.print(((Map<?, ?>) body).get("user")))
                    .isEqualTo("{\"id\":\"" + user.id() + "\",\"role\":\"admin\"}");
        }
        config.callbacks(Callbacks.DEFAULT);
        assertThat(Json.print(resultOf(BridgeMode.READ, get("/auth/session").header("cookie", NAME + "=live"))
                        .value("body")))
                .contains("Ada");
    }

    @Test
    void a_user_whom_the_session_callback_leaves_out_stays_out() {
        config.callbacks(Callbacks.DEFAULT.session(params -> Session.of(Claims.of("role", "guest"))));
        for (var mode : List.of(BridgeMode.READ, BridgeMode.ACT)) {
            var answer = resultOf(mode, get("/auth/session").header("cookie", ada()));
            assertThat(Json.print(answer.value("body"))).isEqualTo("{\"role\":\"guest\"}");
        }
    }

    @Test
    void a_user_is_signed_out() {
        var out = resultOf(
                BridgeMode.ACT,
                form("/auth/signout", Map.of("callbackUrl", "/bye")).header("cookie", ada()));
        assertThat(out.text("redirect")).isEqualTo("https://app.example/bye");
        assertThat(options(cookies(out).get(NAME)).value("maxAge")).isEqualTo(0L);
    }

    @Test
    void a_sign_out_that_the_store_could_not_do_is_an_error() {
        config.adapter(down());
        var out = call(BridgeMode.ACT, form("/auth/signout", Map.of()).header("cookie", NAME + "=t"));
        assertThat(error(claims(out)).text("type")).isEqualTo("SignOutError");
    }

    // --- read ---

    @Test
    void a_session_is_read_with_what_the_server_knows_and_nothing_is_set() {
        var answer = resultOf(BridgeMode.READ, get("/auth/session").header("cookie", ada()));
        assertThat(Json.print(answer.value("body")))
                .isEqualTo("{\"user\":{\"id\":\"42\",\"name\":\"Ada\"},\"expires\":\"2026-05-01T13:00:00.000Z\"}");
        assertThat(cookies(answer)).isEmpty();
        assertThat(resultOf(BridgeMode.READ, get("/auth/session")).toJson())
                .isEqualTo("{\"body\":null,\"cookies\":[]}");
        assertThat(resultOf(BridgeMode.READ, get("/auth/session").header("cookie", NAME + "=junk"))
                        .toJson())
                .isEqualTo("{\"body\":null,\"cookies\":[]}");
    }

    @Test
    void a_row_is_neither_prolonged_nor_deleted_by_reading_it() {
        var store = new InMemoryAdapter();
        var user = store.createUser(User.of(Claims.of("name", "Ada").with("email", "ada@example.com")));
        config.adapter(store);
        var soon = NOW.plusSeconds(60);
        store.createSession(new AdapterSession("live", user.id(), soon));
        store.createSession(new AdapterSession("over", user.id(), NOW.minusSeconds(1)));
        var live = resultOf(BridgeMode.READ, get("/auth/session").header("cookie", NAME + "=live"));
        assertThat(Json.print(live.value("body"))).contains(user.id(), "2026-05-01T12:01:00.000Z");
        var over = resultOf(BridgeMode.READ, get("/auth/session").header("cookie", NAME + "=over"));
        assertThat(over.value("body")).isNull();
        assertThat(store.getSessionAndUser("live").orElseThrow().session().expires())
                .isEqualTo(soon);
        assertThat(store.getSessionAndUser("over")).isPresent();
    }

    @Test
    void a_store_that_does_not_answer_is_503_and_never_signed_out() {
        config.adapter(down());
        var answer = call(BridgeMode.READ, get("/auth/session").header("cookie", NAME + "=t"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(error(claims(answer)).text("type")).isEqualTo("AdapterError");
        assertThat(claims(answer).has("body")).isFalse();
    }

    @Test
    void the_core_describes_itself_beside_its_providers() {
        config.pages(new PagesOptions("/login", null, null, null, null)).basePath("/api/auth");
        var answer = resultOf(BridgeMode.READ, get("/api/auth/providers"));
        assertThat(((Map<?, ?>) answer.value("body")).keySet().toString()).isEqualTo("[acme, credentials]");
        var core = Claims.of((Map<?, ?>) answer.value("core"));
        assertThat(core.toJson())
                .startsWith("{\"basePath\":\"/api/auth\",\"cookies\":{\"sessionToken\":\"" + NAME + "\",")
                .contains("\"secureCookies\":true,\"strategy\":\"jwt\",\"maxAge\":2592000,")
                .endsWith("\"csrfChecked\":true,\"pages\":{\"signIn\":\"/login\"}}");
        assertThat(call(BridgeMode.FORWARD, get("/api/auth/providers")).text()).doesNotContain("basePath");
    }

    @Test
    void a_site_without_TLS_learns_that_its_cookies_are_not_secure() {
        var plain = Request.get("http://core/auth/providers")
                .header("x-forwarded-proto", "http")
                .header("x-forwarded-host", "app.example");
        var core = Claims.of((Map<?, ?>) resultOf(BridgeMode.READ, plain).value("core"));
        assertThat(core.value("secureCookies")).isEqualTo(false);
        assertThat(Json.print(core.value("cookies"))).contains("\"sessionToken\":\"authjs.session-token\"");
    }

    @Test
    void a_site_learns_what_it_needs_to_read_and_renew_its_tokens_itself() {
        var old = "an-older-secret-of-the-tests-with-32-characters";
        config.secret(SECRET, old)
                .session(SessionOptions.jwt().maxAge(Duration.ofHours(1)))
                .jwt(JwtOptions.DEFAULT.maxAge(Duration.ofMinutes(30)))
                .cookie(AuthCookie.SESSION_TOKEN, CookieOverride.options(o -> o.domain("app.example")));
        var core = described();
        assertThat(core.value("updateAge")).isEqualTo(180L);
        assertThat(core.value("tokenMaxAge")).isEqualTo(1800L);
        assertThat(core.value("csrfChecked")).isEqualTo(true);
        assertThat(Json.print(core.value("callbacks"))).isEqualTo("{}");
        assertThat(Json.print(core.value("cookieOptions")))
                .isEqualTo("{\"sessionToken\":{\"domain\":\"app.example\",\"path\":\"/\",\"httpOnly\":true,"
                        + "\"secure\":true,\"sameSite\":\"lax\"}}");
        var codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
        assertThat(core.value("keys")).isEqualTo(codec.keyIds(Secrets.of(SECRET, old), NAME));
        assertThat(core.toJson()).doesNotContain(SECRET).doesNotContain(old);
    }

    @Test
    void a_site_learns_which_callbacks_it_cannot_run_and_which_tokens_it_cannot_read() {
        SiteCallback<JwtParams, @Nullable Claims> hook = JwtParams::token;
        config.callbacks(Callbacks.DEFAULT.jwt(hook).session(params -> params.session()));
        assertThat(Json.print(described().value("callbacks"))).isEqualTo("{\"jwt\":\"site\",\"session\":\"core\"}");
        config.jwt(JwtOptions.DEFAULT.codec(new EncryptedJwt(Clock.systemUTC(), Randomness.secure())));
        assertThat(described().value("keys")).isEqualTo(List.of());
    }

    private Claims described() {
        return Claims.of(
                (Map<?, ?>) resultOf(BridgeMode.READ, get("/auth/providers")).value("core"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/auth/csrf", "/auth/signin", "/auth/callback/acme?code=1", "/auth/signout"})
    void nothing_else_is_read(String target) {
        var answer = resultOf(BridgeMode.READ, get(target).header("cookie", ada()));
        assertThat(error(answer).text("type")).isEqualTo("UnknownAction");
        assertThat(cookies(answer)).isEmpty();
    }

    @Test
    void a_read_never_posts() {
        var answer = resultOf(BridgeMode.READ, form("/auth/signout", Map.of()).header("cookie", ada()));
        assertThat(error(answer).text("type")).isEqualTo("UnknownAction");
        assertThat(cookies(answer)).isEmpty();
    }

    // --- callers ---

    private Response call(BridgeMode mode, Request request) {
        return Auth.of(config.build()).handle(signer.sign(mode, request, NOW));
    }

    private Claims resultOf(BridgeMode mode, Request request) {
        return claims(call(mode, request));
    }

    private static Claims claims(Response answer) {
        return Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
    }

    private static Claims error(Claims answer) {
        return Claims.of((Map<?, ?>) answer.value("error"));
    }

    private static Map<String, Claims> cookies(Claims answer) {
        Map<String, Claims> all = new LinkedHashMap<>();
        for (var each : (List<?>) answer.value("cookies")) {
            var cookie = Claims.of((Map<?, ?>) each);
            all.put(cookie.text("name"), cookie);
        }
        return all;
    }

    private static Claims options(Claims cookie) {
        return Claims.of((Map<?, ?>) cookie.value("options"));
    }

    private static Request get(String target) {
        return asserted(Request.get("http://core" + target));
    }

    private static Request asserted(Request request) {
        return request.header("x-forwarded-proto", "https").header("x-forwarded-host", "app.example");
    }

    private static Request form(String target, Map<String, String> fields) {
        return asserted(Request.post("http://core" + target, "application/x-www-form-urlencoded", Form.encode(fields)));
    }

    private Request signIn(String password) {
        return form("/auth/callback/credentials", Map.of("password", password, "callbackUrl", "/in"))
                .header("cookie", "cardea.once=" + once++);
    }

    private static String ada() {
        var hour = Clock.fixed(NOW, ZoneOffset.UTC);
        var token = new EncryptedJwt(hour, Randomness.secure())
                .encode(new EncodeParams(Claims.of("sub", "42").with("name", "Ada"), Secrets.of(SECRET), NAME, 3_600));
        return NAME + "=" + token;
    }

    /** A store that is down. */
    private static Adapter down() {
        return (Adapter) Proxy.newProxyInstance(
                BridgeTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class, UsedTokens.class},
                (proxy, method, args) -> {
                    throw new IllegalStateException("down");
                });
    }
}
