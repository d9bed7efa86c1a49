package dev.cardea.dev;

import static dev.cardea.dev.LocalBrowser.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.GitHub;
import dev.cardea.testing.AuthenticatorApp;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Fault;
import dev.cardea.testing.Page;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The users, the clock, the faults and the log, each by its buttons. */
class ToolsTest {
    @TempDir
    private Path folder;

    private final List<Duration> waited = new CopyOnWriteArrayList<>();

    private Auth auth() {
        return auth(AuthConfig.builder().adapter(new InMemoryAdapter()));
    }

    private Auth auth(AuthConfig.Builder config) {
        config.env(Env.none())
                .logger(new Quiet())
                .provider(
                        OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"),
                        GitHub.provider(),
                        EmailProvider.of("email", mail -> {
                                    throw new AssertionError("a mail left the machine");
                                })
                                .from("no-reply@app.example"));
        return Auth.of(CardeaDev.in(folder).with(new DevFaults(waited::add)).extend(config));
    }

    private static HttpHandler site(Auth auth) {
        var page = auth.wrap((request, session) -> Response.of(
                200, "text/plain", session.map(it -> "User " + it.user().name()).orElse("No user")));
        return request -> auth.handles(request) ? auth.handle(request) : page.handle(request);
    }

    private static Page click(Browser browser, String provider) {
        return browser.post(SITE + "/_cardea/sign-in", Map.of("provider", provider, "person", "1001"));
    }

    private static Page act(Browser browser, String page, Map<String, String> form) {
        var answer = browser.post(SITE + "/_cardea/" + page, form);
        assertThat(answer.url()).isEqualTo(SITE + "/_cardea/" + page);
        return answer;
    }

    @Test
    void a_session_expires_when_the_developer_moves_the_clock_forward() {
        var browser = LocalBrowser.of(site(auth()));
        assertThat(click(browser, "acme").text()).isEqualTo("User Ada Admin");
        assertThat(act(browser, "clock", Map.of("forward", "PT1H")).text()).contains("1 hour");
        assertThat(browser.open(SITE + "/").text()).isEqualTo("User Ada Admin");
        assertThat(act(browser, "clock", Map.of("forward", "PT745H")).text()).contains("31 days, 2 hours");
        assertThat(browser.open(SITE + "/").text()).isEqualTo("No user");
        assertThat(act(browser, "clock", Map.of("reset", "1")).text()).contains("not at all");
        assertThat(click(browser, "acme").text()).isEqualTo("User Ada Admin");
    }

    @Test
    void a_sign_in_link_expires_when_the_developer_moves_the_clock_forward() {
        var browser = LocalBrowser.of(site(auth()));
        mail(browser);
        act(browser, "clock", Map.of("forward", "PT25H"));
        var late = browser.open(SITE + "/_cardea").follow("Open the link");
        assertThat(late.url()).contains("error=Verification");
    }

