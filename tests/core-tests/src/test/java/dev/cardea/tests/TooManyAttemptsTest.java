package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Origins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who tries too often waits, before anything is looked up. */
class TooManyAttemptsTest {
    @Test
    void five_of_two_hundred_concurrent_wrong_passwords_are_checked() throws Exception {
        var looked = new AtomicInteger();
        var rejected = new AtomicInteger();
        var site = site(
                Budget.CREDENTIALS_FOR_ACCOUNT,
                5,
                c -> c.provider(CredentialsProvider.of((accepted, request) -> {
                            looked.incrementAndGet();
                            Eventually.isTrue("the others end", () -> looked.get() > 5 || rejected.get() == 195);
                            return Optional.empty();
                        })
                        .id("slow")
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))));
        var csrf = csrf(site.browser);
        atOnce(200, n -> {
            var guess = Map.of("username", "ada", "password", "guess " + n);
            var answer = site.browser.send(post("/auth/callback/slow", csrf, guess));
            if (answer.status() == 429) rejected.incrementAndGet();
            return answer;
        });
        assertThat(looked).hasValue(5);
        assertThat(rejected).hasValue(195);
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void right_passwords_do_not_count_and_wrong_ones_do_until_their_time_has_passed() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 2, c -> c);
        for (int i = 0; i < 5; i++)
            assertThat(enter(site, "ada", "correct horse").status()).isEqualTo(302);
        enter(site, "ada", "guess");
        enter(site, "ada", "guess");
        assertThat(enter(site, "ada", "correct horse").status()).isEqualTo(429);
        assertThat(enter(site, "Ada ", "correct horse").status()).isEqualTo(429);
        assertThat(enter(site, "bob", "correct horse").status()).isEqualTo(302);
        site.clock.advance(Duration.ofMinutes(1));
        assertThat(enter(site, "ada", "correct horse").header("Location")).contains(APP + "/dash");
    }

    @Test
    void unknown_names_are_limited_like_known_ones() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 1, c -> c);
        for (var name : List.of("ada", "unknown")) {
            assertThat(enter(site, name, "guess").status()).isEqualTo(302);
            assertThat(enter(site, name, "guess").status()).isEqualTo(429);
        }
    }

    @Test
    void a_limited_browser_sees_how_long_to_wait_and_keeps_its_cookies() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 1, c -> c.pages(PagesOptions.NONE.signIn("/login")));
        enter(site, "ada", "guess");
        var answer = enter(site, "ada", "guess");
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).contains("60");
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        assertThat(answer.header("Cache-Control")).contains("private, no-cache, no-store");
        assertThat(answer.header("Content-Security-Policy")).isPresent();
        var id = answer.header("Cardea-Error-Id").orElseThrow();
        assertThat(answer.text()).contains("Too many attempts", "Try again in 60 seconds.", "Reference: " + id);
        assertThat(site.log)
                .extracting(AuthException::type)
                .containsExactly(ErrorType.CREDENTIALS_SIGNIN, ErrorType.TOO_MANY_REQUESTS);
        assertThat(site.log.get(1).errorId()).isEqualTo(id);
        assertThat(site.events).containsExactly("signInFailed CredentialsSignin", "signInFailed TooManyRequests");
        site.clock.advance(Duration.ofMillis(58_500));
        var german = site.browser.send(
                post("/auth/callback/credentials", csrf(site.browser), Map.of("username", "ada", "password", "x"))
                        .header("accept-language", "de"));
        assertThat(german.header("Retry-After")).contains("2");
        assertThat(german.text()).contains("Zu viele Versuche", "Versuche es in 2 Sekunden noch einmal.");
    }

    @Test
    void a_limited_script_gets_the_address_of_the_sign_in_page() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 1, c -> c);
        enter(site, "ada", "guess");
        var answer = site.browser.send(
                post("/auth/callback/credentials", csrf(site.browser), Map.of("username", "ada", "password", "x"))
                        .header("x-auth-return-redirect", "1"));
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).contains("60");
        assertThat(answer.text()).isEqualTo("{\"url\":\"" + APP + "/auth/signin?error=TooManyRequests\"}");
        assertThat(site.browser.open(APP + "/auth/signin?error=TooManyRequests").text())
                .contains("Too many attempts. Please wait a moment and try again.");
    }

    @Test
    void code_on_the_server_gets_an_exception() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 1, c -> c);
        var wrong = SignIn.with("credentials").field("username", "ada").field("password", "guess");
        var request = Request.get(APP + "/login");
        assertThatThrownBy(() -> site.auth.signIn(request, wrong))
                .extracting("type")
                .isEqualTo(ErrorType.CREDENTIALS_SIGNIN);
        assertThatThrownBy(() -> site.auth.signIn(request, wrong))
                .extracting("type")
                .isEqualTo(ErrorType.TOO_MANY_REQUESTS);
        var csrf = csrf(site.browser);
        var cookies = Form.encode(site.browser.cookies(APP + "/")).replace("&", "; ");
        var raw = post("/auth/callback/credentials", csrf, Map.of("username", "ada", "password", "x"))
                .header("cookie", cookies.replace("%257C", "%7C"));
        assertThatThrownBy(() -> site.auth.raw().handle(raw)).extracting("type").isEqualTo(ErrorType.TOO_MANY_REQUESTS);
    }

    @Test
    @Tag("slow")
    void ten_thousand_shapes_and_spellings_of_one_account_share_one_budget() {
        var reached = new AtomicInteger();
        var site = site(
                Budget.CREDENTIALS_FOR_ACCOUNT,
                5,
                c -> c.provider(CredentialsProvider.of((accepted, request) -> {
                            assertThat(accepted.value("username")).isInstanceOf(String.class);
                            reached.incrementAndGet();
                            return Optional.empty();
                        })
                        .id("form")
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))
                        .field("totp", CredentialInput.text("Code").with("type", "number"))));
        var csrf = csrf(site.browser);
        var spellings = new AccountSpellings("ada.lodø3@example.com", new Random(1));
        for (int i = 0; i < 10_000; i++) {
            var body = spellings.next(csrf);
            site.browser.send(Request.post(APP + "/auth/callback/form", body.type(), body.text()));
        }
        assertThat(reached).hasValue(5);
    }

    @Test
    void where_one_of_two_fields_names_the_account_each_has_its_budget() {
        var reached = new AtomicInteger();
        var site = site(
                Budget.CREDENTIALS_FOR_ACCOUNT,
                2,
                c -> c.provider(CredentialsProvider.of((accepted, request) -> {
                            reached.incrementAndGet();
                            return Optional.empty();
                        })
                        .id("form")
                        .field("username", CredentialInput.text("User"))
                        .field("email", CredentialInput.text("or address"))));
        var csrf = csrf(site.browser);
        for (int i = 0; i < 5; i++) {
            var fields = Map.of("username", i == 0 ? "" : "invented" + i, "email", "ada@example.com");
            site.browser.send(post("/auth/callback/form", csrf, fields));
        }
        assertThat(reached).hasValue(2);
    }

    @Test
    void another_site_cannot_spend_somebodys_budget() {
        var site = site(Budget.CREDENTIALS_FOR_ACCOUNT, 1, c -> c);
        for (int i = 0; i < 5; i++) {
            var answer = site.browser.send(post("/auth/callback/credentials", "", Map.of("username", "ada")));
            assertThat(answer.header("Location").orElseThrow()).endsWith("error=MissingCSRF");
        }
        assertThat(enter(site, "ada", "correct horse").header("Location")).contains(APP + "/dash");
    }

    @Test
    void mails_to_one_mailbox_are_limited_for_all_clients_and_spellings() {
        var site = site(Budget.MAILS_TO_ADDRESS, 2, c -> c);
        for (var address : List.of("bob@example.com", " BOB@Example.com", "bob@example.com,x@y.z", "bob@EXAMPLE.com")) {
            var browser = from(site, "9.9.9." + address.length());
            browser.send(post("/auth/signin/email", csrf(browser), Map.of("email", address)));
        }
        assertThat(site.inbox.mails()).hasSize(2);
        assertThat(site.adapter.getUserByEmail("bob@example.com")).isEmpty();
        ask(site, "9.9.9.9", "eve@example.com");
        assertThat(site.inbox.mails()).hasSize(3);
    }

    @Test
    void one_network_gets_so_many_mails_sent() {
        var site = site(Budget.MAILS_BY_CLIENT, 2, c -> c);
        for (int i = 0; i < 5; i++) ask(site, "2a01:4f8:1:2::" + (i + 1), "box" + i + "@example.com");
        assertThat(site.inbox.mails()).hasSize(2);
        for (int i = 0; i < 5; i++) ask(site, "10.0.0.1", "other" + i + "@example.com");
        assertThat(site.inbox.mails()).hasSize(7);
    }

    @Test
    void one_network_begins_so_many_sign_ins() {
        var site = site(Budget.SIGN_IN_STARTS, 2, c -> c);
        var browser = from(site, "9.9.9.9");
        var begun = new ArrayList<Integer>();
        for (int i = 0; i < 3; i++) {
            begun.add(browser.send(post("/auth/signin/op", csrf(browser), Map.of()))
                    .status());
        }
        assertThat(begun).containsExactly(302, 302, 429);
        assertThat(site.op.calls("/token")).isZero();
    }

    @Test
    void a_rate_limited_visitor_can_finish_the_same_sign_in_later() {
        var site = Site.with(
                p -> p,
                c -> c.rateLimits(
                        RateLimits.DEFAULT.limit(Budget.FAILED_CALLBACKS, new Limit(1, Duration.ofSeconds(10)))));
        var browser = from(site, "9.9.9.9");
        browser.send(Request.get(APP + "/auth/callback/op?code=1&state=2"));
        var waiting = browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        assertThat(waiting.status()).isEqualTo(429);
        assertThat(site.op.calls("/token")).isZero();
        site.clock.advance(Duration.ofSeconds(10));
        assertThat(browser.open(waiting.url()).url()).isEqualTo(APP + "/");
        assertThat(browser.cookie(APP + "/", "__Secure-authjs.session-token")).isPresent();
    }

    @Test
    void successful_sign_ins_do_not_count_against_the_limit() {
        var site = site(Budget.FAILED_CALLBACKS, 1, c -> c);
        var browser = from(site, "9.9.9.9");
        for (int i = 0; i < 3; i++) {
            browser.clearCookies();
            browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
            assertThat(browser.cookie(APP + "/", "__Secure-authjs.session-token"))
                    .isPresent();
        }
    }

    @Test
    void configurations_that_are_made_for_each_request_count_together() {
        var looked = new AtomicInteger();
        var auth = Auth.of(request -> AuthConfig.builder()
                .env(Env.none())
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .rateLimits(limits(Budget.CREDENTIALS_FOR_ACCOUNT, 2))
                .provider(CredentialsProvider.of((accepted, r) -> {
                            looked.incrementAndGet();
                            return Optional.empty();
                        })
                        .field("username", CredentialInput.text("User")))
                .build());
        var browser = Browser.of(Origins.of(APP, auth));
        var csrf = csrf(browser);
        for (int i = 0; i < 5; i++) {
            browser.send(post("/auth/callback/credentials", csrf, Map.of("username", "ada")));
        }
        assertThat(looked).hasValue(2);
    }

    private static Site site(Budget budget, int burst, UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(p -> p, c -> change.apply(c.rateLimits(limits(budget, burst))));
    }

    private static RateLimits limits(Budget budget, int burst) {
        return RateLimits.DEFAULT.limit(budget, new Limit(burst, Duration.ofMinutes(1)));
    }

    /** A browser at an address. */
    private static Browser from(Site site, String address) {
        return Browser.of(
                Origins.of(
                                APP,
                                request -> site.auth.handle(Request.of(
                                        request.method(),
                                        request.scheme(),
                                        request.target(),
                                        request.headers(),
                                        request.body(),
                                        address)))
                        .and(site.op),
                site.clock);
    }

    private static void ask(Site site, String address, String mailbox) {
        var browser = from(site, address);
        browser.send(post("/auth/signin/email", csrf(browser), Map.of("email", mailbox)));
    }

    private static Response enter(Site site, String name, String password) {
        return site.browser.send(post(
                "/auth/callback/credentials",
                csrf(site.browser),
                Map.of("username", name, "password", password, "callbackUrl", "/dash")));
    }

    private static Request post(String path, String csrf, Map<String, String> fields) {
        var all = new java.util.LinkedHashMap<>(fields);
        all.put("csrfToken", csrf);
        return Request.post(APP + path, "application/x-www-form-urlencoded", Form.encode(all));
    }

    private static String csrf(Browser browser) {
        var text = browser.open(APP + "/auth/csrf").text();
        return text.substring(text.indexOf(":\"") + 2, text.lastIndexOf('"'));
    }

    private interface NumberedRequest {
        Response of(int number);
    }

    private static List<Response> atOnce(int many, NumberedRequest work) throws Exception {
        var barrier = new CyclicBarrier(many);
        var pool = Executors.newFixedThreadPool(many);
        try {
            var running = new ArrayList<Future<Response>>();
            for (int i = 0; i < many; i++) {
                int number = i;
                running.add(pool.submit((Callable<Response>) () -> {
                    barrier.await();
                    return work.of(number);
                }));
            }
            var answers = new ArrayList<Response>();
            for (var one : running) answers.add(one.get());
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }
}
