package dev.cardea.examples.guides;

import static dev.cardea.examples.guides.Acme.APP;
import static dev.cardea.examples.guides.Acme.person;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.examples.docs.AccountPage;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.message.VerificationMail;
import dev.cardea.model.User;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.testing.SignedIn;
import dev.cardea.token.Secrets;
import dev.cardea.token.TokenReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The samples of the guides of one task each work as the guides say. */
class TasksTest {
    private final Acme acme = new Acme();
    private final InMemoryAdapter store = new InMemoryAdapter();

    @TempDir
    Path folder;

    @Test
    void a_link_shows_a_page_with_one_button() {
        var provider = SignInLinks.over("smtps://user:password@mail.example");
        assertThat(provider.confirmLinks()).isTrue();
        assertThat(provider.maxAge()).hasMinutes(15);
    }

    @Test
    void a_mail_of_the_application_signs_in() {
        var sent = new ArrayList<List<String>>();
        var mail = new OwnMail((to, subject, html) -> sent.add(List.of(to, subject, html)));
        var auth = stored(EmailProvider.of("email", mail).from("no-reply@app.example"), acme.config());
        var browser = acme.browser(auth);
        requestMail(browser, "ada@example.com");

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0)).startsWith("ada@example.com", "Sign in to Acme");
        var html = sent.get(0).get(2);
        var link =
                html.substring(html.indexOf("href=\"") + 6, html.indexOf("\">")).replace("&amp;", "&");
        browser.open(link);
        assertThat(session(browser)).contains("ada@example.com");
    }

    @Test
    void the_words_of_the_built_in_mail_change() {
        var mails = new CopyOnWriteArrayList<VerificationMail>();
        EmailProvider.Sender sender =
                request -> mails.add(VerificationMail.of(request, MailTexts.texts(), Locale.ENGLISH));
        var auth = stored(EmailProvider.of("email", sender).from("no-reply@app.example"), acme.config());
        requestMail(acme.browser(auth), "ada@example.com");

        assertThat(mails.get(0).subject()).isEqualTo("Your Acme link");
        assertThat(mails.get(0).html()).contains("Open Acme", "Not you? You can ignore this email.");
    }

    @Test
    void a_code_is_entered_on_the_applications_own_page() {
        var mails = new CopyOnWriteArrayList<VerificationRequest>();
        var config = acme.config().pages(PagesOptions.NONE.verifyRequest("/code"));
        var provider = EmailProvider.of("email", mails::add).from("no-reply@app.example");
        var auth = stored(provider.codes(true), config);
        var page = CodePage.handler();
        var browser = acme.browser(Acme.site(auth, page));

        var shown = requestMail(browser, "ada@example.com");
        assertThat(shown.url()).startsWith(APP + "/code");
        var code = mails.get(0).token();
        assertThat(code).matches("[0-9]{8}");
        var csrfToken = browser.open(APP + "/auth/csrf").text().split("\"")[3];
        var form = shown.form("Sign in").fill("csrfToken", csrfToken);
        var wrong = form.fill("token", code.equals("00000000") ? "00000001" : "00000000")
                .submit();
        assertThat(wrong.text()).contains("That code isn't right.");
        assertThat(session(browser)).isEqualTo("null");
        wrong.form("Sign in").fill("csrfToken", csrfToken).fill("token", code).submit();
        assertThat(session(browser)).contains("ada@example.com");
    }

    @Test
    void a_signed_in_user_sets_a_password_and_ends_the_other_sessions() {
        var hashes = new HashMap<String, String>();
        var auth = stored(acme.email(), acme.config());
        var passwords = Passwords.standard();
        var page = new PasswordPage(auth, passwords, hashes::put).handler();
        var elsewhere = signedIn(auth);
        var browser = signedIn(Acme.site(auth, page));

        assertThat(post(browser, "/password", Map.of("password", "short")).status())
                .isEqualTo(400);
        post(browser, "/password", Map.of("password", "correct horse battery"));
        assertThat(hashes).hasSize(1);
        var hash = hashes.values().iterator().next();
        assertThat(passwords.verify("correct horse battery", hash).isRight()).isTrue();
        assertThat(session(browser)).contains("ada@example.com");
        assertThat(session(elsewhere)).isEqualTo("null");
        assertThat(page.handle(Request.get(APP + "/password")).status()).isEqualTo(401);
    }

    @Test
    void logins_are_rows_of_the_audit_log() throws Exception {
        var database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve("log.db"));
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            for (var sql : GuidePage.blocks("docs/guides/audit-log.md", "sql")) statement.execute(sql);
        }
        var log = new AuditLog(database, acme.clock);
        var auth = Auth.of(acme.config().adapter(store).events(log).build());
        var browser = signedIn(auth);
        browser.open(APP + "/auth/signout").press("Sign out");
        browser.open(APP + "/auth/callback/acme?code=forged");

        var rows = new ArrayList<String>();
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var found = statement.executeQuery("select what, request_id from login_log order by rowid")) {
            while (found.next()) {
                rows.add(found.getString(1));
                assertThat(found.getString(2)).isNotBlank();
            }
        }
        assertThat(rows).containsExactly("linked", "sign-in", "sign-out", "failed");
    }

    @Test
    void a_change_of_the_session_is_checked() {
        var config = acme.config().session(SessionOptions.jwt()).callbacks(Workspaces.callbacks());
        var auth = Auth.of(config.build());
        var browser = signedIn(Acme.site(auth, WorkspaceSwitch.page(auth)));

        assertThat(session(browser)).contains("\"workspace\":\"sales\"");
        post(browser, "/workspace", Map.of("workspace", "support"));
        assertThat(session(browser)).contains("\"workspace\":\"support\"");
        post(browser, "/workspace", Map.of("workspace", "everything"));
        assertThat(session(browser)).contains("\"workspace\":\"support\"");
    }

    @Test
    void a_user_ends_the_sessions_elsewhere() {
        var auth = stored(acme.email(), acme.config());
        var elsewhere = signedIn(auth);
        var browser = signedIn(Acme.site(auth, SessionsPage.of(auth)));

        assertThat(browser.open(APP + "/sessions").text()).contains("(this one)");
        browser.open(APP + "/sessions").press("Sign out everywhere else");
        assertThat(session(elsewhere)).isEqualTo("null");
        assertThat(session(browser)).contains("ada@example.com");
    }

    @Test
    void a_user_sees_each_device_and_ends_the_session_of_one() {
        var auth = stored(acme.email(), acme.config().session(SessionOptions.revocable()));
        var elsewhere = signedIn(auth);
        var browser = signedIn(Acme.site(auth, SessionsPage.of(auth)));

        assertThat(browser.open(APP + "/sessions").text())
                .contains("signed in 2", "with acme", "(this one)")
                .containsOnlyOnce("Sign out</button>");
        browser.open(APP + "/sessions").press("Sign out");
        assertThat(session(elsewhere)).isEqualTo("null");
        assertThat(session(browser)).contains("ada@example.com");
    }

    @Test
    void a_connection_is_closed_when_its_session_has_ended_or_that_is_unknown_for_minutes() {
        var store = new InMemoryAdapter();
        var isDown = new AtomicBoolean();
        var auth = Auth.of(acme.config()
                .provider(acme.email())
                .adapter(store)
                .session(SessionOptions.revocable())
                .callbacks(Callbacks.DEFAULT.jwt(p -> {
                    if (isDown.get()) throw new IllegalStateException("the application is down");
                    return p.token();
                }))
                .build());
        var browser = signedIn(auth);
        var name = "__Secure-authjs.session-token";
        var cookie = browser.cookie(APP + "/", name).orElseThrow();
        var closed = new CopyOnWriteArrayList<String>();
        var connections = new OpenConnections(auth);
        connections.add(Request.get(APP + "/chat").header("cookie", name + "=" + cookie), () -> closed.add("chat"));
        connections.check();
        isDown.set(true);
        for (int i = 0; i < 9; i++) connections.check();
        isDown.set(false);
        connections.check();
        isDown.set(true);
        for (int i = 0; i < 9; i++) connections.check();
        assertThat(closed).isEmpty();

        connections.add(Request.get(APP + "/news").header("cookie", name + "=" + cookie), () -> closed.add("news"));
        connections.check();
        assertThat(closed).containsExactly("chat");

        isDown.set(false);
        var ada = store.getUserByEmail("ada@example.com").orElseThrow().id();
        auth.sessions().endAll(String.valueOf(ada));
        connections.check();
        connections.check();
        assertThat(closed).containsExactly("chat", "news");
    }

    @Test
    void a_user_ends_a_session_on_the_account_page_and_keeps_the_last_sign_in_method() {
        var auth = stored(acme.email(), acme.config());
        var elsewhere = signedIn(auth);
        var browser = signedIn(Acme.site(auth, AccountPage.of(auth)));

        browser.open(APP + "/settings").press("Sign out");
        assertThat(session(elsewhere)).isEqualTo("null");
        assertThat(session(browser)).contains("ada@example.com");
        assertThat(browser.open(APP + "/settings").press("Unlink").text()).contains("another sign-in method first");
    }

    @Test
    void another_site_changes_nothing_on_the_account_page() {
        var auth = stored(acme.email(), acme.config());
        var browser = signedIn(Acme.site(auth, AccountPage.of(auth)));

        var form = Request.post(
                        APP + "/settings", "application/x-www-form-urlencoded", "unlink=acme%2Bada%2540example.com")
                .header("Origin", "https://elsewhere.example");
        assertThat(browser.send(form).status()).isEqualTo(403);
        assertThat(browser.open(APP + "/settings").text()).contains("Unlink");
    }

    @Test
    void another_service_reads_the_token_session() {
        var user = User.of("1", "Ada", "ada@example.com");
        var signedIn = SignedIn.securely(user, Claims.of(Map.of()), Acme.SECRET);
        var reports = new ReportsService(Secrets.of(Acme.SECRET));

        var request = Request.get("https://reports.app.example/");
        assertThat(reports.handle(request).status()).isEqualTo(401);
        assertThat(reports.handle(request.header("Cookie", signedIn.cookies())).text())
                .isEqualTo("reports of 1");
    }

    @Test
    void a_sign_out_continues_at_the_provider() {
        var auth = Auth.of(acme.config().build());
        var logout = SignOutAtProvider.of(auth, "https://id.example/logout", "web", APP + "/");
        var browser = signedIn(auth);
        var cookies = new StringBuilder();
        browser.cookies(APP)
                .forEach((name, value) ->
                        cookies.append(name).append('=').append(value).append("; "));
        var request = Request.post(APP + "/logout", "application/x-www-form-urlencoded", "")
                .header("Cookie", cookies.toString());

        var answer = logout.handle(request.header("Sec-Fetch-Site", "same-origin"));
        assertThat(answer.header("location").orElseThrow())
                .startsWith("https://id.example/logout?")
                .contains("client_id=web", "post_logout_redirect_uri=https%3A%2F%2Fapp.example%2F");
        assertThat(answer.headers().all("set-cookie"))
                .anyMatch(line -> line.startsWith("__Secure-authjs.session-token=;") && line.contains("Max-Age=0"));
        assertThat(logout.handle(request.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
    }

    @Test
    void the_theme_is_on_the_built_in_pages() {
        var auth = Auth.of(acme.config().theme(AcmeTheme.theme()).build());
        var page = auth.handle(Request.get(APP + "/auth/signin")).text();
        assertThat(page).contains("/static/acme.svg", "#0f5132");
    }

    @Test
    void a_visitor_gets_a_language_of_the_application() throws Exception {
        var file = GuidePage.blocks("docs/guides/languages.md", "properties").get(0);
        var auth = Auth.of(
                acme.config().texts(FrenchTexts.of(new StringReader(file))).build());
        var request = Request.get(APP + "/auth/signin");

        assertThat(auth.handle(request.header("Accept-Language", "fr-CH, en;q=0.5"))
                        .text())
                .contains("Se connecter avec Acme");
        assertThat(auth.handle(request.header("Accept-Language", "de")).text()).contains("Mit Acme anmelden");
        assertThat(auth.handle(request.header("Accept-Language", "it")).text()).contains("Sign in with Acme");
    }

    @Test
    void the_applications_page_shows_an_error() {
        var config = acme.config().callbacks(StaffOnly.callbacks()).pages(PagesOptions.NONE.error("/oops"));
        var auth = Auth.of(config.build());
        acme.provider.signsIn(person("bob@example.com", true));
        var browser = acme.browser(Acme.site(auth, ErrorPage.handler()));

        var shown = browser.open(APP + "/auth/signin").press("Sign in with Acme");
        assertThat(shown.url()).isEqualTo(APP + "/oops?error=AccessDenied");
        assertThat(shown.text()).contains("doesn't have access");
    }

    @Test
    void paths_handlers_and_forms_are_protected() {
        var auth = Auth.of(acme.config().callbacks(AdminRule.callbacks()).build());
        var page = new ProtectedNotes(auth).page();
        var admin = auth.protect(request -> Response.of(200, "text/plain", "for administrators"));
        HttpHandler pages = request -> request.path().equals("/note") ? page.handle(request) : admin.handle(request);

        assertThat(page.handle(Request.get(APP + "/note")).status()).isEqualTo(401);
        var browser = signedIn(Acme.site(auth, pages));
        assertThat(browser.send(Request.get(APP + "/note")).text()).isEqualTo("No note yet.");
        assertThat(browser.send(Request.get(APP + "/admin/users")).status()).isEqualTo(403);
        var note = Request.post(APP + "/note", "application/x-www-form-urlencoded", "text=milk");
        assertThat(browser.send(note.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        assertThat(browser.send(note.header("Sec-Fetch-Site", "same-origin")).status())
                .isEqualTo(302);
        assertThat(browser.send(Request.get(APP + "/note")).text()).isEqualTo("milk");
    }

    @Test
    void a_session_is_for_the_domain_and_its_subdomains() {
        var auth = Auth.of(SharedDomain.on(acme.config()).build());
        acme.provider.signsIn(person("ada@example.com", true));
        var lines = new ArrayList<String>();
        var browser = acme.browser(request -> {
            var answer = auth.handle(request);
            lines.addAll(answer.headers().all("set-cookie"));
            return answer;
        });
        browser.open(APP + "/auth/signin").press("Sign in with Acme");
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("__Secure-authjs.session-token=") && line.contains("Domain=app.example"));

        assertThat(leadsTo(auth, "https://shop.app.example/cart")).isEqualTo("https://shop.app.example/cart");
        assertThat(leadsTo(auth, "https://evil.example/")).isEqualTo(APP);
        assertThat(leadsTo(auth, "//evil.example/")).isEqualTo(APP);
        assertThat(leadsTo(auth, "/cart")).isEqualTo(APP + "/cart");
    }

    /** Where a sign-out leads that asks for this address. */
    private static String leadsTo(Auth auth, String address) {
        var signOut = SignOut.to(address);
        return auth.signOut(Request.get(APP + "/"), signOut).to();
    }

    @Test
    void each_tenant_has_its_own_users() {
        var blue = tenant("https://blue.example");
        var green = tenant("https://green.example");
        var other = Acme.local().url("https://app.example").build();
        var auth = Tenants.auth(Map.of("blue.example", blue, "green.example", green), other);

        var page = auth.handle(Request.get("https://blue.example/auth/signin"));
        assertThat(page.text()).contains("Sign in with Email");
        assertThat(auth.handle(Request.get("https://evil.example/auth/providers"))
                        .text())
                .isEqualTo("{}");
    }

    private AuthConfig tenant(String url) {
        return Acme.local()
                .url(url)
                .adapter(new InMemoryAdapter())
                .provider(acme.email())
                .build();
    }

    @Test
    void imported_users_sign_in_with_their_accounts() {
        var imported = new AccountImport(store, "acme");
        var row = new AccountImport.Row("ada@example.com", "Ada", "ada@example.com", true);
        assertThat(imported.add(row)).isTrue();
        assertThat(imported.add(row)).isFalse();
        var id = store.getUserByEmail("ada@example.com").orElseThrow().id();

        var auth = Auth.of(acme.config().adapter(store).build());
        signedIn(auth);
        assertThat(store.listAccountsByUserId(id)).hasSize(1);
        assertThat(store.listSessionsByUserId(id)).hasSize(1);
    }

    @Test
    void sessions_survive_a_new_secret() {
        var user = User.of("1", "Ada", "ada@example.com");
        var signedIn = SignedIn.securely(user, Claims.of(Map.of()), Acme.SECRET);
        var env = Env.of(Map.of("AUTH_SECRET", Acme.SECRET, "AUTH_SECRET_1", "c41d7e0a93b65f288e1fd07a24b9c635"));
        var auth = Auth.of(AuthConfig.builder().env(env).url(APP).build());
        var session = auth.handle(Request.get(APP + "/auth/session").header("Cookie", signedIn.cookies()));

        assertThat(session.text()).contains("ada@example.com");
        var renewed = session.headers().all("set-cookie").stream()
                .filter(line -> line.startsWith("__Secure-authjs.session-token="))
                .map(line -> line.split(";", 2)[0])
                .findFirst()
                .orElseThrow();
        var reader =
                TokenReader.with(Secrets.of("c41d7e0a93b65f288e1fd07a24b9c635")).secureCookie(true);
        assertThat(reader.read(Map.of("cookie", renewed))).isPresent();
    }

    @Test
    void expired_rows_are_removed() {
        var database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve("people.db"));
        var jdbc =
                JdbcAdapter.builder(database).migrateOnStart().clock(acme.clock).build();
        var ada = jdbc.createUser(User.of(null, "Ada", "ada@example.com"));
        SignedIn.as(ada, jdbc);
        acme.clock.advance(Duration.ofDays(40));
        assertThat(jdbc.deleteExpired().total()).isEqualTo(1);
        var scheduler = Executors.newSingleThreadScheduledExecutor();
        assertThat(CleanUp.daily(jdbc, scheduler).isDone()).isFalse();
        scheduler.shutdownNow();
    }

    private Auth stored(EmailProvider provider, AuthConfig.Builder config) {
        return Auth.of(config.adapter(store).provider(provider).build());
    }

    private Browser signedIn(HttpHandler site) {
        acme.provider.signsIn(person("ada@example.com", true));
        var browser = acme.browser(site);
        browser.open(APP + "/auth/signin").press("Sign in with Acme");
        return browser;
    }

    private static Page requestMail(Browser browser, String address) {
        return browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", address)
                .submit();
    }

    private static Response post(Browser browser, String path, Map<String, String> fields) {
        var request = Request.post(APP + path, "application/x-www-form-urlencoded", Form.encode(fields));
        return browser.send(request.header("Sec-Fetch-Site", "same-origin"));
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }
}