    private static Page mail(Browser browser) {
        return browser.open(SITE + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", "bob@example.com")
                .submit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PT5000000H", "-PT1H", "year"})
    void a_step_that_the_page_does_not_offer_has_no_effect(String step) {
        var browser = LocalBrowser.of(site(auth()));
        assertThat(act(browser, "clock", Map.of("forward", step)).text()).contains("not at all");
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {
                "DISCOVERY_NOT_JSON",
                "DISCOVERY_NO_S256",
                "JWKS_EMPTY",
                "JWKS_SCRAPS",
                "ANSWER_ISS_WRONG",
                "TOKEN_BOM",
                "ID_TOKEN_MISSING",
                "ISS_WRONG",
                "AUD_ARRAY_OF_ONE"
            })
    void a_fault_of_a_provider_shows_in_the_first_sign_in_after_it(Fault fault) {
        var browser = LocalBrowser.of(site(auth()));
        act(browser, "faults", Map.of("fault", fault.name(), "on", "always"));
        var end = click(browser, "acme");
        if (fault.duty() == Fault.Duty.REFUSE) {
            assertThat(browser.open(SITE + "/").text()).isEqualTo("No user");
        }
        if (fault.duty() == Fault.Duty.ACCEPT) assertThat(end.text()).isEqualTo("User Ada Admin");
        assertThat(browser.open(SITE + "/_cardea/faults").text()).contains("until turned off");
    }

    @ParameterizedTest
    @CsvSource({"acme, ISS_WRONG", "acme, TOKEN_500", "github, TOKEN_500"})
    void a_fault_for_the_next_sign_in_ends_with_it(String provider, Fault fault) {
        var browser = LocalBrowser.of(site(auth()));
        assertThat(act(browser, "faults", Map.of("fault", fault.name(), "on", "once"))
                        .text())
                .contains("for the next sign-in");
        assertThat(click(browser, provider).url()).contains("error=");
        assertThat(browser.open(SITE + "/_cardea/faults").text()).contains("None.");
        assertThat(click(browser, provider).text()).isEqualTo("User Ada Admin");
    }

    @Test
    void a_provider_without_OpenID_Connect_misbehaves_too() {
        var browser = LocalBrowser.of(site(auth()));
        act(browser, "faults", Map.of("fault", "TOKEN_NOT_JSON", "on", "always"));
        assertThat(click(browser, "github").url()).contains("error=");
        act(browser, "faults", Map.of("off", "TOKEN_NOT_JSON"));
        assertThat(click(browser, "github").text()).isEqualTo("User Ada Admin");
    }

    @Test
    void a_fault_of_discovery_shows_after_an_hour_where_the_document_is_known() {
        var browser = LocalBrowser.of(site(auth()));
        click(browser, "acme");
        act(browser, "faults", Map.of("fault", "DISCOVERY_500", "on", "always"));
        act(browser, "clock", Map.of("forward", "PT25H"));
        assertThat(click(browser, "acme").url()).contains("error=");
    }

    @Test
    void a_store_that_does_not_answer_signs_no_user_in_and_none_out() {
        var browser = LocalBrowser.of(site(auth()));
        click(browser, "acme");
        act(browser, "faults", Map.of("fault", "STORE_FAILS", "on", "always"));
        assertThat(click(LocalBrowser.of(site(auth())), "acme").text()).isEqualTo("User Ada Admin");
        var unknown = browser.send(Request.get(SITE + "/auth/session"));
        assertThat(unknown.text()).isEqualTo("null");
        assertThat(unknown.headers().has("set-cookie")).isFalse();
        act(browser, "faults", Map.of("clear", "1"));
        assertThat(browser.open(SITE + "/").text()).isEqualTo("User Ada Admin");
    }

    @Test
    void a_mail_that_cannot_be_sent_ends_with_an_error_page() {
        var browser = LocalBrowser.of(site(auth()));
        act(browser, "faults", Map.of("fault", "MAIL_FAILS", "on", "once"));
        assertThat(mail(browser).url()).contains("error=");
        assertThat(browser.open(SITE + "/_cardea").text()).contains("No emails yet");
        mail(browser);
        assertThat(browser.open(SITE + "/_cardea").text()).contains("bob@example.com");
    }

    @Test
    void slow_services_wait_and_succeed() {
        var browser = LocalBrowser.of(site(auth()));
        act(browser, "faults", Map.of("fault", "CALLBACK_SLOW", "on", "always"));
        assertThat(click(browser, "acme").text()).isEqualTo("User Ada Admin");
        assertThat(waited).containsExactly(DevFaults.DELAY);
        act(browser, "faults", Map.of("clear", "1"));
        act(browser, "faults", Map.of("fault", "MAIL_SLOW", "on", "always"));
        mail(browser);
        assertThat(waited).containsExactly(DevFaults.DELAY, DevFaults.DELAY);
        act(browser, "faults", Map.of("clear", "1"));
        waited.clear();
        act(browser, "faults", Map.of("fault", "STORE_SLOW", "on", "always"));
        click(browser, "github");
        assertThat(waited).isNotEmpty();
    }

    @Test
    void a_callback_that_throws_signs_no_user_in_and_one_that_works_is_called() {
        var called = new CopyOnWriteArrayList<String>();
        var auth =
                auth(AuthConfig.builder().adapter(new InMemoryAdapter()).callbacks(Callbacks.DEFAULT.signIn(params -> {
                    called.add("signIn");
                    return Decision.allow();
                })));
        var browser = LocalBrowser.of(site(auth));
        act(browser, "faults", Map.of("fault", "CALLBACK_FAILS", "on", "once"));
        assertThat(click(browser, "acme").url()).contains("error=AccessDenied");
        assertThat(called).isEmpty();
        assertThat(click(browser, "acme").text()).isEqualTo("User Ada Admin");
        assertThat(called).containsExactly("signIn");
    }

    /** A site whose page {@code /inside} asks {@code authorized}. */
    private HttpHandler siteWithCallbacks(Map<String, Integer> calls) {
        var auth = auth(AuthConfig.builder()
                .adapter(new InMemoryAdapter())
                .session(SessionOptions.jwt())
                .callbacks(Callbacks.DEFAULT
                        .redirect(params -> {
                            calls.merge("REDIRECT", 1, Integer::sum);
                            return params.baseUrl();
                        })
                        .jwt(params -> {
                            calls.merge("JWT", 1, Integer::sum);
                            return params.token();
                        })
                        .session(params -> {
                            calls.merge("SESSION", 1, Integer::sum);
                            return Callbacks.DEFAULT.session().apply(params);
                        })
                        .authorized(params -> {
                            calls.merge("AUTHORIZED", 1, Integer::sum);
                            return Decision.allow();
                        }))
                .provider(CredentialsProvider.of((credentials, request) -> {
                            calls.merge("AUTHORIZE", 1, Integer::sum);
                            return Optional.of(User.of("7", "Pat Password", "pat@example.com"));
                        })
                        .field("user", CredentialInput.text("User"))));
        var page = auth.wrap((request, session) -> Response.of(
                200, "text/plain", session.map(it -> "User " + it.user().name()).orElse("No user")));
        var guarded = auth.protect(request -> Response.of(200, "text/plain", "inside"));
        return request -> {
            if (auth.handles(request)) return auth.handle(request);
            try {
                return request.path().equals("/inside") ? guarded.handle(request) : page.handle(request);
            } catch (AuthException e) {
                return Response.of(503, "text/plain", "unknown");
            }
        };
    }

    private static Page password(Browser browser) {
        return browser.open(SITE + "/auth/signin")
                .form("Sign in with Credentials")
                .fill("user", "pat")
                .submit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"REDIRECT", "JWT", "SESSION", "AUTHORIZED", "AUTHORIZE"})
    void each_callback_of_the_application_fails_while_its_fault_is_on(String callback) {
        var calls = new ConcurrentHashMap<String, Integer>();
        var browser = LocalBrowser.of(siteWithCallbacks(calls));
        act(browser, "faults", Map.of("fault", callback + "_FAILS", "on", "always"));
        password(browser);
        browser.send(Request.get(SITE + "/auth/session"));
        browser.send(Request.get(SITE + "/inside"));
        assertThat(calls).as("the callback is not called").doesNotContainKey(callback);
        act(browser, "faults", Map.of("clear", "1"));
        assertThat(password(browser).text()).isEqualTo("User Pat Password");
        assertThat(browser.send(Request.get(SITE + "/inside")).text()).isEqualTo("inside");
        assertThat(browser.send(Request.get(SITE + "/auth/session")).text()).contains("Pat Password");
        assertThat(calls).containsKey(callback);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REDIRECT", "JWT", "SESSION", "AUTHORIZED", "AUTHORIZE"})
    void each_callback_of_the_application_is_slow_while_its_fault_is_on(String callback) {
        var browser = LocalBrowser.of(siteWithCallbacks(new ConcurrentHashMap<>()));
        act(browser, "faults", Map.of("fault", callback + "_SLOW", "on", "always"));
        assertThat(password(browser).text()).isEqualTo("User Pat Password");
        assertThat(browser.send(Request.get(SITE + "/inside")).text()).isEqualTo("inside");
        browser.send(Request.get(SITE + "/auth/session"));
        assertThat(waited).isNotEmpty().containsOnly(DevFaults.DELAY);
    }

    @Test
    void a_session_callback_that_fails_signs_no_user_out() {
        var browser = LocalBrowser.of(siteWithCallbacks(new ConcurrentHashMap<>()));
        password(browser);
        for (var fault : List.of("JWT_FAILS", "SESSION_FAILS")) {
            act(browser, "faults", Map.of("fault", fault, "on", "always"));
            var unknown = browser.send(Request.get(SITE + "/auth/session"));
            assertThat(unknown.text()).as(fault).isEqualTo("null");
            assertThat(unknown.headers().has("set-cookie")).as(fault).isFalse();
            act(browser, "faults", Map.of("clear", "1"));
            assertThat(browser.open(SITE + "/").text()).isEqualTo("User Pat Password");
        }
    }

    @Test
    void a_profile_that_cannot_be_mapped_signs_no_user_in() {
        var browser = LocalBrowser.of(site(auth()));
        act(browser, "faults", Map.of("fault", "PROFILE_FAILS", "on", "once"));
        assertThat(click(browser, "github").url()).contains("error=");
        assertThat(click(browser, "github").text()).isEqualTo("User Ada Admin");
        act(browser, "faults", Map.of("fault", "PROFILE_SLOW", "on", "once"));
        assertThat(click(LocalBrowser.of(site(auth())), "github").text()).isEqualTo("User Ada Admin");
        assertThat(click(browser, "github").text()).isEqualTo("User Ada Admin");
        assertThat(waited).containsExactly(DevFaults.DELAY);
    }

    @Test
    void a_user_is_signed_out_and_deleted() {
        var site = site(auth());
        var browser = LocalBrowser.of(site);
        var developer = LocalBrowser.of(site);
        assertThat(developer.open(SITE + "/_cardea/users").text()).contains("No user");
        click(browser, "acme");
        var page = developer.open(SITE + "/_cardea/users");
        assertThat(page.text()).contains("Ada Admin", "admin@example.com", "acme", "expires");
        var user = page.document().selectFirst("input[name=user]").attr("value");
        act(developer, "users", Map.of("action", "sign-out", "user", user));
        assertThat(browser.open(SITE + "/").text()).isEqualTo("No user");
        click(browser, "acme");
        var session = developer
                .open(SITE + "/_cardea/users")
                .document()
                .selectFirst("input[name=session]")
                .attr("value");
        act(developer, "users", Map.of("action", "end", "user", user, "session", "00"));
        assertThat(browser.open(SITE + "/").text()).as("another session").isEqualTo("User Ada Admin");
        act(developer, "users", Map.of("action", "end", "user", user, "session", session));
        assertThat(browser.open(SITE + "/").text()).isEqualTo("No user");
        click(browser, "acme");
        assertThat(act(developer, "users", Map.of("action", "delete", "user", user))
                        .text())
                .contains("No user");
        assertThat(browser.open(SITE + "/").text()).isEqualTo("No user");
        assertThat(act(developer, "users", Map.of("action", "delete", "user", user))
                        .text())
                .as("a second time")
                .contains("No user");
    }

    @Test
    void an_expired_session_is_marked_and_no_token_is_on_the_page() {
        var browser = LocalBrowser.of(site(auth()));
        click(browser, "acme");
        var token = browser.cookie(SITE, "authjs.session-token").orElseThrow();
        var page = act(browser, "clock", Map.of("forward", "PT745H"));
        assertThat(page.url()).endsWith("clock");
        var users = browser.open(SITE + "/_cardea/users");
        assertThat(users.text()).contains("expired");
        assertThat(users.document().html()).doesNotContain(token);
    }

    @Test
    void the_clean_up_removes_what_expired_at_the_time_of_the_site_and_nothing_else() {
        var site = site(auth());
        var developer = LocalBrowser.of(site);
        click(LocalBrowser.of(site), "acme");
        act(developer, "clock", Map.of("forward", "PT745H"));
        var later = LocalBrowser.of(site);
        click(later, "acme");
        assertThat(developer.open(SITE + "/_cardea/users").text()).contains("Session, expired", "Session, expires");
        assertThat(developer.post(SITE + "/_cardea/clock", Map.of("clean", "1")).text())
                .contains("1 expired session was removed");
        assertThat(developer.open(SITE + "/_cardea/users").text())
                .contains("Session, expires")
                .doesNotContain("Session, expired");
        assertThat(later.open(SITE + "/").text()).isEqualTo("User Ada Admin");
        assertThat(developer
                        .open(SITE + "/_cardea/clock?removed=%3Cb%3E")
                        .document()
                        .select("[role=status]"))
                .isEmpty();
    }

    @Test
    void many_users_are_on_several_pages() {
        var store = new InMemoryAdapter();
        for (int i = 0; i < 51; i++) store.createUser(User.of(null, "User " + i, "u" + i + "@example.com"));
        var browser = LocalBrowser.of(site(auth(AuthConfig.builder().adapter(store))));
        var first = browser.open(SITE + "/_cardea/users");
        assertThat(first.document().select("button[value=delete]")).hasSize(50);
        assertThat(first.follow("More users").document().select("button[value=delete]"))
                .hasSize(1);
    }

    @Test
    void a_site_without_a_store_says_that_there_are_no_rows() {
        var site = Auth.of(
                CardeaDev.in(folder).extend(AuthConfig.builder().env(Env.none()).provider(GitHub.provider())));
        assertThat(LocalBrowser.of(site).open(SITE + "/_cardea/users").text()).contains("This site has no store");
    }

    @Test
    void the_log_explains_a_failure_and_lists_a_success() {
        var browser = LocalBrowser.of(site(auth()));
        assertThat(browser.open(SITE + "/_cardea/log").text()).contains("No sign-ins yet");
        click(browser, "acme");
        act(browser, "faults", Map.of("fault", "ISS_WRONG", "on", "once"));
        click(browser, "acme");
        var log = browser.open(SITE + "/_cardea/log");
        var traces = log.document().select("#traces details");
        assertThat(traces).hasSize(2);
        assertThat(traces.get(0).selectFirst("summary").text()).contains("Sign-in with acme failed");
        assertThat(traces.get(0).selectFirst("pre").text()).contains("iss", "The visitor saw");
        assertThat(traces.get(1).selectFirst("summary").text()).contains("Sign-in with acme succeeded");
        assertThat(log.text()).doesNotContain("admin@example.com", "proxy");
    }

    @Test
    void the_authenticator_shows_the_code_of_a_key_at_the_time_of_the_site_and_repeats_no_other_text() {
        var key = "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ";
        var clock = FakeClock.at("2026-11-01T10:00:00Z");
        var browser = LocalBrowser.of(
                site(auth(AuthConfig.builder().adapter(new InMemoryAdapter()).clock(clock))));
        var page = browser.open(SITE + "/_cardea/authenticator");
        var shown = page.form("Show the code").fill("key", key).submit();
        assertThat(shown.document().select("[role=status]").text())
                .isEqualTo(AuthenticatorApp.of(key).value(clock.instant()));
        act(browser, "clock", Map.of("forward", "PT1H"));
        assertThat(browser.open(shown.url()).document().select("[role=status]").text())
                .isEqualTo(AuthenticatorApp.of(key).value(clock.instant().plus(Duration.ofHours(1))));
        var wrong = page.form("Show the code").fill("key", "<b>123456").submit();
        assertThat(wrong.document().select("[role=alert]").text()).startsWith("This isn't a key");
        assertThat(wrong.document().select("main b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "clock", "faults", "log", "passkeys", "authenticator"})
    void each_page_links_to_the_others_and_rejects_another_site(String name) {
        var auth = auth();
        var page = LocalBrowser.of(site(auth)).open(SITE + "/_cardea/" + name);
        assertThat(page.document().select("nav a[aria-current=page]")).hasSize(1);
        assertThat(page.document().select("h1")).hasSize(1);
        for (var request : List.of(
                Request.get(SITE + "/_cardea/" + name).header("Sec-Fetch-Site", "cross-site"),
                Request.post(SITE + "/_cardea/" + name, "application/x-www-form-urlencoded", "clear=1")
                        .header("Origin", "https://attacker.example"),
                Request.post(SITE + "/_cardea/" + name, "application/x-www-form-urlencoded", "clear=1"))) {
            assertThat(auth.handle(LocalBrowser.from("127.0.0.1", request)).status())
                    .isEqualTo(403);
        }
        assertThat(auth.handle(LocalBrowser.from(
                                "127.0.0.1",
                                Request.get(SITE + "/_cardea/" + name).header("Sec-Fetch-Site", "same-origin")))
                        .header("Cardea-Development"))
                .contains("1");
    }
}
