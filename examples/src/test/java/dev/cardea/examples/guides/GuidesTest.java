package dev.cardea.examples.guides;

import static dev.cardea.examples.guides.Acme.APP;
import static dev.cardea.examples.guides.Acme.person;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import dev.cardea.recorder.Recorder;
import dev.cardea.testing.Browser;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Page;
import dev.cardea.testing.SignedIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** What the guides show works as they show it. */
class GuidesTest {
    private final Acme acme = new Acme();

    @TempDir
    Path folder;

    @Test
    void only_staff_with_a_verified_address_may_sign_in() {
        var auth = Auth.of(acme.config().callbacks(StaffOnly.callbacks()).build());

        assertThat(acme.session(auth, person("ada@acme.example", true))).contains("ada@acme.example");
        assertThat(acme.session(auth, person("eve@acme.example", false))).isEqualTo("null");
        assertThat(acme.session(auth, person("bob@example.com", true))).isEqualTo("null");
        assertThat(acme.session(auth, person("bob@notacme.example", true))).isEqualTo("null");
    }

    @Test
    void the_reference_of_a_failure_leads_to_its_cause() {
        var auth = Auth.of(acme.config().build());
        var failed = auth.handle(Request.of("GET", APP + "/auth/callback/acme?code=c&state=s"));
        var reference = failed.header("Cardea-Error-Id").orElseThrow();

        assertThat(Explain.of(auth, reference)).contains("InvalidCheck", "Cause (", "Remedy: ");
        assertThat(Explain.of(auth, "0000000000000000")).isEqualTo("no trace has this reference");
    }

    @Test
    void a_kept_trace_is_found_after_a_restart(@TempDir Path folder) {
        var auth = Auth.of(KeptTraces.config(acme.config(), folder).build());
        var failed = auth.handle(Request.of("GET", APP + "/auth/callback/acme?code=c&state=s"));
        Recorder.of(auth).flush(Duration.ofSeconds(20));

        var restarted = Auth.of(KeptTraces.config(acme.config(), folder).build());
        assertThat(Explain.of(restarted, failed.header("Cardea-Error-Id").orElseThrow()))
                .contains("InvalidCheck");
    }

    @Test
    void no_mail_leaves_for_an_address_that_may_not_sign_in() {
        var auth = Auth.of(acme.config()
                .adapter(new InMemoryAdapter())
                .provider(acme.email())
                .callbacks(StaffOnly.callbacks())
                .build());

        assertThat(link(acme.browser(auth), "bob@example.com").text()).contains("No access");
        assertThat(acme.inbox.mails()).isEmpty();
        link(acme.browser(auth), "ada@acme.example");
        assertThat(acme.inbox.mails()).hasSize(1);
    }

    @Test
    void only_invited_addresses_sign_in() {
        var invitations = new Invitations();
        var auth = Auth.of(acme.config()
                .adapter(new InMemoryAdapter())
                .provider(acme.email())
                .callbacks(invitations.callbacks())
                .build());

        assertThat(acme.session(auth, person("ada@example.com", true))).isEqualTo("null");
        invitations.invite("Ada@Example.com");
        assertThat(acme.session(auth, person("ada@example.com", true))).contains("ada@example.com");

        invitations.invite("bob@example.com");
        var bob = acme.browser(auth);
        bob.open(APP + "/auth/signin?email=bob%40example.com")
                .form("Sign in with Email")
                .submit();
        bob.open(acme.inbox.last("bob@example.com").orElseThrow().url());
        assertThat(bob.open(APP + "/auth/session").text()).contains("bob@example.com");
    }

    @Test
    void a_column_of_the_user_is_a_role() throws Exception {
        var store = storeWithRoles();
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com"));
        var auth = Auth.of(acme.config().adapter(store).build());
        var request = signedIn(ada, store);

        assertThat(roles(auth, request)).isEmpty();
        run(database(), sql("docs/guides/first-administrator.md"));
        assertThat(roles(auth, request)).containsExactly("ADMIN");
        assertThat(auth.handle(at("/auth/session", request)).text()).doesNotContain("ADMIN");
    }

    @Test
    void a_role_in_the_token_is_in_the_session() {
        var auth = Auth.of(
                acme.config().callbacks(TokenRoles.callbacks(user -> "EDITOR")).build());

        assertThat(acme.session(auth, person("ada@example.com", true))).contains("\"role\":\"EDITOR\"");
    }

