package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.guides.CalendarResource;
import com.example.guides.NoteResource;
import com.example.guides.PlanResource;
import com.example.guides.ReportsResource;
import com.example.guides.SignOutResource;
import com.example.guides.WorkspaceResource;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.UserPage;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.examples.guides.AdminRule;
import dev.cardea.examples.guides.Invitations;
import dev.cardea.examples.guides.ProviderTokens;
import dev.cardea.examples.guides.Workspaces;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.password.PasswordCheck;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Network;
import dev.cardea.testing.Page;
import dev.cardea.testing.SignedIn;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the guides about users and sessions show works in an application with Quarkus. */
class UserGuidesTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final SignedIn ADA = SignedIn.as(User.of("7", "Ada", null), SECRET);
    private static final SignedIn ADMIN = SignedIn.as(User.of("8", "Root", null), SECRET);
    private static final SignedIn EDITOR = SignedIn.as(User.of("9", "Eve", null), SECRET);
    private static final Map<String, String> ROLES = Map.of("8", "ADMIN", "9", "EDITOR");
    private static final String FORM = "application/x-www-form-urlencoded";

    private static ServedSite served;

    @Singleton
    public static class Site {
        /** What the guides show one by one, in one application. */
        @Produces
        @Singleton
        Auth auth(Env env) {
            var callbacks = Workspaces.callbacks()
                    .show("plan", user -> "PRO")
                    .show("role", user -> ROLES.get(user.id()))
                    .authorized(AdminRule.callbacks().authorized());
            return Auth.of(
                    AuthConfig.builder().env(env).provider(Google.provider()).callbacks(callbacks));
        }

        @Produces
        @Singleton
        DataSource database() {
            var h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:user-guides;DB_CLOSE_DELAY=-1");
            return h2;
        }

        // sample
        @Produces
        @Singleton
        JdbcAdapter store(DataSource dataSource) {
            return JdbcAdapter.builder(dataSource).migrateOnStart().build();
        }
        // end

        // sample
        @Produces
        @Singleton
        ProviderTokens googleTokens(
                JdbcAdapter store,
                @ConfigProperty(name = "AUTH_GOOGLE_ID") String clientId,
                @ConfigProperty(name = "AUTH_GOOGLE_SECRET") String clientSecret) {
            var tokenEndpoint = URI.create("https://oauth2.googleapis.com/token");
            return new ProviderTokens(store, "google", tokenEndpoint, clientId, clientSecret, Clock.systemUTC());
        }
        // end
    }

    @Path("/")
    public static class Pages {
        // sample
        @RolesAllowed("EDITOR")
        @GET
        @Path("drafts")
        public String drafts() {
            return "for editors";
        }
        // end

        @GET
        @Path("admin/users")
        public String users() {
            return "for administrators";
        }

        @Inject
        Users users;

        @GET
        @Path("count")
        public String count() {
            return users.first().size() + " users";
        }
    }

    // sample
    @Singleton
    public static class Lockout {
        @Inject
        Auth auth;

        public void signOutEverywhere(String userId) {
            auth.sessions().endAll(userId);
        }
    }
    // end

    // sample
    @Singleton
    public static class Users {
        @Inject
        JdbcAdapter store;

        public List<User> first() {
            return store.listUsers(UserPage.first(100));
        }
    }
    // end

    @BeforeAll
    static void start() throws Exception {
        served = RunningApplication.start(
                Map.of(
                        "AUTH_SECRET", SECRET,
                        "AUTH_GOOGLE_ID", "g",
                        "AUTH_GOOGLE_SECRET", "gs",
                        "AUTH_KEYCLOAK_ID", "app",
                        "app.end-session-endpoint", "https://id.example/logout",
                        "app.home", "https://app.example/?a=1",
                        "cardea.protect", "/admin/*"),
                UserGuidesTest.class,
                CalendarResource.class,
                NoteResource.class,
                PlanResource.class,
                ReportsResource.class,
                SignOutResource.class,
                WorkspaceResource.class);
    }

    @AfterAll
    static void stop() throws Exception {
        served.stop().close();
    }

    @Test
    void a_rule_for_paths_admits_administrators_only() {
        assertThat(open("/admin/users").status()).isEqualTo(401);
        assertThat(signedIn(ADA).open(url("/admin/users")).status()).isEqualTo(403);
        assertThat(signedIn(ADMIN).open(url("/admin/users")).text()).isEqualTo("for administrators");
    }

    @Test
    void a_note_belongs_to_its_user_and_only_a_page_of_this_site_stores_it() {
        assertThat(open("/note").status()).isEqualTo(401);
        var ada = signedIn(ADA);
        var note = Request.post(url("/note"), FORM, "text=milk");
        assertThat(ada.send(note.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        assertThat(ada.open(url("/note")).text()).isEqualTo("No note yet.");
        ada.send(note.header("Sec-Fetch-Site", "same-origin"));
        assertThat(ada.open(url("/note")).text()).isEqualTo("milk");
        assertThat(signedIn(EDITOR).open(url("/note")).text()).isEqualTo("No note yet.");
    }

    @Test
    void a_handler_is_for_users_with_a_role() {
        assertThat(signedIn(EDITOR).open(url("/drafts")).text()).isEqualTo("for editors");
        assertThat(signedIn(ADA).open(url("/drafts")).status()).isEqualTo(403);
    }

    @Test
    void a_resource_reads_a_field_of_the_session() {
        assertThat(signedIn(ADA).open(url("/me")).text()).isEqualTo("Ada has the plan PRO");
    }

    @Test
    void a_user_changes_the_workspace_to_one_that_exists() {
        var ada = signedIn(ADA);
        assertThat(ada.open(url("/auth/session")).text()).contains("\"workspace\":\"sales\"");
        ada.send(workspace("support", "same-origin"));
        assertThat(ada.open(url("/auth/session")).text()).contains("\"workspace\":\"support\"");
        ada.send(workspace("everything", "same-origin"));
        assertThat(ada.open(url("/auth/session")).text()).contains("\"workspace\":\"support\"");
        assertThat(ada.send(workspace("sales", "cross-site")).status()).isEqualTo(403);
    }

    private static Request workspace(String name, String site) {
        return Request.post(url("/workspace"), FORM, "workspace=" + name).header("Sec-Fetch-Site", site);
    }

    @Test
    void another_service_reads_the_token_session() {
        var secure = SignedIn.securely(User.of("7", "Ada", null), Claims.NONE, SECRET);
        var request = Request.get(url("/reports")).header("Cookie", secure.cookies());
        assertThat(Network.INSTANCE.handle(request).text()).isEqualTo("reports of 7");
        assertThat(open("/reports").status()).isEqualTo(401);
    }

    @Test
    void a_sign_out_leads_to_the_provider() {
        var ada = signedIn(ADA);
        var post = Request.post(url("/sign-out"), FORM, "");
        assertThat(ada.send(post.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        var sent = ada.send(post.header("Sec-Fetch-Site", "same-origin"));
        assertThat(sent.header("location").orElseThrow())
                .isEqualTo("https://id.example/logout?client_id=app"
                        + "&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3D1");
        assertThat(ada.open(url("/auth/session")).text()).isEqualTo("null");
    }

    @Test
    void a_resource_asks_for_a_sign_in_with_the_provider_if_there_is_no_token() {
        assertThat(signedIn(ADA).open(url("/events")).status()).isEqualTo(409);
    }

    @Test
    void beans_read_and_change_the_store() {
        assertThat(open("/count").text()).isEqualTo("0 users");
    }

    @Test
    void a_bean_ends_all_sessions_of_a_user() {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:lockout;DB_CLOSE_DELAY=-1");
        var store = JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
        var now = Instant.now();
        store.registerSession(new SessionRecord(
                "a".repeat(64), "7", false, now, now, now.plusSeconds(60), "google", null, null, null, null));
        var lockout = new Lockout();
        var env = Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_GOOGLE_ID", "g", "AUTH_GOOGLE_SECRET", "gs"));
        lockout.auth = new GuideSites.Limit().auth(env, store);
        lockout.signOutEverywhere("7");

        assertThat(store.listSessionRecords("7")).isEmpty();
    }

    @Test
    void each_producer_makes_a_configuration_that_starts() {
        var env = Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_GOOGLE_ID", "g", "AUTH_GOOGLE_SECRET", "gs"));
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:producers;DB_CLOSE_DELAY=-1");
        var store = JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
        var sites = List.of(
                new GuideSites.Rule().auth(env),
                new GuideSites.Fields().auth(env, user -> "PRO"),
                new GuideSites.TokenRole().auth(env, user -> "EDITOR"),
                new GuideSites.Length().auth(env, store),
                new GuideSites.LongSessions().auth(env, store),
                new GuideSites.Limit().auth(env, store),
                new GuideSites.Staff().auth(env),
                new GuideSites.InvitedUsers().auth(env, new Invitations()),
                new GuideSites.Log().auth(env, h2),
                new GuideSites.Workspace().auth(env),
                new GuideSites.LinkedAccounts().auth(env));
        for (var auth : sites) {
            assertThat(auth.handle(Request.get("http://localhost/auth/providers"))
                            .text())
                    .contains("\"google\"");
        }
    }

    @Test
    void a_producer_adds_password_accounts() {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:accounts;DB_CLOSE_DELAY=-1");
        var store = JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
        var inbox = new Inbox();
        var email = EmailProvider.of("email", inbox).from("no-reply@app.example");
        var browser =
                Browser.of(new GuideSites.WithAccounts().auth(Env.of(Map.of("AUTH_SECRET", SECRET)), store, email));
        var code = browser.open("http://localhost/auth/signup")
                .form("Create account")
                .fill("email", "eve@example.com")
                .fill("password", "seven copper lanterns drifting")
                .submit();
        code.form("Sign in")
                .fill("token", inbox.last("eve@example.com").orElseThrow().token())
                .submit();
        assertThat(browser.open("http://localhost/auth/session").text()).contains("eve@example.com");
    }

    @Test
    void a_producer_adds_passwords_or_an_own_provider() {
        var people = new GuideSites.People() {
            @Override
            public Optional<PasswordCheck.StoredUser> byName(String name) {
                return Optional.empty();
            }

            @Override
            public void keepHash(User user, String hash) {}
        };
        var env = Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_ACME_ID", "a", "AUTH_ACME_SECRET", "as"));
        var passwords = new GuideSites.WithPasswords();
        assertThat(providers(passwords.auth(env, passwords.passwords(), people)))
                .contains("\"credentials\"");
        assertThat(providers(new GuideSites.WithOwnProvider().auth(env))).contains("\"acme\"");
    }

    private static String providers(Auth auth) {
        return auth.handle(Request.get("http://localhost/auth/providers")).text();
    }

    @Test
    void each_tenant_has_its_own_page() {
        var blue = tenant("https://blue.example").provider(Google.provider()).build();
        var green = tenant("https://green.example").build();
        var auth = new GuideSites.ByHost()
                .auth(new GuideSites.TenantConfigs(
                        blue, green, tenant("https://app.example").build()));
        assertThat(auth.handle(Request.get("https://blue.example/auth/providers"))
                        .text())
                .contains("\"google\"");
        assertThat(auth.handle(Request.get("https://evil.example/auth/providers"))
                        .text())
                .isEqualTo("{}");
    }

    private static AuthConfig.Builder tenant(String url) {
        return AuthConfig.builder()
                .env(Env.of(Map.of("AUTH_GOOGLE_ID", "g", "AUTH_GOOGLE_SECRET", "gs")))
                .secret(SECRET)
                .url(url);
    }

    private static Browser signedIn(SignedIn user) {
        return user.browser(url(""));
    }

    private static Page open(String path) {
        return Browser.of(Network.INSTANCE).open(url(path));
    }

    private static String url(String path) {
        return "http://localhost:" + served.port() + path;
    }
}
