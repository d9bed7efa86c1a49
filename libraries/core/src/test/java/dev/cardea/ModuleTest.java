package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.InternalResponse;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Extension;
import dev.cardea.module.ModuleCookie;
import dev.cardea.module.ModuleError;
import dev.cardea.module.ModulePage;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.text.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A module brings errors, cookies, texts and pages, and core knows none of them. */
class ModuleTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NEWER = "9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d-of-the-tests";
    private static final String SITE = "https://app.example";
    private static final Instant NOW = Instant.parse("2026-05-04T10:00:00Z");
    private static final Duration LIFE = Duration.ofMinutes(15);

    private final List<AuthException> log = new ArrayList<>();

    /** As a module of an application would be written. */
    private static final class Invitations implements Extension<AuthConfig.Builder>, Route {
        private final CsrfRule csrf;
        private final ModuleError error;
        private ModuleCookie invitation;
        private ModuleCookie other;
        private Texts texts;

        Invitations(CsrfRule csrf, ErrorType type) {
            this.csrf = csrf;
            error = new ModuleError(type, "NotInvited", "invite this address first");
        }

        @Override
        public void configure(AuthConfig.Builder config, Env env) {
            var english = Map.of(
                    "error.NotInvited.heading", "Not invited",
                    "error.NotInvited.text", "Ask for an invitation.",
                    "message.NotInvited", "No one has invited you.",
                    "invitation.title", "Your <invitation>");
            config.texts(config.texts()
                            .withDefaults(Locale.ENGLISH, english)
                            .withDefaults(Locale.GERMAN, Map.of("invitation.title", "Deine <Einladung>"))
                            .withDefaults(Locale.FRENCH, Map.of("invitation.title", "Votre invitation")))
                    .route(this);
        }

        @Override
        public void complete(AuthConfig.Builder config) {
            invitation = config.moduleCookie("invitation", LIFE);
            other = config.moduleCookie("other", LIFE);
            texts = config.texts();
        }

        @Override
        public String name() {
            return "invitation";
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET");
        }

        @Override
        public CsrfRule csrf() {
            return csrf;
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            var query = call.request().query();
            boolean isHttps = call.request().isHttps();
            if (query.containsKey("fail")) throw error.exception();
            if (query.containsKey("set")) {
                var content = Claims.of("email", "ada@example.com");
                return InternalResponse.json(200, "set", List.of(invitation.sealed(content, isHttps)));
            }
            if (query.containsKey("leave")) {
                return InternalResponse.json(200, "left", List.of(invitation.deleted(isHttps)));
            }
            if (query.containsKey("read")) {
                var sent = call.request().cookies();
                return InternalResponse.json(
                        200,
                        Claims.of("invitation", email(invitation, sent, isHttps))
                                .with("other", email(other, sent, isHttps)),
                        List.of());
            }
            var title = texts.get(call.locale(), "invitation.title");
            return call.page(400, ModulePage.of(title, "<p id=\"own\">Welcome</p>"));
        }

        private static String email(ModuleCookie cookie, Map<String, String> sent, boolean isHttps) {
            return cookie.open(sent, isHttps)
                    .map(content -> content.text("email"))
                    .orElse("");
        }
    }

    // --- errors and texts ---

    @ParameterizedTest
    @CsvSource({
        "ACCESS_DENIED, /auth/error?error=AccessDenied&code=NotInvited, 403, Ask for an invitation.",
        "CREDENTIALS_SIGNIN, /auth/signin?error=CredentialsSignin&code=NotInvited, 200, No one has invited you."
    })
    void an_error_leads_to_the_page_of_its_type_which_shows_the_text_of_the_module(
            ErrorType type, String page, int status, String text) {
        var auth = auth(new Invitations(CsrfRule.TOKEN, type));
        var answer = auth.handle(get("/auth/invitation?fail"));
        assertThat(answer.header("Location")).hasValue(SITE + page);
        assertThat(log).singleElement().satisfies(error -> {
            assertThat(error.type()).isEqualTo(type);
            assertThat(error.code()).isEqualTo("NotInvited");
            assertThat(error).hasMessage("NotInvited: invite this address first");
        });
        var shown = auth.handle(get(page));
        assertThat(shown.status()).isEqualTo(status);
        assertThat(shown.text()).contains(text);
    }

    @Test
    void programs_get_type_and_code_as_JSON() {
        var auth = auth(new Invitations(CsrfRule.NONE, ErrorType.ACCESS_DENIED));
        var answer = auth.handle(get("/auth/invitation?fail"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo("{\"error\":\"AccessDenied\",\"code\":\"NotInvited\"}");
    }

    @Test
    void a_code_without_a_text_shows_the_text_of_the_type() {
        var auth = auth(new Invitations(CsrfRule.TOKEN, ErrorType.ACCESS_DENIED));
        for (var code : List.of("Unknown", "default", "x.heading", "<b>")) {
            assertThat(auth.handle(get("/auth/error?error=AccessDenied&code=" + code))
                            .text())
                    .contains("have permission to sign in.")
                    .doesNotContain("<b>");
        }
    }

    @Test
    void a_code_without_an_error_shows_no_error() {
        var auth = auth(new Invitations(CsrfRule.TOKEN, ErrorType.ACCESS_DENIED));
        assertThat(auth.handle(get("/auth/signin?code=NotInvited")).text()).doesNotContain("No one has invited you");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorType.class,
            names = {"ADAPTER_ERROR", "INVALID_CONFIGURATION", "INVALID_CHECK", "OAUTH_CALLBACK_ERROR"})
    void an_error_is_no_failure_and_none_that_visitors_may_not_know(ErrorType type) {
        assertThatThrownBy(() -> new ModuleError(type, "NotInvited", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use a type such as AccessDenied");
    }

    @Test
    void a_code_is_a_word_that_a_URL_and_a_page_can_show() {
        for (var code : List.of("", "No", "notInvited", "Not Invited", "Not.Invited", "N".repeat(40))) {
            assertThatThrownBy(() -> new ModuleError(ErrorType.ACCESS_DENIED, code, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("3 to 39 letters");
        }
    }

    @Test
    void the_texts_of_the_application_win_over_those_of_a_module() {
        var texts = Texts.DEFAULT
                .override(Locale.ENGLISH, Map.of("a", "application"))
                .withDefaults(Locale.ENGLISH, Map.of("a", "module", "b", "module"));
        assertThat(texts.get(Locale.ENGLISH, "a")).isEqualTo("application");
        assertThat(texts.get(Locale.ENGLISH, "b")).isEqualTo("module");
    }

    // --- pages ---

    @ParameterizedTest
    @CsvSource({"de, Deine &lt;Einladung&gt;", "fr, Your &lt;invitation&gt;"})
    void a_page_has_the_frame_the_headers_and_the_language_of_the_built_in_ones(String language, String title) {
        var auth = auth(new Invitations(CsrfRule.TOKEN, ErrorType.ACCESS_DENIED));
        var page = auth.handle(get("/auth/invitation").header("accept-language", language));
        var builtIn = auth.handle(get("/auth/error"));
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("<title>" + title + "</title>", "<p id=\"own\">Welcome</p>", "class=\"card\"");
        for (var header : List.of("Content-Security-Policy", "X-Frame-Options", "Cache-Control", "Content-Type")) {
            assertThat(page.header(header)).isPresent().isEqualTo(builtIn.header(header));
        }
    }

    // --- cookies ---

    @Test
    void a_cookie_belongs_to_this_host_alone_and_opens_what_was_sealed() {
        var auth = auth(new Invitations(CsrfRule.NONE, ErrorType.ACCESS_DENIED));
        var line = setCookie(auth, "set");
        assertThat(line)
                .startsWith("__Host-cardea.invitation=")
                .contains("; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax", "; Max-Age=900")
                .doesNotContain("Domain", "ada@example.com");
        assertThat(read(auth, pair(line))).isEqualTo("{\"invitation\":\"ada@example.com\",\"other\":\"\"}");
        assertThat(setCookie(auth, "leave"))
                .startsWith("__Host-cardea.invitation=;")
                .contains("; Max-Age=0");
    }

    @Test
    void a_cookie_of_another_name_of_another_site_or_of_another_time_does_not_open() {
        var auth = auth(new Invitations(CsrfRule.NONE, ErrorType.ACCESS_DENIED));
        var sent = pair(setCookie(auth, "set"));
        var none = "{\"invitation\":\"\",\"other\":\"\"}";
        assertThat(read(auth, sent.replace("invitation", "other"))).isEqualTo(none);
        // Another host of the domain can set a cookie without the prefix.
        assertThat(read(auth, sent.replace("__Host-", ""))).isEqualTo(none);
        assertThat(read(auth, sent.substring(0, sent.length() - 8) + "AAAAAAAA"))
                .isEqualTo(none);
        assertThat(read(auth, "__Host-cardea.invitation=")).isEqualTo(none);
        assertThat(read(auth, "a=b")).isEqualTo(none);
        assertThat(read(auth(NOW, NEWER), sent)).isEqualTo(none);
        assertThat(read(auth(NOW, NEWER, SECRET), sent)).contains("ada@example.com");
        assertThat(read(auth(NOW.plus(LIFE).minusSeconds(1), SECRET), sent)).contains("ada@example.com");
        assertThat(read(auth(NOW.plus(LIFE).plusSeconds(20), SECRET), sent)).isEqualTo(none);
    }

    @Test
    void without_https_a_cookie_has_no_prefix() {
        var auth = auth(new Invitations(CsrfRule.NONE, ErrorType.ACCESS_DENIED));
        var answer = auth.handle(Request.get("http://localhost/auth/invitation?set"));
        assertThat(answer.headers().all("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith("cardea.invitation=")
                .doesNotContain("Secure");
    }

    @Test
    void a_cookie_has_a_plain_name_and_does_not_print_secrets() {
        var config = AuthConfig.builder().secret(SECRET);
        assertThat(config.moduleCookie("sign-up", LIFE)).hasToString("ModuleCookie[sign-up]");
        for (var name : List.of("", "Sign", "sign_up", "sign;up", "-")) {
            assertThatThrownBy(() -> config.moduleCookie(name, LIFE)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void two_cookies_of_one_name_are_an_error_and_a_second_build_is_none() {
        var config = AuthConfig.builder().secret(SECRET).url("https://app.example");
        var asked = new AtomicInteger();
        config.extension(new Extension<AuthConfig.Builder>() {
            @Override
            public void configure(AuthConfig.Builder changed, Env env) {}

            @Override
            public void complete(AuthConfig.Builder changed) {
                changed.moduleCookie("sign-up", LIFE);
                if (asked.incrementAndGet() == 3) changed.moduleCookie("sign-up", LIFE);
            }
        });
        config.build();
        config.build();
        assertThatThrownBy(config::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cardea.sign-up")
                .hasMessageContaining("another name");
    }

    private static String setCookie(Auth auth, String what) {
        return auth.handle(get("/auth/invitation?" + what)).headers().all("Set-Cookie").stream()
                .findFirst()
                .orElseThrow();
    }

    private static String pair(String line) {
        return line.substring(0, line.indexOf(';'));
    }

    private static String read(Auth auth, String cookie) {
        return auth.handle(get("/auth/invitation?read").header("cookie", cookie))
                .text();
    }

    private Auth auth(Invitations module) {
        return Auth.of(config(NOW, SECRET).extension(module));
    }

    private Auth auth(Instant now, String... secrets) {
        return Auth.of(config(now, secrets).extension(new Invitations(CsrfRule.NONE, ErrorType.ACCESS_DENIED)));
    }

    private AuthConfig.Builder config(Instant now, String... secrets) {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret(List.of(secrets))
                .trustHost(true)
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                });
    }

    private static Request get(String target) {
        return Request.get(SITE + target);
    }
}
