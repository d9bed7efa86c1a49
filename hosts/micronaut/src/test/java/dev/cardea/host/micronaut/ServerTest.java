package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.json.Claims;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.server.annotation.PreMatching;
import io.micronaut.http.server.netty.configuration.NettyHttpServerConfiguration;
import io.micronaut.websocket.WebSocketSession;
import io.micronaut.websocket.annotation.OnMessage;
import io.micronaut.websocket.annotation.OnOpen;
import io.micronaut.websocket.annotation.ServerWebSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Micronaut's server does besides handlers: files, WebSockets, threads, settings. */
class ServerTest {
    private static final String REFUSED = "Unexpected HTTP response status code 401";
    private static final String FORBIDDEN = "Unexpected HTTP response status code 403";
    private static final Map<String, Object> SETTINGS = Map.of(
            "cardea.protect", List.of("/account", "/admin/*"),
            "micronaut.router.static-resources.default.paths", "classpath:public",
            "micronaut.router.static-resources.default.mapping", "/**");

    @Controller
    @Requires(property = "test", value = "server")
    static class Pages {
        @Get("/open")
        String open() {
            return "open";
        }
    }

    @ServerWebSocket("/admin/chat")
    @Requires(property = "test", value = "server")
    static class Chat {
        @OnOpen
        void open(WebSocketSession socket) {
            var name = socket.getUserPrincipal().map(Principal::getName).orElse("anonymous");
            socket.sendSync("inside for " + name);
        }

        @OnMessage
        void message(String message) {}
    }

    @SessionView
    record Me(String id, String name) {}

    @ServerWebSocket("/lounge")
    @Requires(property = "test", value = "server")
    static class Lounge {
        @OnOpen
        void open(Me me, WebSocketSession socket) {
            socket.sendSync("inside for " + me.name());
        }

        @OnMessage
        void message(String message) {}
    }

    @ServerWebSocket("/desk")
    @Requires(property = "test", value = "server")
    static class Desk {
        @OnOpen
        @SignedIn(roles = "READER")
        void open(WebSocketSession socket) {
            socket.sendSync("inside");
        }

        @OnMessage
        @SignedIn(roles = {"EDITOR", "OWNER"})
        void message(String message) {}
    }

    /** Changes a request before Cardea sees it, as an application may. */
    @ServerFilter("/auth/**")
    @Requires(property = "early", value = "true")
    static class Early {
        @PreMatching
        @RequestFilter
        @Order(Ordered.HIGHEST_PRECEDENCE)
        HttpRequest<?> change(MutableHttpRequest<?> request) {
            return request.header("X-Early", "1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/report.txt",
                "//x/admin/report.txt",
                "//admin/report.txt",
                "/x/../admin/report.txt",
                "/%61dmin/report.txt",
                "/admin%2freport.txt",
                "/./admin/report.txt"
            })
    void a_protected_file_is_not_shown_in_any_spelling_of_its_address(String path) {
        try (var app = RunningApplication.by("server", config -> config, SETTINGS)) {
            assertThat(app.get(path).body()).doesNotContain("inside");
            assertThat(app.getAsAda("/admin/report.txt").body()).contains("inside");
            assertThat(app.get("/open.txt").body()).contains("open");
        }
    }

    @Test
    void a_web_socket_below_a_protected_path_opens_for_signed_in_users() throws Exception {
        try (var app = RunningApplication.by("server", config -> config, SETTINGS)) {
            assertThatThrownBy(() -> says(app, "/admin/chat", "none=1")).hasRootCauseMessage(REFUSED);
            assertThat(says(app, "/admin/chat", RunningApplication.ADA.cookies()))
                    .isEqualTo("inside for 7");
        }
    }

    @Test
    void a_web_socket_that_needs_a_user_opens_for_no_other_visitor() throws Exception {
        try (var app = RunningApplication.by("server", config -> config, SETTINGS)) {
            assertThatThrownBy(() -> says(app, "/lounge?id=1&name=Boss", "none=1"))
                    .hasRootCauseMessage(REFUSED);
            assertThat(says(app, "/lounge?id=1&name=Boss", RunningApplication.ADA.cookies()))
                    .isEqualTo("inside for Ada");
        }
    }

    /** Messages are not checked one by one, so who opens the socket must be allowed to call each of its handlers. */
    @Test
    void a_web_socket_opens_for_those_who_have_a_role_for_each_of_its_handlers() throws Exception {
        var roles = Callbacks.DEFAULT.session(p ->
                p.session().with("roles", p.token() == null ? null : p.token().value("roles")));
        try (var app = RunningApplication.by("server", config -> config.callbacks(roles), SETTINGS)) {
            for (var some :
                    List.of(List.<String>of(), List.of("READER"), List.of("EDITOR"), List.of("EDITOR", "OWNER"))) {
                assertThatThrownBy(() -> says(app, "/desk", withRoles(some))).hasRootCauseMessage(FORBIDDEN);
            }
            assertThat(says(app, "/desk", withRoles(List.of("READER", "OWNER"))))
                    .isEqualTo("inside");
        }
    }

    private static String withRoles(List<String> roles) {
        return dev.cardea.testing.SignedIn.as(
                        User.of("7", "Ada", null), Claims.of("roles", roles), RunningApplication.SECRET)
                .cookies();
    }

