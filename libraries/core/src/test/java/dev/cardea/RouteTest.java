package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.InternalResponse;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRoute;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Extension;
import dev.cardea.module.ProxyRoute;
import dev.cardea.module.RequestFilter;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.Choice;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Step;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A module adds routes, and core knows nothing of it. */
class RouteTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NAME = "authjs.session-token";
    private static final String SITE = "http://localhost";

    private final List<AuthException> log = new ArrayList<>();

    /** A route whose answer is what it was asked. */
    private record Notes(
            String name, Set<String> methods, CsrfRule csrf, Function<RouteRequest, InternalResponse> answers)
            implements Route {
        static Notes of(CsrfRule csrf) {
            return of(csrf, Notes::describe);
        }

        static Notes of(CsrfRule csrf, Function<RouteRequest, InternalResponse> answers) {
            return new Notes("notes", Set.of("GET", "POST", "DELETE"), csrf, answers);
        }

        @Override
        public boolean takesSegment() {
            return true;
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            return answers.apply(call);
        }

        private static InternalResponse describe(RouteRequest call) {
            var request = call.request();
            return InternalResponse.json(
                    200,
                    Claims.of("method", request.http().method())
                            .with("segment", request.segment().orElse(null))
                            .with("title", request.field("title"))
                            .with("token", call.csrfToken())
                            .with("callbackUrl", call.callbackUrl())
                            .with(
                                    "user",
                                    call.session().map(s -> s.user().name()).orElse(null)),
                    List.of());
        }
    }

    @Test
    void a_route_gets_its_segment_the_session_and_a_token_for_its_form() {
        var auth = auth(Notes.of(CsrfRule.TOKEN));
        var answer = auth.handle(get("/auth/notes/12").header("cookie", NAME + "=" + token()));
        var described = claims(answer);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(described.text("segment")).isEqualTo("12");
        assertThat(described.text("user")).isEqualTo("Ada");
        assertThat(described.text("token")).hasSize(64);
        assertThat(answer.headers().all("Set-Cookie")).anyMatch(line -> line.startsWith("authjs.csrf-token="));
        assertThat(answer.header("Cache-Control")).hasValue("private, no-cache, no-store");
        assertThat(auth.handles(get("/auth/notes/12"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/json"})
    void a_route_forbids_a_page_with_the_answer_that_the_guard_gives(String accept) {
        var auth = auth(Notes.of(
                CsrfRule.SAME_ORIGIN,
                call -> call.forbidden(call.received(), call.session().orElse(null))));
        var request = get("/auth/notes").header("accept", accept).header("cookie", NAME + "=" + token());
        var answer = auth.handle(request);
        var guarded = auth.visitor(request).forbidden();
        assertThat(answer.status()).isEqualTo(403).isEqualTo(guarded.status());
        assertThat(answer.text()).isEqualTo(guarded.text());
        assertThat(answer.headers().fields()).isEqualTo(guarded.headers().fields());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "DELETE"})
    void a_request_that_may_change_something_needs_the_token(String method) {
        var auth = auth(Notes.of(CsrfRule.TOKEN));
        var form = auth.handle(get("/auth/notes"));
        var cookie = cookie(form, "authjs.csrf-token");
        var token = claims(form).text("token");
        var request = request(method, "/auth/notes/1").header("cookie", cookie);

        assertThat(refused(auth, json(request, Claims.of("title", "x")))).isEqualTo(ErrorType.MISSING_CSRF);
        assertThat(refused(auth, json(request, Claims.of("csrfToken", "0".repeat(64)))))
                .isEqualTo(ErrorType.MISSING_CSRF);
        var verified = json(request, Claims.of("csrfToken", token).with("title", "x"));
        assertThat(refused(auth, verified.header("sec-fetch-site", "cross-site")))
                .isEqualTo(ErrorType.MISSING_CSRF);
        var answer = auth.handle(verified);
        assertThat(claims(answer).text("title")).isEqualTo("x");
        assertThat(claims(answer).text("method")).isEqualTo(method);
    }

    @Test
    void a_script_of_the_sites_own_pages_needs_no_token_and_no_other_site_may_post() {
        var auth = auth(Notes.of(CsrfRule.SAME_ORIGIN));
        var post = json(request("POST", "/auth/notes"), Claims.of("title", "x"));
        var answer = auth.handle(post.header("sec-fetch-site", "same-origin"));
        assertThat(claims(answer).text("title")).isEqualTo("x");
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        assertThat(auth.handle(get("/auth/notes")).status()).isEqualTo(200);

        for (var sender : List.of("cross-site", "same-site", "none")) {
            assertThat(refused(auth, post.header("sec-fetch-site", sender))).isEqualTo(ErrorType.MISSING_CSRF);
        }
        assertThat(refused(auth, post.header("origin", "https://evil.example"))).isEqualTo(ErrorType.MISSING_CSRF);
        assertThat(refused(auth, post)).isEqualTo(ErrorType.MISSING_CSRF);
        assertThat(auth.handle(post).text()).isEqualTo("{\"error\":\"MissingCSRF\"}");
    }

    @Test
    void a_route_for_programs_sets_no_cookie_runs_no_callback_and_fails_as_json() {
        var redirects = new AtomicInteger();
        var failing = new AtomicInteger();
        var route = Notes.of(CsrfRule.NONE, call -> {
            if (failing.get() == 1) throw new AuthException(ErrorType.ACCESS_DENIED, null);
            if (failing.get() == 2) throw new IllegalStateException("a secret of the database");
            return Notes.describe(call);
        });
        var auth = Auth.of(config(route).callbacks(Callbacks.DEFAULT.redirect(p -> {
            redirects.incrementAndGet();
            return p.url();
        })));
        var post = json(request("POST", "/auth/notes?callbackUrl=/x"), Claims.of("title", "x"));
        var answer = auth.handle(post);
        assertThat(claims(answer).text("callbackUrl")).isEqualTo(SITE);
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        assertThat(redirects).hasValue(0);

        failing.set(1);
        var denied = auth.handle(post);
        assertThat(denied.status()).isEqualTo(400);
        assertThat(denied.text()).isEqualTo("{\"error\":\"AccessDenied\"}");
        failing.set(2);
        var broken = auth.handle(post);
        assertThat(broken.status()).isEqualTo(500);
        assertThat(broken.text()).isEqualTo("{\"error\":\"Configuration\"}");
        assertThat(broken.headers().all("Set-Cookie")).isEmpty();
        assertThat(broken.header("Cardea-Error-Id")).isPresent();
    }

    @Test
    void a_failure_of_a_route_for_browsers_is_answered_by_the_error_page() {
        var auth = auth(Notes.of(CsrfRule.TOKEN, call -> {
            throw new IllegalStateException("a secret of the database");
        }));
        var answer = auth.handle(get("/auth/notes"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).hasValue(SITE + "/auth/error?error=Configuration");
        assertThat(log).extracting(AuthException::type).containsExactly(ErrorType.AUTH_ERROR);
    }

    @Test
    void other_methods_other_names_and_long_bodies_are_rejected() {
        var auth = auth(new Notes("notes", Set.of("GET"), CsrfRule.NONE, Notes::describe));
        assertThat(auth.handle(request("POST", "/auth/notes")).status()).isEqualTo(400);
        assertThat(auth.handle(request("PUT", "/auth/notes")).status()).isEqualTo(400);
        assertThat(auth.handle(get("/auth/notes/1/2")).status()).isEqualTo(400);
        assertThat(auth.handle(get("/auth/Notes")).status()).isEqualTo(400);
        assertThat(auth.handle(get("/auth/note")).status()).isEqualTo(400);
        assertThat(auth.handle(request("DELETE", "/auth/session")).status()).isEqualTo(400);
        var large = get("/auth/notes").body("x".repeat(64 * 1024 + 1));
        assertThat(auth.handle(large).status()).isEqualTo(400);
    }

    @Test
    void a_host_that_is_not_trusted_reaches_no_route() {
        var auth = Auth.of(config(Notes.of(CsrfRule.NONE)).url("https://app.example/auth"));
        var answer = auth.handle(Request.get("https://app.example/auth/notes"));
        assertThat(claims(answer).text("callbackUrl")).isEqualTo("https://app.example");
        var untrusted = Auth.of(config(Notes.of(CsrfRule.NONE)));
        assertThat(untrusted
                        .handle(Request.get("https://evil.example/auth/notes"))
                        .status())
                .isEqualTo(500);
    }

    @Test
    void a_route_counts_attempts_by_client() {
        var limit = new Limit(2, Duration.ofMinutes(1));
        var route = Notes.of(CsrfRule.NONE, call -> {
            call.countAttempt(limit);
            return Notes.describe(call);
        });
        var auth = Auth.of(config(route));
        assertThat(auth.handle(from("1.1.1.1")).status()).isEqualTo(200);
        assertThat(auth.handle(from("8.8.8.8")).status()).isEqualTo(200);
        assertThat(auth.handle(from("8.8.8.8")).status()).isEqualTo(200);
        var limited = auth.handle(from("8.8.8.8"));
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.text()).isEqualTo("{\"error\":\"TooManyRequests\"}");
        assertThat(limited.header("Retry-After")).isPresent();
        var off = Auth.of(config(route).rateLimits(RateLimits.OFF));
        for (int i = 0; i < 5; i++) {
            assertThat(off.handle(from("8.8.8.8")).status()).isEqualTo(200);
        }
    }

    @Test
    void names_and_methods_are_checked_at_startup() {
        var taken = new Notes("session", Set.of("GET"), CsrfRule.TOKEN, Notes::describe);
        var odd = new Notes("No/tes", Set.of("GET"), CsrfRule.TOKEN, Notes::describe);
        var mute = new Notes("mute", Set.of(), CsrfRule.TOKEN, Notes::describe);
        var trace = new Notes("trace", Set.of("TRACE"), CsrfRule.TOKEN, Notes::describe);
        assertThatThrownBy(() -> config(Notes.of(CsrfRule.NONE))
                        .route(Notes.of(CsrfRule.TOKEN), taken, odd, mute, trace)
                        .build())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.findings())
                                .extracting(finding -> finding.setting() + ": " + finding.message())
                                .containsExactly(
                                        "route: \"notes\" is the name of two routes; choose another name for one of them",
                                        "route: \"session\" is a route of Cardea; choose another name",
                                        "route: \"No/tes\" isn't the name of a route; use lowercase letters, "
                                                + "digits and hyphens",
                                        "route: \"mute\" must have methods out of GET, POST, PUT, PATCH, DELETE",
                                        "route: \"trace\" must have methods out of GET, POST, PUT, PATCH, DELETE"));
    }

    /** Answers what a proxy asked. */
    private record Question() implements ProxyRoute {
        @Override
        public String name() {
            return "question";
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            var received = call.received();
            return InternalResponse.json(
                    200,
                    Claims.of("method", received.method())
                            .with("rest", call.request().segment().orElse(null))
                            .with("host", received.header("host").orElse(null))
                            .with("peer", received.remoteAddress())
                            .with("client", call.request().http().remoteAddress())
                            .with("user", call.session().isPresent()),
                    List.of());
        }
    }

    private Request question(String method, String rest, String peer) {
        var headers = Headers.of("Host", "inner.example").with("X-Forwarded-For", "8.8.8.8");
        return Request.of(method, "http", "/auth/question" + rest, headers, new byte[0], peer);
    }

    private Auth asked() {
        return Auth.of(config(new Question())
                .url("https://app.example")
                .trustedProxies("10.0.0.0/8")
                .bridge(true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "HEAD", "OPTIONS", "PROPFIND"})
    void a_trusted_proxy_asks_with_any_method_path_and_body(String method) {
        var question =
                json(question(method, "/a//b;c/..%2f", "10.0.0.1"), Claims.NONE).body("{".repeat(100_000));
        var answer = asked().handle(question);
        var described = claims(answer);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(described.text("method")).isEqualTo(method);
        assertThat(described.text("rest")).isEqualTo("a//b;c/..%2f");
        assertThat(described.text("host")).isEqualTo("inner.example");
        assertThat(described.text("peer")).isEqualTo("10.0.0.1");
        assertThat(described.text("client")).isEqualTo("8.8.8.8");
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        assertThat(claims(asked().handle(question("GET", "", "10.0.0.1"))).value("rest"))
                .isNull();
        assertThat(claims(asked().handle(question("GET", "/", "10.0.0.1"))).value("rest"))
                .isNull();
    }

    @Test
    void for_other_peers_and_over_the_bridge_the_route_of_a_proxy_does_not_exist() {
        for (var peer : new String[] {"192.0.2.1", "8.8.8.8", null}) {
            assertThat(asked().handle(question("GET", "/a", peer)).status()).isEqualTo(404);
            assertThat(asked().raw().handle(question("GET", "/a", peer)).status())
                    .isEqualTo(404);
        }
        var unnamed = Auth.of(config(new Question()).url("https://app.example"));
        assertThat(unnamed.handle(question("GET", "/a", "10.0.0.1")).status()).isEqualTo(404);
        var signer = new BridgeSigner(SECRET);
        var plain = Request.of(
                "GET", "http", "/auth/question/a", Headers.of("Host", "app.example"), new byte[0], "10.0.0.1");
        var asserting = plain.header("X-Forwarded-Host", "app.example").header("X-Forwarded-Proto", "https");
        for (var forwarded : List.of(plain, asserting)) {
            var call = signer.sign(BridgeMode.FORWARD, forwarded, Instant.now());
            assertThat(asked().handle(call).status()).isEqualTo(404);
        }
    }

    private record GreetingRoute(BridgeMode mode) implements BridgeRoute {
        @Override
        public String name() {
            return "greeting";
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET", "POST");
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            return InternalResponse.json(200, "hello", List.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_route_of_the_bridge_exists_for_signed_calls_of_its_mode_only(BridgeMode mode) {
        var route = new GreetingRoute(mode == BridgeMode.READ ? BridgeMode.ACT : BridgeMode.READ);
        var auth = Auth.of(config(route).url("https://app.example").bridge(true).trustedProxies("10.0.0.0/8"));
        var headers = Headers.of("Host", "app.example");
        for (var method : List.of("GET", "POST")) {
            var request = Request.of(method, "https", "/auth/greeting", headers, new byte[0], "10.0.0.1");
            assertThat(auth.handle(request).status()).isEqualTo(404);
            assertThat(auth.handle(new BridgeSigner(SECRET).sign(mode, request, Instant.now()))
                            .status())
                    .isEqualTo(404);
            var answer = auth.handle(new BridgeSigner(SECRET).sign(route.mode(), request, Instant.now()));
            assertThat(answer.text()).isEqualTo("{\"body\":\"hello\",\"cookies\":[]}");
        }
    }

    @Test
    void a_route_of_the_bridge_is_not_for_forwarded_requests_which_any_browser_sends() {
        assertThatThrownBy(() -> config(new GreetingRoute(BridgeMode.FORWARD)).build())
                .hasMessageContaining("\"greeting\" can't have the mode FORWARD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sessions", "session-check"})
    void no_route_replaces_one_of_the_core(String name) {
        assertThatThrownBy(() -> config(new Notes(name, Set.of("GET"), CsrfRule.TOKEN, Notes::describe))
                        .build())
                .hasMessageContaining("is a route of Cardea");
    }

    /** A proxy that answers {@code /auth/question/…} itself may pass on {@code /auth//question/…}. */
    @Test
    void the_route_of_a_proxy_has_no_other_spelling() {
        for (var path : List.of("//question/a", "///question/a", "//question")) {
            var question = Request.of(
                    "GET", "https", "/auth" + path, Headers.of("Host", "app.example"), new byte[0], "10.0.0.1");
            assertThat(asked().handle(question).status()).as(path).isEqualTo(400);
        }
    }

    @Test
    void only_the_route_of_a_proxy_answers_no_preflight() {
        var spa = Auth.of(config(new Question())
                .url("https://app.example")
                .trustedProxies("10.0.0.0/8")
                .allowedOrigins("https://spa.example"));
        assertThat(preflight(spa, "/auth/signin/question")).isEqualTo(204);
        assertThat(preflight(spa, "/auth/question/signin")).isEqualTo(200);
        assertThat(preflight(spa, "/auth//question/signin")).isEqualTo(400);
        assertThat(preflight(spa, "/auth/nothing")).isEqualTo(400);
    }

    private static int preflight(Auth auth, String path) {
        var headers = Headers.of("Host", "app.example")
                .with("Origin", "https://spa.example")
                .with("Access-Control-Request-Method", "POST");
        return auth.handle(Request.of("OPTIONS", "https", path, headers, new byte[0], "10.0.0.1"))
                .status();
    }

    private static final ModuleAction NOTES = ModuleAction.of(NoteAction.NOTES);

    private enum NoteAction implements Choice {
        NOTES,
        SESSION
    }

    /** A route that observers know by an action. */
    private record NamedRoute(String name, RequestAction action) implements Route {
        @Override
        public Set<String> methods() {
            return Set.of("GET");
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            return InternalResponse.json(200, "text", List.of());
        }
    }

    @Test
    void observers_know_a_route_by_the_action_of_its_module() {
        assertThat(actions(new NamedRoute("notes", NOTES), "/auth/notes")).containsExactly(NOTES, NOTES);
        assertThat(actions(Notes.of(CsrfRule.NONE), "/auth/notes"))
                .containsExactly(Step.Action.OTHER, Step.Action.OTHER);
        assertThat(actions(new NamedRoute("notes", NOTES), "/auth/other"))
                .containsExactly(Step.Action.OTHER, Step.Action.OTHER);
    }

    private List<RequestAction> actions(Route route, String target) {
        var actions = new ArrayList<RequestAction>();
        var auth = Auth.of(config(route).observer((at, step) -> {
            if (step instanceof Step.RequestStart start) actions.add(start.action());
            if (step instanceof Step.RequestEnd end) actions.add(end.action());
        }));
        auth.handle(get(target));
        return actions;
    }

    @Test
    void an_action_has_a_short_name_that_is_not_one_of_Cardea() {
        assertThatThrownBy(() -> ModuleAction.of(NoteAction.SESSION))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("SESSION cannot be the action of a module");
        assertThatThrownBy(() -> ModuleAction.of(TooLong.A_NAME_OF_MORE_THAN_THIRTY_TWO_LETTERS))
                .hasMessageContaining("1 to 32 lower-case letters");
        assertThat(ModuleAction.of(NoteAction.NOTES)).hasToString("notes");
    }

    private enum TooLong implements Choice {
        A_NAME_OF_MORE_THAN_THIRTY_TWO_LETTERS
    }

    @Test
    void an_answer_that_is_the_same_for_everyone_may_be_cached() {
        var cached = new CachedRoute(CsrfRule.NONE, Set.of("GET"));
        var answer = Auth.of(config(cached)).handle(get("/auth/cached"));
        assertThat(answer.header("Cache-Control")).hasValue("public, max-age=60");
        assertThat(answer.headers().names()).doesNotContain("Expires", "Pragma", "Set-Cookie");
        assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
        var failing = Auth.of(config(cached)).handle(get("/auth/cached?fail"));
        assertThat(failing.header("Cache-Control")).hasValue("private, no-cache, no-store");
        for (var wrong : List.of(
                new CachedRoute(CsrfRule.TOKEN, Set.of("GET")),
                new CachedRoute(CsrfRule.SAME_ORIGIN, Set.of("GET")),
                new CachedRoute(CsrfRule.NONE, Set.of("GET", "POST")))) {
            assertThatThrownBy(() -> config(wrong).build()).hasMessageContaining("can only be cached with");
        }
    }

    private record CachedRoute(CsrfRule csrf, Set<String> methods) implements Route {
        @Override
        public String name() {
            return "cached";
        }

        @Override
        public Duration cachedFor() {
            return Duration.ofMinutes(1);
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            if (call.request().query().containsKey("fail")) throw new AuthException(ErrorType.ACCESS_DENIED, null);
            return InternalResponse.json(200, "text", List.of());
        }
    }

    @Test
    void an_extension_derives_keys_from_secrets_of_the_environment() {
        var keys = new ArrayList<byte[]>();
        var config = AuthConfig.builder()
                .env(Env.of(Map.of("AUTH_SECRET", SECRET)))
                .extension(new Extension<AuthConfig.Builder>() {
                    @Override
                    public void configure(AuthConfig.Builder builder, Env env) {
                        if (keys.isEmpty())
                            assertThat(builder.deriveKeys("a", 16)).isEmpty();
                    }

                    @Override
                    public void complete(AuthConfig.Builder builder) {
                        keys.addAll(builder.deriveKeys("a", 16));
                        keys.addAll(builder.deriveKeys("b", 16));
                        builder.route(new CachedRoute(CsrfRule.NONE, Set.of("GET")));
                    }
                });
        config.build();
        assertThat(Auth.of(config).handle(get("/auth/cached")).status()).isEqualTo(200);
        assertThat(keys).hasSize(4).allSatisfy(key -> assertThat(key).hasSize(16));
        assertThat(keys.get(0)).isEqualTo(keys.get(2)).isNotEqualTo(keys.get(1));
    }

    @Test
    void extensions_add_routes_and_filters_once_for_each_configuration() {
        var config = config(Notes.of(CsrfRule.NONE))
                .filter(new Mark("first"))
                .extension((builder, env) -> builder.route(
                                new Notes("more", Set.of("GET"), CsrfRule.NONE, Notes::describe))
                        .filter(new Mark("second")));
        for (int i = 0; i < 2; i++) {
            var auth = Auth.of(config.build());
            assertThat(auth.handle(get("/auth/notes")).status()).isEqualTo(200);
            var answer = auth.handle(get("/auth/more"));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers().all("Mark")).containsExactly("second", "first");
            assertThat(auth.handles(get("/second"))).isTrue();
            assertThat(auth.handle(get("/second")).text()).isEqualTo("page of second");
            assertThat(auth.handle(get("/first")).headers().all("Mark")).isEmpty();
            assertThat(auth.handles(get("/third"))).isFalse();
        }
    }

    @Test
    void pages_of_filters_are_below_the_context_path() {
        var config = config(Notes.of(CsrfRule.NONE)).filter(new Mark("first")).filter(new Mark("second"));
        var auth = Auth.of(config).at("/app");
        for (var name : List.of("first", "second")) {
            assertThat(auth.handle(get("/app/" + name)).text()).isEqualTo("page of " + name + " beside /app/auth");
            assertThat(auth.handles(get("/" + name))).isFalse();
        }
    }

    @Test
    void an_extension_replaces_an_earlier_one_of_the_same_class() {
        var config =
                config(Notes.of(CsrfRule.NONE)).extension(new RouteExtension("first"), new RouteExtension("second"));
        assertThat(Auth.of(config).handle(get("/auth/first")).status()).isEqualTo(400);
        assertThat(Auth.of(config).handle(get("/auth/second")).status()).isEqualTo(200);
    }

    private record RouteExtension(String name) implements Extension<AuthConfig.Builder> {
        @Override
        public void configure(AuthConfig.Builder config, Env env) {
            config.route(new Notes(name, Set.of("GET"), CsrfRule.NONE, Notes::describe));
        }
    }

    @Test
    void passkey_options_are_answered_by_a_route_and_refuse_other_providers() {
        var auth = Auth.of(config(Notes.of(CsrfRule.NONE)));
        var answer = auth.handle(get("/auth/webauthn-options/unknown"));
        assertThat(answer.header("Location")).hasValue(SITE + "/auth/error?error=Configuration");
        auth.handle(get("/auth/webauthn-options"));
        auth.handle(request("POST", "/auth/webauthn-options"));
        assertThat(log)
                .extracting(AuthException::type)
                .containsExactly(ErrorType.INVALID_PROVIDER, ErrorType.INVALID_PROVIDER, ErrorType.UNKNOWN_ACTION);
    }

    /** Marks the answers that pass it, and has one page. */
    private record Mark(String name, String contextPath, String basePath) implements RequestFilter {
        Mark(String name) {
            this(name, "", "");
        }

        @Override
        public RequestFilter at(String contextPath, String basePath) {
            return new Mark(name, contextPath, contextPath.isEmpty() ? "" : " beside " + basePath);
        }

        @Override
        public boolean handles(String path) {
            return path.equals(contextPath + "/" + name);
        }

        @Override
        public Response handle(Request request, HttpHandler routes) {
            if (handles(request.path())) return Response.of(200, "text/plain", "page of " + name + basePath);
            return routes.handle(request).header("Mark", name);
        }
    }

    private Auth auth(Route route) {
        return Auth.of(config(route));
    }

    private AuthConfig.Builder config(Route route) {
        return AuthConfig.builder().env(Env.none()).secret(SECRET).route(route).logger(new AuthLogger() {
            @Override
            public void error(AuthException error) {
                log.add(error);
            }
        });
    }

    /** Returns the type of the last error; the answer must not be one of the route. */
    private ErrorType refused(Auth auth, Request request) {
        log.clear();
        assertThat(auth.handle(request).status()).isIn(302, 400);
        assertThat(log).hasSize(1);
        return log.get(0).type();
    }

    private static Request get(String target) {
        return Request.get(SITE + target);
    }

    private static Request request(String method, String target) {
        return Request.of(method, "http", target, Headers.of("Host", "localhost"), new byte[0], null);
    }

    private static Request from(String client) {
        return Request.of("GET", "http", "/auth/notes", Headers.of("Host", "localhost"), new byte[0], client);
    }

    private static Request json(Request request, Claims body) {
        return request.header("content-type", "application/json").body(body.toJson());
    }

    private static Claims claims(Response answer) {
        return Claims.of((Map<?, ?>) Json.parse(answer.text(), 8));
    }

    private static String cookie(Response answer, String name) {
        return answer.headers().all("Set-Cookie").stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(0, line.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    private static String token() {
        return Jwt.encode(new EncodeParams(Claims.of("sub", "1").with("name", "Ada"), Secrets.of(SECRET), NAME, 3600));
    }
}
