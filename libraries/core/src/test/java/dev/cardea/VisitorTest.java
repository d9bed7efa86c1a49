package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisitorTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NAME = "authjs.session-token";

    private final List<AuthException> log = new ArrayList<>();
    private final AuthConfig.Builder config = AuthConfig.builder()
            .env(Env.none())
            .secret(SECRET)
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    log.add(error);
                }
            });
    private final Request signedOut = Request.get("http://localhost/inside?a=1");
    private final Request ada = signedOut.header("cookie", NAME + "=" + token());

    @Test
    void a_signed_in_visitor_goes_on_and_a_fresh_session_is_not_sent_again() {
        var visitor = Auth.of(config.build()).visitor(ada);
        assertThat(visitor.session().orElseThrow().user().name()).isEqualTo("Ada");
        assertThat(visitor.refusal(ada)).isEmpty();
        assertThat(visitor.cookies()).isEmpty();
    }

    @Test
    void other_visitors_are_rejected_and_the_page_is_remembered() {
        var visitor = Auth.of(config.build()).visitor(signedOut);
        assertThat(visitor.session()).isEmpty();
        assertThat(visitor.refusal(signedOut)).map(Response::status).hasValue(401);
        var page = Request.get("http://localhost/other").header("accept", "text/html");
        assertThat(visitor.refusal(page).orElseThrow().header("Location"))
                .hasValue("http://localhost/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%2Fother");
    }

    @Test
    void a_refusal_ends_a_session_that_cannot_be_read() {
        var broken = signedOut.header("cookie", NAME + "=x");
        var refusal = Auth.of(config.build()).visitor(broken).refusal(broken).orElseThrow();
        assertThat(refusal.header("Set-Cookie")).get().asString().startsWith(NAME + "=; Max-Age=0");
    }

    @Test
    void while_the_store_is_down_a_protected_page_is_503_and_others_are_not_touched() {
        var auth = Auth.of(config.adapter(down()).build());
        var visitor = auth.visitor(ada);
        assertThat(visitor.cookies()).isEmpty();
        assertThat(visitor.refusal(ada)).map(Response::status).hasValue(503);
        assertThatThrownBy(visitor::session).isInstanceOf(AdapterException.class);
        assertThat(auth.protect(request -> Response.of(200)).handle(ada).status())
                .isEqualTo(503);
    }

    @Test
    void a_broken_configuration_rejects_every_visitor_and_is_logged() {
        var auth = Auth.of(request -> config.trustHost(false).build());
        var visitor = auth.visitor(ada);
        assertThat(visitor.refusal(ada)).map(Response::status).hasValue(500);
        assertThat(log).isNotEmpty();
        assertThatThrownBy(visitor::session).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void a_request_without_a_usable_host_is_refused() {
        var auth = Auth.of(config.allowedHosts("app.example").build());
        assertThat(auth.visitor(ada).refusal(ada)).map(Response::status).hasValue(400);
    }

    @Test
    void a_callback_that_throws_lets_no_visitor_through() {
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT.authorized(params -> {
                    throw new IllegalStateException("secret");
                }))
                .build());
        var refusal = auth.visitor(ada).refusal(ada).orElseThrow();
        assertThat(refusal.status()).isEqualTo(500);
        assertThat(refusal.text()).doesNotContain("secret");
        assertThat(log).singleElement().extracting(Throwable::getCause).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_signed_in_user_who_is_denied_gets_403_and_is_not_sent_to_sign_in() {
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT.authorized(p -> Decision.deny()))
                .build());
        var visitor = auth.visitor(ada);
        var program = visitor.refusal(ada).orElseThrow();
        assertThat(program.status()).isEqualTo(403);
        assertThat(program.text()).isEqualTo("{\"error\":\"forbidden\"}");
        var page = visitor.refusal(ada.header("accept", "text/html").header("accept-language", "de"))
                .orElseThrow();
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.text()).contains("Du bist als Ada angemeldet", "http://localhost/auth/signout");
        assertThat(page.header("Cache-Control")).hasValue("private, no-cache, no-store");
        assertThat(page.header("Location")).isEmpty();
        assertThat(auth.visitor(signedOut).refusal()).map(Response::status).hasValue(401);
        assertThat(auth.visitor(signedOut.header("accept", "text/html")).refusal())
                .map(Response::status)
                .hasValue(302);
    }

    @Test
    void a_user_who_is_denied_reaches_a_sign_in_page_of_the_application() {
        var auth = Auth.of(config.pages(PagesOptions.NONE.signIn("/inside"))
                .callbacks(Callbacks.DEFAULT.authorized(p -> Decision.deny()))
                .build());
        assertThat(auth.visitor(ada).refusal()).isEmpty();
        assertThat(auth.visitor(signedOut).refusal()).isEmpty();
    }

    @Test
    void forbid_is_403_for_every_visitor() {
        var auth = Auth.of(config.pages(PagesOptions.NONE.signIn("/inside").signOut("/leave?now"))
                .callbacks(Callbacks.DEFAULT.authorized(p -> Decision.forbid()))
                .build());
        for (var visitor : List.of(auth.visitor(ada), auth.visitor(signedOut))) {
            assertThat(visitor.refusal()).map(Response::status).hasValue(403);
        }
        var page = signedOut.header("accept", "text/html,*/*;q=0.8");
        assertThat(auth.visitor(page).refusal().orElseThrow().text())
                .contains("You don't have permission to see this page.")
                .doesNotContain("leave");
        assertThat(auth.visitor(ada.header("accept", "text/html"))
                        .refusal()
                        .orElseThrow()
                        .text())
                .contains("You're signed in as Ada.", "http://localhost/leave?now");
    }

    @Test
    void a_host_refuses_for_a_missing_role_and_never_while_it_is_unknown_who_is_signed_in() {
        var auth = Auth.of(config.build());
        assertThat(auth.visitor(ada).forbidden().status()).isEqualTo(403);
        var away = Auth.of(config.adapter(down()).build());
        assertThat(away.visitor(ada).forbidden().status()).isEqualTo(503);
    }

    @Test
    void the_answer_of_authorized_is_sent() {
        var answer = Response.of(418).header("Set-Cookie", "a=1");
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT
                        .jwt(p -> p.token().with("seen", true))
                        .authorized(p -> Decision.respond(answer)))
                .build());
        var refusal = auth.visitor(ada).refusal(ada).orElseThrow();
        assertThat(refusal.status()).isEqualTo(418);
        assertThat(refusal.headers().all("Set-Cookie")).hasSize(2).last().isEqualTo("a=1");
    }

    @Test
    void a_sign_out_within_a_page_is_not_undone_by_what_keeps_the_session() {
        var auth = Auth.of(config.build());
        var page = auth.wrap(
                (request, who) -> auth.signOut(request, SignOut.to("/")).toResponse());
        assertThat(page.handle(ada).headers().all("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith(NAME + "=; Max-Age=0");
    }

    @Test
    void a_page_that_grew_the_session_and_ends_it_leaves_no_chunk() {
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT.jwt(p -> p.token().with("more", "x".repeat(5000))))
                .build());
        var visitor = auth.visitor(ada);
        assertThat(visitor.cookies()).extracting(Cookie::name).contains(NAME + ".0", NAME + ".1");
        var page = visitor.keep(auth.signOut(ada, SignOut.DEFAULT).toResponse());
        assertThat(page.headers().all("Set-Cookie")).noneMatch(line -> line.startsWith(NAME + ".0="));

        var before = new ArrayList<>(List.of("own=1"));
        visitor.cookies().forEach(cookie -> before.add(cookie.toHeaderValue()));
        var own = new Cookie("own", "2", CookieOptions.DEFAULT);
        assertThat(visitor.replaced(before, List.of(own))).containsExactly("own=1", own.toHeaderValue());
    }

    @Test
    void a_page_asks_the_visitor_for_what_it_would_ask_of_the_whole() {
        List<Object> updates = new ArrayList<>();
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT.jwt(p -> {
                    if (p.session() != null) updates.add(p.session());
                    return p.token();
                }))
                .build());
        var visitor = auth.visitor(ada);
        assertThat(visitor.signOut(SignOut.to("/bye"))).isEqualTo(auth.signOut(ada, SignOut.to("/bye")));
        assertThat(visitor.signIn(SignIn.page())).isEqualTo(auth.signIn(ada, SignIn.page()));
        var data = visitor.session().orElseThrow();
        assertThat(visitor.unstableUpdate(data).cookies())
                .extracting(Cookie::name)
                .containsExactly(NAME);
        assertThat(updates).containsExactly(data.claims().asMap());
    }

    @Test
    void with_a_broken_configuration_a_page_signs_no_user_in_or_out() {
        var visitor = Auth.of(request -> config.trustHost(false).build()).visitor(ada);
        assertThatThrownBy(() -> visitor.signIn(SignIn.page())).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> visitor.signOut(SignOut.DEFAULT)).isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sec-fetch-site: same-origin",
                "sec-fetch-site: same-origin|origin: https://localhost:5173",
                "sec-fetch-site: same-origin|origin: null",
                "origin: http://localhost",
                "origin: http://LOCALHOST:80",
            })
    void a_request_from_a_page_of_the_site_is_of_the_same_origin(String headers) {
        assertThat(isSameOrigin(headers)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sec-fetch-site: cross-site",
                "sec-fetch-site: cross-site|origin: http://localhost",
                "sec-fetch-site: same-site|origin: http://localhost",
                "sec-fetch-site: none",
                "sec-fetch-site: same-origin|sec-fetch-site: cross-site",
                "sec-fetch-site: |origin: http://localhost",
                "origin: null",
                "origin: ",
                "origin: http://localhost:8080",
                "origin: http://localhost.evil.example",
                "origin: http://localhost@evil.example",
                "origin: http://evil.example|origin: http://localhost",
                "origin: http://evil.example, http://localhost",
            })
    void a_request_from_anywhere_else_is_not(String headers) {
        assertThat(isSameOrigin(headers)).isFalse();
    }

    @Test
    void while_the_host_is_unknown_no_request_is_of_the_same_origin() {
        var other = signedOut.header("sec-fetch-site", "same-origin");
        assertThat(Auth.of(config.allowedHosts("app.example").build()).isSameOrigin(other))
                .isFalse();
        var broken = Auth.of(request -> config.trustHost(false).build());
        assertThatThrownBy(() -> broken.isSameOrigin(other)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> broken.visitor(other).isSameOrigin()).isInstanceOf(ConfigurationException.class);
    }

    private boolean isSameOrigin(String headers) {
        var sent = signedOut;
        for (var line : headers.split("\\|")) {
            if (!line.isEmpty()) sent = sent.header(line.split(": ?", 2)[0], line.split(": ?", 2)[1]);
        }
        var auth = Auth.of(config.build());
        assertThat(auth.visitor(sent).isSameOrigin()).isEqualTo(auth.isSameOrigin(sent));
        return auth.isSameOrigin(sent);
    }

    @Test
    void a_refused_configuration_still_has_its_base_path() {
        var broken = Auth.of(request -> config.basePath("/in").trustHost(false).build());
        assertThat(broken.handles(Request.get("http://localhost/in/session"))).isTrue();
        assertThat(broken.handles(Request.get("http://localhost/auth/session"))).isFalse();
        var throwing = Auth.of(request -> {
            throw new IllegalStateException();
        });
        assertThat(throwing.handles(Request.get("http://localhost/auth/session")))
                .isTrue();
    }

    private static String token() {
        return Jwt.encode(new EncodeParams(Claims.of("sub", "1").with("name", "Ada"), Secrets.of(SECRET), NAME, 3600));
    }

    private static Adapter down() {
        return (Adapter) Proxy.newProxyInstance(
                VisitorTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class},
                (proxy, method, args) -> {
                    throw new IllegalStateException("the database is away");
                });
    }
}