    @Test
    void a_field_that_is_shown_is_in_the_session_of_both_strategies() {
        var config = acme.config();
        PlanField.addTo(config, user -> PlanField.Plan.PRO);
        var tokens = Auth.of(config.build());
        assertThat(acme.session(tokens, person("ada@example.com", true))).contains("\"plan\":\"PRO\"");

        var store = new InMemoryAdapter();
        var rows = Auth.of(config.adapter(store).build());
        assertThat(acme.session(rows, person("ada@example.com", true))).contains("\"plan\":\"PRO\"");
        var ada = store.getUserByEmail("ada@example.com").orElseThrow();
        var me = PlanField.me(rows, signedIn(ada, store)).orElseThrow();
        assertThat(me.plan()).isEqualTo(PlanField.Plan.PRO);
        assertThat(PlanField.me(rows, Request.get(APP + "/"))).isEmpty();
    }

    @Test
    void a_session_ends_after_eight_hours_without_a_request() {
        var tokens = SessionOptions.jwt().maxAge(Duration.ofHours(8)).updateAge(Duration.ofMinutes(30));
        endsAfterEightHours(Auth.of(acme.config().session(tokens).build()));
        var rows = acme.config().adapter(new InMemoryAdapter());
        Setup.length(rows);
        endsAfterEightHours(Auth.of(rows.build()));
    }

    private void endsAfterEightHours(Auth auth) {
        var browser = signedIn(auth);
        acme.clock.advance(Duration.ofHours(7));
        assertThat(browser.open(APP + "/auth/session").text()).contains("Ada");
        acme.clock.advance(Duration.ofHours(7));
        assertThat(browser.open(APP + "/auth/session").text()).contains("Ada");
        acme.clock.advance(Duration.ofHours(8).plusSeconds(1));
        assertThat(browser.open(APP + "/auth/session").text()).isEqualTo("null");
    }

