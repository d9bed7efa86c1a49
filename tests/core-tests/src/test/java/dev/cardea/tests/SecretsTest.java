package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs whole flows, also failing ones, with debug logging. No secret of a run is in the log, including causes and stack
 * traces. An answer contains a secret only in the cookie or page that it is meant for.
 */
class SecretsTest {
    private static final String AUTH_SECRET = "canary-auth-secret-4d3c2b1a09-of-the-tests";
    private static final String CLIENT_SECRET = "app-secret";
    private static final String PASSWORD = "correct horse";
    private static final String WRONG = "canary-wrong-password";

    private final Logger root = Logger.getLogger("");
    private final StringWriter logged = new StringWriter();
    private final Set<String> secrets = new TreeSet<>();
    private final List<Response> answers = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public synchronized void publish(LogRecord record) {
            logged.write(record.getMessage() + " "
                    + List.of(record.getParameters() == null ? new Object[0] : record.getParameters()) + "\n");
            if (record.getThrown() != null) record.getThrown().printStackTrace(new PrintWriter(logged, true));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private Level level;

    @BeforeEach
    void listen() {
        level = root.getLevel();
        root.setLevel(Level.ALL);
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
    }

    @AfterEach
    void stop() {
        root.removeHandler(handler);
        root.setLevel(level);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void no_secret_of_a_whole_run_is_in_a_log_or_in_an_answer(boolean rows) {
        var codes = new ArrayList<String>();
        var site = site(rows, codes);
        var browser = heard(site);
        byProvider(browser);
        update(browser);
        byPassword(browser);
        byMail(site, browser, codes);
        failing(site, browser);
        browser.post(APP + "/auth/signout", Map.of("csrfToken", csrf(browser)));
        keep(browser);

        assertThat(secrets).hasSizeGreaterThan(12).noneMatch(String::isEmpty);
        assertThat(logged.toString()).contains("[auth][warn]", "CredentialsSignin", "InvalidCheck");
        for (var secret : secrets) {
            assertThat(logged.toString()).doesNotContain(secret);
            assertThat(answers)
                    .as("answers with %s", secret)
                    .noneMatch(answer -> answer.text().contains(secret));
        }
    }

    /** The counterpart: the ears hear. */
    @Test
    void a_secret_that_is_logged_would_be_found() {
        AuthLogger.debugging().debug("a line with " + PASSWORD, Map.of());

        assertThat(logged.toString()).contains(PASSWORD);
    }

    private Site site(boolean rows, List<String> codes) {
        var site = new Site[1];
        HttpHandler provider = request -> provider(site[0], request);
        var store = new InMemoryAdapter();
        site[0] = Site.onRows(
                store,
                c -> c.secret(AUTH_SECRET)
                        .session(rows ? SessionOptions.database() : SessionOptions.jwt())
                        .http(provider)
                        .logger(AuthLogger.debugging())
                        .debug(true)
                        .provider(EmailProvider.of("code", mail -> codes.add(mail.token()))
                                .from("no-reply@app.example")
                                .generateVerificationToken(() -> "canary-code-" + codes.size())));
        secrets.addAll(Set.of(AUTH_SECRET, CLIENT_SECRET, PASSWORD, WRONG));
        return site[0];
    }

    /** The provider, and what passes between it and the site. */
    private Response provider(Site site, Request request) {
        var sent = Form.decode(request.text());
        for (var name : List.of("code", "code_verifier", "client_secret", "refresh_token")) {
            if (sent.containsKey(name)) secrets.add(sent.get(name));
        }
        request.header("authorization").ifPresent(secrets::add);
        var answer = site.op.handle(request);
        if (!answer.text().startsWith("{")) return answer;
        var tokens = Json.parseObject(answer.text(), 20);
        for (var name : List.of("access_token", "refresh_token", "id_token")) {
            if (tokens.text(name) != null) secrets.add(tokens.text(name));
        }
        return answer;
    }

    /** A browser of which each answer of the site is kept, but for pages that hold a token for their form. */
    private Browser heard(Site site) {
        HttpHandler app = request -> {
            var answer = site.auth.handle(request);
            if (!request.path().endsWith("/csrf") && !answer.text().contains("name=\"csrfToken\"")) answers.add(answer);
            return answer;
        };
        return Browser.of(Origins.of(APP, app).and(site.op), site.clock);
    }

    private void keep(Browser browser) {
        browser.cookies(APP + "/auth/callback/op").forEach((name, value) -> {
            if (!name.contains("callback-url")) secrets.add(value);
        });
    }

    private void byProvider(Browser browser) {
        var page = browser.open(APP + "/auth/signin");
        keep(browser);
        page.press("Sign in with Demo ID");
        keep(browser);
        assertThat(browser.open(APP + "/auth/session").text()).contains("Ada Lovelace");
        keep(browser);
    }

    private void update(Browser browser) {
        browser.post(APP + "/auth/session", Map.of("csrfToken", csrf(browser), "data", "x"));
        keep(browser);
    }

    private void byPassword(Browser browser) {
        for (var password : List.of(WRONG, PASSWORD)) {
            browser.post(
                    APP + "/auth/callback/credentials",
                    Map.of("csrfToken", csrf(browser), "username", "ada", "password", password));
            keep(browser);
        }
    }

    private void byMail(Site site, Browser browser, List<String> codes) {
        for (var provider : List.of("email", "code")) {
            browser.post(
                    APP + "/auth/signin/" + provider, Map.of("csrfToken", csrf(browser), "email", "bob@example.com"));
            keep(browser);
        }
        site.inbox.links().forEach(link -> secrets.add(link.replaceAll(".*[?&]token=([^&]*).*", "$1")));
        secrets.addAll(codes);
        browser.open(APP + "/auth/callback/code?email=bob@example.com&token=canary-guess");
        secrets.add("canary-guess");
        browser.open(APP + "/auth/callback/code?email=bob@example.com&token=" + codes.get(0));
        keep(browser);
        browser.open(site.inbox.links().get(0));
        keep(browser);
    }

    /** What an attacker or a broken browser sends: values of one place at another, and tampered ones. */
    private void failing(Site site, Browser browser) {
        browser.open(APP + "/auth/callback/op?code=canary-foreign-code&state=canary-foreign-state");
        secrets.addAll(Set.of("canary-foreign-code", "canary-foreign-state"));
        for (var name : List.of("session-token", "state", "nonce", "pkce.code_verifier", "challenge", "email-code")) {
            var value = "eyJhbGciOiJkaXIifQ..canary-" + name.replace('.', '-');
            secrets.add(value);
            browser.setCookie(APP + "/", "__Secure-authjs." + name + "=" + value + "; Path=/; Secure");
        }
        browser.open(APP + "/auth/callback/op?code=canary-foreign-code&state=canary-foreign-state");
        browser.open(APP + "/auth/session");
        browser.post(APP + "/auth/signout", Map.of("csrfToken", "canary-csrf"));
        secrets.add("canary-csrf");
        site.op.signsIn(Site.ADA.with("email", null));
        browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        browser.open(OP + "/authorize?client_id=app");
    }

    private String csrf(Browser browser) {
        var token = browser.open(APP + "/auth/csrf").text().substring(14, 78);
        secrets.add(token);
        return token;
    }
}
