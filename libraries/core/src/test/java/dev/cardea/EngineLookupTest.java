package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cardea.action.AuthAction;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.RequestFilter;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The function that returns a configuration may ask a database: it runs once for each request. */
class EngineLookupTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NAME = "authjs.session-token";
    private static final Request ANONYMOUS = Request.get("http://localhost/inside");
    private static final Request ADA = ANONYMOUS.header("cookie", NAME + "=" + token());

    private final AtomicInteger calls = new AtomicInteger();
    private final AuthConfig config = AuthConfig.builder()
            .env(Env.none())
            .secret(SECRET)
            .trustHost(true)
            .route(new Hello())
            .filter(new OutsidePage())
            .logger(new SilentLogger())
            .build();
    private final Auth auth = Auth.of(request -> {
        calls.incrementAndGet();
        return config;
    });

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/auth/session",
                "/auth/csrf",
                "/auth/providers",
                "/auth/signin",
                "/auth/error",
                "/auth/hello",
                "/auth/unknown",
                "/outside"
            })
    void a_route_and_the_page_of_a_filter_ask_once_however_they_are_reached(String path) {
        var request = Request.get("http://localhost" + path);
        auth.handle(request);
        assertThat(calls).hasValue(1);

        calls.set(0);
        var admission = (Admission.Route) auth.guard("/*").admit(request, path);
        admission.answer(request);
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_page_asks_once_with_all_that_it_asks_of_its_visitor() {
        var page = (Admission.Page) auth.guard("/inside").admit(ADA, "/inside");
        var visitor = page.visitor();
        assertThat(visitor.session()).isPresent();
        assertThat(visitor.refusal()).isEmpty();
        visitor.forbidden();
        visitor.isSameOrigin();
        visitor.keep(200, Headers.NONE);
        visitor.signIn(SignIn.page());
        visitor.unstableUpdate(Session.of(Claims.NONE));
        visitor.signOut(SignOut.DEFAULT);
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_page_that_needs_no_permission_and_a_denial_ask_once() {
        assertThat(auth.guard("/inside").admit(ANONYMOUS, "/open", "/open")).isInstanceOf(Admission.Page.class);
        assertThat(calls).hasValue(1);

        calls.set(0);
        assertThat(auth.guard("/inside").admit(ANONYMOUS, "/inside")).isInstanceOf(Admission.Denial.class);
        assertThat(calls).hasValue(1);
    }

    static Map<String, BiConsumer<Auth, Request>> entries() {
        return Map.ofEntries(
                Map.entry("handle", Auth::handle),
                Map.entry("handles", Auth::handles),
                Map.entry("session", Auth::session),
                Map.entry("read", Auth::read),
                Map.entry("visitor", Auth::visitor),
                Map.entry("passkeys", Auth::passkeys),
                Map.entry(
                        "accounts",
                        (auth, request) -> assertThatThrownBy(() -> auth.accounts(request))
                                .isInstanceOf(ConfigurationException.class)),
                Map.entry("sameOrigin", Auth::isSameOrigin),
                Map.entry("authorized", (auth, request) -> auth.authorized(request, null)),
                Map.entry("url", (auth, request) -> auth.url(AuthAction.SIGNIN, request)),
                Map.entry("signIn", (auth, request) -> auth.signIn(request, SignIn.page())),
                Map.entry("signOut", (auth, request) -> auth.signOut(request, SignOut.DEFAULT)),
                Map.entry("update", (auth, request) -> auth.unstableUpdate(request, Session.of(Claims.NONE))),
                Map.entry("raw", (auth, request) -> auth.raw().handle(request)),
                Map.entry(
                        "wrap",
                        (auth, request) ->
                                auth.wrap((same, session) -> Response.of(200)).handle(request)),
                Map.entry(
                        "protect",
                        (auth, request) ->
                                auth.protect(same -> Response.of(200)).handle(request)));
    }

    static Stream<String> entryNames() {
        return entries().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("entryNames")
    void each_entry_for_code_asks_once(String name) {
        entries().get(name).accept(auth, ADA);
        assertThat(calls).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/auth/session", "/inside", "/open"})
    void a_function_that_throws_is_not_asked_again(String path) {
        var broken = Auth.of(request -> {
            calls.incrementAndGet();
            throw new IllegalStateException("no tenant");
        });
        var request = Request.get("http://localhost" + path);
        var admission = broken.guard("/inside").admit(request, path);
        if (admission instanceof Admission.Route route)
            assertThat(route.answer(request).status()).isEqualTo(500);
        if (admission instanceof Admission.Page page)
            assertThat(catchThrowable(() -> page.visitor().session()))
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_request_below_the_path_of_an_application_gets_its_engine_in_every_spelling_of_that_path() {
        var guard = auth.guard("/inside");
        guard.at("/app");
        for (var path : List.of("/app/x", "/%61pp/x", "/ap%70")) {
            assertThat(auth.url(AuthAction.SIGNIN, Request.get("http://localhost" + path)))
                    .as(path)
                    .isEqualTo("http://localhost/app/auth/signin");
        }
        for (var path : List.of("/apple", "/x/app", "/%2561pp/x")) {
            assertThat(auth.url(AuthAction.SIGNIN, Request.get("http://localhost" + path)))
                    .as(path)
                    .isEqualTo("http://localhost/auth/signin");
        }
    }

    private static String token() {
        return Jwt.encode(new EncodeParams(Claims.of("sub", "1").with("name", "Ada"), Secrets.of(SECRET), NAME, 3600));
    }

    private static final class Hello implements Route {
        @Override
        public String name() {
            return "hello";
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET");
        }

        @Override
        public CsrfRule csrf() {
            return CsrfRule.NONE;
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            return InternalResponse.json(200, call.session().isPresent(), List.of());
        }
    }

    private static final class OutsidePage implements RequestFilter {
        @Override
        public boolean handles(String path) {
            return path.equals("/outside");
        }

        @Override
        public Response handle(Request request, HttpHandler routes) {
            return handles(request.path()) ? Response.of(200) : routes.handle(request);
        }
    }

    private static final class SilentLogger implements AuthLogger {
        @Override
        public void error(AuthException error) {}

        @Override
        public void warn(String code) {}
    }
}