    @Test
    void an_api_answers_with_a_status() {
        var auth = Auth.of(acme.config().build());
        var api = NotesApi.of(auth);
        var browser = signedIn(Acme.site(auth, api));
        var post = Request.post(APP + "/api/notes", "application/json", "{}");

        assertThat(api.handle(Request.get(APP + "/api/notes")).status()).isEqualTo(401);
        assertThat(browser.send(Request.get(APP + "/api/notes")).status()).isEqualTo(200);
        assertThat(browser.send(post.header("Sec-Fetch-Site", "same-origin")).status())
                .isEqualTo(200);
        assertThat(browser.send(post.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
    }

    @Test
    void a_page_of_the_application_offers_sign_in() {
        var auth = Auth.of(acme.configWithoutProvider()
                .adapter(new InMemoryAdapter())
                .provider(acme.acme().id("github"), acme.email())
                .pages(PagesOptions.NONE.signIn("/login"))
                .build());
        var login = LoginPage.of(auth);
        HttpHandler page = request -> request.path().equals("/login")
                ? login.handle(request)
                : Response.of(200, "text/plain", "page " + request.path());
        acme.provider.signsIn(person("ada@example.com", true));

        var browser = acme.browser(Acme.site(auth, page));
        var shown = browser.open(APP + "/auth/signin?callbackUrl=%2Faccount");
        assertThat(shown.url()).startsWith(APP + "/login?callbackUrl=");
        assertThat(shown.press("Log in with GitHub").text()).isEqualTo("page /account");
        assertThat(browser.open(APP + "/auth/session").text()).contains("ada@example.com");

        var other = acme.browser(Acme.site(auth, page));
        other.open(APP + "/login")
                .form("Email me a link")
                .fill("email", "bob@example.com")
                .submit();
        other.open(acme.inbox.last("bob@example.com").orElseThrow().url());
        assertThat(other.open(APP + "/auth/session").text()).contains("bob@example.com");

        acme.inbox.failWith(new IllegalStateException("no mail server"));
        var failed = acme.browser(Acme.site(auth, page))
                .open(APP + "/login")
                .form("Email me a link")
                .fill("email", "eve@example.com")
                .submit();
        assertThat(failed.url()).isEqualTo(APP + "/login?error=EmailSignin");
        assertThat(failed.text()).contains("That didn't work");
        var foreign = Request.post(APP + "/login", "application/x-www-form-urlencoded", "provider=github");
        assertThat(login.handle(foreign.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
    }

    @Test
    void a_blocked_address_does_not_sign_in() {
        var auth = Auth.of(SignInHooks.on(acme.config()).build());
        assertThat(acme.session(auth, person("eve@example.com", true))).isEqualTo("null");
        assertThat(acme.session(auth, person("ada@example.com", true))).contains("ada@example.com");
    }

    @Test
    void events_report_sign_ins_and_sign_outs() {
        var lines = new CopyOnWriteArrayList<String>();
        var auth = Auth.of(acme.config()
                .adapter(new InMemoryAdapter())
                .events(new SignInLog(lines::add))
                .build());
        var browser = signedIn(auth);
        browser.open(APP + "/auth/signout").press("Sign out");
        browser.open(APP + "/auth/callback/acme?code=forged");

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("sign-in user=\\S+ provider=acme");
        assertThat(lines.get(1)).matches("sign-out user=\\S+");
        assertThat(lines.get(2)).matches("failed reason=InvalidCheck provider=acme id=[0-9a-f]{16}");
    }

    @Test
    void calls_to_a_provider_are_logged_without_secrets() {
        var lines = new CopyOnWriteArrayList<String>();
        var auth = Auth.of(acme.configWithoutProvider()
                .provider(LoggedCalls.of(acme.acme(), lines::add))
                .build());
        assertThat(acme.session(auth, person("ada@example.com", true))).contains("ada@example.com");
        assertThat(lines)
                .contains("acme POST /token 200", "acme GET /.well-known/openid-configuration 200")
                .allMatch(line -> line.matches("acme (GET|POST) /[a-z./-]+ 200"));
    }

    @Test
    void an_access_token_is_refreshed_when_it_has_expired() throws Exception {
        var store = storeWithRoles();
        var offline = acme.acme().scope("openid", "email", "profile", "offline_access");
        var config =
                acme.configWithoutProvider().provider(offline).adapter(store).build();
        assertThat(acme.session(Auth.of(config), person("ada@example.com", true)))
                .contains("ada@example.com");
        var user = store.getUserByEmail("ada@example.com").orElseThrow();
        try (var server = LocalServer.start(0, acme.provider)) {
            var tokens = new ProviderTokens(store, "acme", URI.create(server.url() + "/token"), "web", "s", acme.clock);
            var first = tokens.of(user.id()).orElseThrow();
            assertThat(tokens.of(user.id())).hasValue(first);

            acme.clock.advance(Duration.ofHours(2));
            var second = tokens.of(user.id()).orElseThrow();
            assertThat(second).isNotEqualTo(first);
            assertThat(tokens.of(user.id())).hasValue(second);

            acme.clock.advance(Duration.ofHours(2));
            assertThat(tokens.of(user.id())).isPresent().isNotEqualTo(Optional.of(second));
            assertThat(tokens.of("unknown")).isEmpty();
        }
    }

    private Browser signedIn(HttpHandler site) {
        acme.provider.signsIn(person("ada@example.com", true));
        var browser = acme.browser(site);
        browser.open(APP + "/auth/signin").press("Sign in with Acme");
        return browser;
    }

    private static Page link(Browser browser, String address) {
        return browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", address)
                .submit();
    }

    private static Request signedIn(User user, SessionAdapter store) {
        return Request.get(APP + "/")
                .header("Cookie", "__Secure-" + SignedIn.as(user, store).cookies());
    }

    private static Request at(String path, Request request) {
        return Request.get(APP + path).header("Cookie", request.header("cookie").orElseThrow());
    }

    private static Set<String> roles(Auth auth, Request request) {
        Session session = auth.session(request).orElseThrow();
        return SessionPrincipal.of(session).roles();
    }

    private DataSource database() {
        var database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve("people.db"));
        return database;
    }

    /** Tables with the column that the guide adds. */
    private JdbcAdapter storeWithRoles() throws Exception {
        JdbcAdapter.builder(database()).migrateOnStart().build();
        run(database(), sql("docs/guides/roles.md"));
        return JdbcAdapter.of(database());
    }

    private static void run(DataSource database, List<String> statements) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            for (var sql : statements) statement.execute(sql);
        }
    }

    private static List<String> sql(String page) throws IOException {
        var found = GuidePage.blocks(page, "sql");
        assertThat(found).isNotEmpty();
        return found;
    }
}