    @Test
    void a_request_changed_by_the_application_keeps_its_body() {
        var heard = new AtomicReference<>("");
        var credentials = CredentialsProvider.of((fields, request) -> {
            heard.set(request.header("X-Early").orElse("") + request.text());
            return Optional.empty();
        });
        var config = AuthConfig.builder()
                .env(Env.none())
                .secret(RunningApplication.SECRET)
                .session(SessionOptions.jwt())
                .provider(credentials);
        config.danger().skipCsrfCheck();
        try (var app = RunningApplication.by("server", Auth.of(config.build()), Map.of("early", "true"))) {
            app.send(app.to("/auth/callback/credentials")
                    .header("content-type", "application/x-www-form-urlencoded")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString("a=b")));
            assertThat(heard).hasValue("1{\"a\":\"b\"}");
        }
    }

    @Test
    void a_store_that_hangs_delays_no_other_visitor() throws Exception {
        var hangs = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        var config = AuthConfig.builder()
                .env(Env.none())
                .secret(RunningApplication.SECRET)
                .build();
        var auth = Auth.of(request -> {
            if (request.header("X-Slow").isPresent()) {
                asked.countDown();
                await(hangs);
            }
            return config;
        });
        var one = Map.<String, Object>of("micronaut.netty.event-loops.default.num-threads", 1);
        try (var app = RunningApplication.by("server", auth, one)) {
            var slow =
                    CompletableFuture.supplyAsync(() -> app.send(app.to("/open").header("X-Slow", "1")));
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(app.get("/open").body()).isEqualTo("open");
            assertThat(app.get("/auth/session").body()).isEqualTo("null");
            assertThat(slow).isNotDone();
            hangs.countDown();
            assertThat(slow.get(60, TimeUnit.SECONDS).body()).isEqualTo("open");
        } finally {
            hangs.countDown();
        }
    }

    @Test
    void several_paths_may_be_one_text() {
        try (var app =
                RunningApplication.by("server", config -> config, Map.of("cardea.protect", "/account, /admin/*"))) {
            assertThat(app.get("/admin/x").statusCode()).isEqualTo(401);
            assertThat(app.get("/account").statusCode()).isEqualTo(401);
            assertThat(app.get("/open").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void an_application_below_a_context_path_protects_the_paths_of_the_browser() {
        var below = Map.<String, Object>of("micronaut.server.context-path", "/app", "cardea.protect", "/app/open");
        try (var app = RunningApplication.by("server", config -> config.basePath("/app/auth"), below)) {
            assertThat(app.get("/app/open").statusCode()).isEqualTo(401);
            assertThat(app.getAsAda("/app/open").body()).isEqualTo("open");
            assertThat(app.get("/app/auth/session").body()).isEqualTo("null");
        }
    }

    @Test
    void a_base_path_that_was_set_need_not_be_below_the_context_path() {
        try (var app = RunningApplication.by(
                "server", config -> config.basePath("/auth"), Map.of("micronaut.server.context-path", "/app"))) {
            assertThat(app.get("/auth/session").body()).isEqualTo("null");
        }
    }

    @Test
    void HTTP_2_behaves_the_same() throws Exception {
        try (var app =
                RunningApplication.by("server", config -> config, Map.of("micronaut.server.http-version", "2.0"))) {
            var client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            for (int i = 0; i < 2; i++) {
                var answer = client.send(
                        app.to("/auth/providers").build(), java.net.http.HttpResponse.BodyHandlers.ofString());
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void an_invalid_path_or_a_missing_Auth_fails_the_start() {
        assertThatThrownBy(() -> RunningApplication.by("server", config -> config, Map.of("cardea.protect", "admin")))
                .hasStackTraceContaining("admin is not a pattern");
        assertThatThrownBy(() -> ApplicationContext.run(Map.of("micronaut.security.enabled", false)))
                .hasMessageContaining("dev.cardea.Auth");
    }

    @Test
    void the_limits_fit_large_sessions_unless_the_application_sets_others() {
        try (var app = RunningApplication.by("server", config -> config, Map.of())) {
            assertThat(server(app).getMaxHeaderSize()).isEqualTo(32 * 1024);
            assertThat(server(app).isEscapeHtmlUrl()).isTrue();
        }
        var own = Map.<String, Object>of("micronaut.server.netty.max-header-size", 1024);
        try (var app = RunningApplication.by("server", config -> config, own)) {
            assertThat(server(app).getMaxHeaderSize()).isEqualTo(1024);
        }
    }

    private static NettyHttpServerConfiguration server(RunningApplication app) {
        return app.context().getBean(NettyHttpServerConfiguration.class);
    }

    /** Returns the first message of a socket. */
    private static String says(RunningApplication app, String path, String cookies) throws Exception {
        var first = new CompletableFuture<String>();
        HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Cookie", cookies)
                .buildAsync(URI.create("ws://localhost:" + app.port() + path), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                        first.complete(text.toString());
                        return socket.sendClose(WebSocket.NORMAL_CLOSURE, "");
                    }
                })
                .whenComplete((socket, e) -> {
                    if (e != null) first.completeExceptionally(e);
                });
        return first.get(60, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
