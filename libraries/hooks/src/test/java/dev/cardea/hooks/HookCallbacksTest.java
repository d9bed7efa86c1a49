package dev.cardea.hooks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.BadRequestException;
import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.ApplicationException;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Decision;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.RedirectParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.SignInParams;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookCallbacksTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final RedirectParams DASH = new RedirectParams("/dash", "https://app.example");

    private Receiver app;
    private Hooks hooks;

    @BeforeEach
    void start() throws IOException {
        app = new Receiver();
        hooks = hooks(Duration.ofSeconds(60));
    }

    private Hooks hooks(Duration timeout) {
        return Hooks.of(
                HookSettings.at(app.url())
                        .callbacks(HookSettings.CALLBACKS)
                        .events(Set.of())
                        .timeout(timeout),
                SECRET);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void a_call_is_signed_and_carries_the_parameters() {
        app.on("callbacks/redirect", Reply.of("{\"result\":\"https://app.example/x\"}"));
        long before = System.currentTimeMillis() / 1000;
        assertThat(redirect()).isEqualTo("https://app.example/x");
        long after = System.currentTimeMillis() / 1000;
        var call = app.calls.get(0);
        assertThat(call.body()).isEqualTo("{\"url\":\"/dash\",\"baseUrl\":\"https://app.example\"}");
        long seconds = Long.parseLong(call.signature().split("\\.")[1]);
        assertThat(seconds).isBetween(before, after);
        assertThat(call.signature())
                .isEqualTo(new HookSigner(SECRET)
                        .sign("callbacks/redirect", "", call.body().getBytes(), seconds, nonce(call)));
        assertThat(redirect()).isEqualTo("https://app.example/x");
        assertThat(nonce(app.calls.get(1))).isNotEqualTo(nonce(call));
    }

    private static String nonce(Receiver.Call call) {
        return call.signature().split("\\.")[2];
    }

    @Test
    void no_content_is_the_default() {
        assertThat(redirect()).isEqualTo("https://app.example/dash");
        assertThat(signIn()).isEqualTo(Decision.allow());
        assertThat(hooks.callbacks().jwt().apply(jwtParams())).isEqualTo(Claims.of("sub", "1"));
        assertThatThrownBy(this::authorize).isInstanceOf(HookException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "[]", "null", "{\"result\":", "{\"result\":\"\"}", "{\"result\":5}", "{\"error\":5}"})
    void anything_else_is_an_error_and_never_tried_again(String body) {
        app.on("callbacks/redirect", Reply.of(body));
        assertThatThrownBy(this::redirect).isInstanceOf(HookException.class);
        assertThat(app.calls).hasSize(1);
    }

    @Test
    void malformed_UTF_8_is_not_JSON() {
        app.on("callbacks/redirect", new Reply(200, "{\"result\":\"/\u00fc\"}".getBytes(ISO_8859_1), 0));
        assertThatThrownBy(this::redirect).isInstanceOf(HookException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 302, 400, 500})
    void another_status_is_an_error(int status) {
        app.on("callbacks/redirect", new Reply(status, "{\"result\":\"https://app.example/x\"}", 0));
        assertThatThrownBy(this::redirect).isInstanceOf(HookException.class);
        assertThat(app.calls).hasSize(1);
    }

    @Test
    void an_answer_may_have_256_kilobytes_and_no_more() {
        app.on("callbacks/session", Reply.of("{\"result\":{\"x\":\"" + "x".repeat(262_144 - 19) + "\"}}"));
        assertThat(session().toJson()).hasSize(262_144 - 11);
        app.on("callbacks/session", Reply.of("{\"result\":{\"x\":\"" + "x".repeat(262_144 - 18) + "\"}}"));
        assertThatThrownBy(this::session).isInstanceOf(HookException.class).hasMessageContaining("more than");
    }

    @Test
    void an_answer_that_is_late_is_an_error() {
        hooks = hooks(Duration.ofMillis(500));
        app.on("callbacks/redirect", new Reply(200, "{\"result\":\"https://app.example/x\"}", 2_000));
        assertThatThrownBy(this::redirect).hasMessageContaining("500 ms");
    }

    @Test
    void a_sign_in_that_the_application_decides_too_late_is_unavailable_and_not_denied() {
        hooks = hooks(Duration.ofMillis(500));
        app.on("callbacks/signIn", new Reply(200, "{\"result\":true}", 2_000));
        assertThatThrownBy(this::signIn).isInstanceOf(ApplicationUnavailableException.class);
    }

    @Test
    void two_errors_keep_their_type() {
        app.on("callbacks/authorize", Reply.of("{\"error\":{\"type\":\"CredentialsSignin\",\"code\":\"locked\"}}"));
        assertThatThrownBy(this::authorize)
                .isInstanceOfSatisfying(
                        CredentialsSignInException.class,
                        e -> assertThat(e.code()).isEqualTo("locked"));
        app.on("callbacks/signIn", Reply.of("{\"error\":{\"type\":\"AccessDenied\"}}"));
        assertThatThrownBy(this::signIn).isInstanceOf(AccessDeniedException.class);
        app.on("callbacks/signIn", Reply.of("{\"error\":{\"type\":\"Boom\"}}"));
        assertThatThrownBy(this::signIn).isInstanceOf(ApplicationException.class);
    }

    @Test
    void sign_in_is_decided() {
        app.on("callbacks/signIn", Reply.of("{\"result\":false}"));
        assertThat(signIn()).isEqualTo(Decision.deny());
        app.on("callbacks/signIn", Reply.of("{\"result\":\"/wait\"}"));
        assertThat(signIn()).isEqualTo(Decision.redirectTo("/wait"));
        assertThat(app.calls.get(0).body()).isEqualTo("{\"user\":{\"id\":\"7\",\"name\":null}}");
    }

    @Test
    void a_token_is_shaped_or_ended() {
        app.on("callbacks/jwt", Reply.of("{\"result\":{\"z\":1,\"a\":null}}"));
        assertThat(hooks.callbacks().jwt().apply(jwtParams()).toJson()).isEqualTo("{\"z\":1,\"a\":null}");
        app.on("callbacks/jwt", Reply.of("{\"result\":null}"));
        assertThat(hooks.callbacks().jwt().apply(jwtParams())).isNull();
        assertThat(app.calls.get(0).body()).isEqualTo("{\"token\":{\"sub\":\"1\"}}");
    }

    @Test
    void a_session_goes_out_as_it_came() {
        app.on("callbacks/session", Reply.of("{\"result\":{\"z\":[1,null],\"a\":{\"c\":1,\"b\":2}}}"));
        assertThat(session().toJson()).isEqualTo("{\"z\":[1,null],\"a\":{\"c\":1,\"b\":2}}");
    }

    @Test
    void credentials_are_checked_without_our_own_fields_and_cookies() {
        app.on("callbacks/authorize", Reply.of("{\"result\":{\"id\":\"9\"}}"));
        assertThat(authorize()).hasValueSatisfying(user -> assertThat(user.id()).isEqualTo("9"));
        assertThat(app.calls.get(0).body())
                .startsWith("{\"provider\":\"credentials\",\"credentials\":{\"username\":\"ann\"},\"request\":{")
                .contains("\"method\":\"POST\"", "\"x-a\":\"1, 2\"")
                .doesNotContain("csrfToken", "geheim");
        app.on("callbacks/authorize", Reply.of("{\"result\":null}"));
        assertThat(authorize()).isEmpty();
    }

    @Test
    void who_sees_a_page_is_decided_by_its_path_and_without_cookies() {
        app.on("callbacks/authorized", Reply.of("{\"result\":true}"));
        assertThat(authorized("/%61dmin")).isEqualTo(Decision.allow());
        assertThat(app.calls.get(0).body())
                .startsWith("{\"path\":\"/admin\",\"auth\":{\"user\":{\"id\":\"7\"}},\"request\":{\"method\":\"GET\",")
                .contains("\"url\":\"https://app.example/%61dmin\"")
                .doesNotContain("geheim");
        app.on("callbacks/authorized", Reply.of("{\"result\":false}"));
        assertThat(authorized("/admin")).isEqualTo(Decision.deny());
        app.on("callbacks/authorized", Reply.of("{\"error\":{\"type\":\"AccessDenied\"}}"));
        assertThat(authorized("/admin")).isEqualTo(Decision.deny());
        app.on("callbacks/authorized", Reply.status(204));
        assertThat(authorized("/admin")).as("the default").isEqualTo(Decision.allow());
        assertThatThrownBy(() -> authorized("/x/../admin")).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":\"/elsewhere\"}",
                "{\"result\":1}",
                "{\"result\":null}",
                "{\"result\":{}}",
                "{\"error\":{\"type\":\"Boom\"}}",
                "{}",
                "true"
            })
    void without_a_decision_it_is_unknown_who_sees_a_page(String body) {
        app.on("callbacks/authorized", Reply.of(body));
        assertThatThrownBy(() -> authorized("/admin")).isInstanceOf(ApplicationUnavailableException.class);
    }

    private Decision authorized(String path) {
        var session = Session.of(Claims.of("user", Claims.of("id", "7")));
        var request = Request.get("https://app.example" + path).header("Cookie", "geheim");
        return hooks.callbacks().authorized().apply(new AuthorizedParams(session, request));
    }

    private String redirect() {
        return hooks.callbacks().redirect().apply(DASH);
    }

    private Decision signIn() {
        var user = User.of(Claims.of("id", 7L).with("name", null));
        return hooks.callbacks().signIn().apply(new SignInParams(user, null, null, false, null));
    }

    private Session session() {
        var session = Session.of(Claims.of("user", Claims.NONE));
        return hooks.callbacks().session().apply(new SessionParams(session, Claims.NONE, null, null, null));
    }

    private java.util.Optional<User> authorize() {
        var request = Request.of("POST", "http://localhost/auth/callback/credentials")
                .header("Cookie", "geheim")
                .header("X-A", "1")
                .header("X-A", "2");
        var accepted = Claims.of("csrfToken", "t").with("username", "ann").with("callbackUrl", "/");
        return hooks.authorize("credentials").orElseThrow().authorize(accepted, request);
    }

    private static JwtParams jwtParams() {
        return new JwtParams(Claims.of("sub", "1"), null, null, null, null, null, null);
    }
}
