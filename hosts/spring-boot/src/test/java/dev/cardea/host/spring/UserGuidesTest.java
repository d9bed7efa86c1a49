package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.guides.CalendarController;
import com.example.guides.NoteController;
import com.example.guides.PageController;
import com.example.guides.PlanController;
import com.example.guides.ReportsController;
import com.example.guides.SessionModel;
import com.example.guides.SignOutController;
import com.example.guides.WorkspaceController;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserPage;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.examples.docs.SettingsController;
import dev.cardea.examples.guides.AdminRule;
import dev.cardea.examples.guides.AuditLog;
import dev.cardea.examples.guides.Invitations;
import dev.cardea.examples.guides.PayoutRule;
import dev.cardea.examples.guides.ProviderTokens;
import dev.cardea.examples.guides.StaffOnly;
import dev.cardea.examples.guides.Tenants;
import dev.cardea.examples.guides.TokenRoles;
import dev.cardea.examples.guides.Workspaces;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.password.PasswordCheck;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** What the guides about users and sessions show works in an application with Spring Boot. */
@Tag("boot4")
class UserGuidesTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static LocalServer google;
    private static ConfigurableApplicationContext site;
    private static ConfigurableApplicationContext tokenSite;

    @EnableMethodSecurity
    @Import({
        AutoConfigurationTest.HiddenConfiguration.class,
        CalendarController.class,
        Drafts.class,
        Lockout.class,
        Users.class,
        NoteController.class,
        PageController.class,
        PlanController.class,
        SessionModel.class,
        SettingsController.class
    })
    static class Site {
        @Bean
        DataSource database() throws Exception {
            var h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:user-guides;DB_CLOSE_DELAY=-1");
            JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
            for (var page : List.of("roles", "audit-log")) for (var sql : blocks(page, "sql")) run(h2, sql);
            return h2;
        }

        // sample
        @Bean
        Callbacks callbacks() {
            return AdminRule.callbacks();
        }
        // end

        // sample
        @Bean
        Events auditLog(DataSource dataSource) {
            return new AuditLog(dataSource, Clock.systemUTC());
        }
        // end

        // sample
        @Bean
        ProviderTokens googleTokens(
                JdbcAdapter store,
                @Value("${AUTH_GOOGLE_ID}") String clientId,
                @Value("${AUTH_GOOGLE_SECRET}") String clientSecret) {
            var tokenEndpoint = URI.create("https://oauth2.googleapis.com/token");
            return new ProviderTokens(store, "google", tokenEndpoint, clientId, clientSecret, Clock.systemUTC());
        }
        // end

        @Bean
        RestClient calendar() {
            return RestClient.create(google.url());
        }
    }

    @RestController
    static class Drafts {
        // sample
        @SignedIn(roles = "EDITOR")
        @GetMapping("/drafts")
        String drafts() {
            return "for editors";
        }

        @PreAuthorize("hasRole('EDITOR')") // with Spring Security
        @GetMapping("/reviews")
        String reviews() {
            return "for editors";
        }
        // end

        @GetMapping("/admin/users")
        String users() {
            return "for administrators";
        }
    }

    // sample
    @Service
    record Lockout(Auth auth) {
        void signOutEverywhere(String userId) {
            auth.sessions().endAll(userId);
        }
    }
    // end

    // sample
    @Service
    record Users(JdbcAdapter store) {
        List<User> first() {
            return store.listUsers(UserPage.first(100));
        }
    }
    // end

    /** Returns the role of a user, from a table of the application. */
    interface Roles {
        String of(User user);
    }

    @Import({
        AutoConfigurationTest.HiddenConfiguration.class,
        ReportsController.class,
        SignOutController.class,
        WorkspaceController.class
    })
    static class TokenSite {
        // sample
        @Bean
        Callbacks callbacks() {
            return Workspaces.callbacks();
        }
        // end
    }

    static class RoleSite {
        // sample
        @Bean
        Callbacks callbacks(Roles roles) {
            return TokenRoles.callbacks(roles::of);
        }
        // end
    }

    static class StaffSite {
        // sample
        @Bean
        Callbacks callbacks() {
            return StaffOnly.callbacks();
        }
        // end
    }

    static class InvitedSite {
        // sample
        @Bean
        Invitations invitations() {
            return new Invitations();
        }

        @Bean
        Callbacks callbacks(Invitations invitations) {
            return invitations.callbacks();
        }
        // end
    }

    static class LinkingSite {
        // sample
        @Bean
        Provider google() {
            return Google.provider().danger().allowDangerousEmailAccountLinkingOfVerified();
        }
        // end
    }

    static class AcmeSite {
        // sample
        @Bean
        Provider acme() {
            return OAuthProvider.oidc("acme", "Acme", "https://id.acme.example");
        }
        // end
    }

    /** The users of the application and their hashes. */
    interface People {
        Optional<PasswordCheck.StoredUser> byName(String name);

        void keepHash(User user, String hash);
    }

    static class PasswordSite {
        // sample
        @Bean
        Passwords passwords() {
            return Passwords.standard();
        }

        @Bean
        CredentialsProvider credentials(Passwords passwords, People people) {
            return CredentialsProvider.of(passwords.check(people::byName).whenOutdated(people::keepHash))
                    .field("username", CredentialInput.text("User"))
                    .field("password", CredentialInput.password("Password"));
        }
        // end
    }

    /** The configuration of each tenant. */
    record TenantConfigs(AuthConfig blue, AuthConfig green, AuthConfig other) {}

    static class AccountSite {
        // sample
        @Bean
        CardeaCustomizer accounts() {
            return config -> config.extension(UserAccounts.standard());
        }
        // end
    }

    static class PayoutSite {
        // sample
        @Bean
        CardeaCustomizer payouts() {
            var accounts = UserAccounts.standard();
            return config -> config.extension(accounts).callbacks(PayoutRule.callbacks(accounts));
        }
        // end
    }

    static class TenantSite {
        // sample
        @Bean
        Auth auth(TenantConfigs tenants) {
            return Tenants.auth(
                    Map.of("blue.example", tenants.blue(), "green.example", tenants.green()), tenants.other());
        }
        // end
    }

    @BeforeAll
    static void start() {
        google = LocalServer.start(
                0,
                request -> Response.of(
                        200, "text/plain", request.header("authorization").orElse("no token")));
        site = Boot.run(
                beans -> {},
                Site.class,
                "AUTH_SECRET=" + SECRET,
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs",
                "cardea.providers=google",
                "cardea.protect=/admin/*",
                "cardea.session.max-age=90d");
        tokenSite = Boot.run(
                beans -> {},
                TokenSite.class,
                "AUTH_SECRET=" + SECRET,
                "AUTH_KEYCLOAK_ID=app",
                "app.end-session-endpoint=https://id.example/logout",
                "app.home=https://app.example/?a=1",
                "cardea.session.strategy=jwt");
    }

    @AfterAll
    static void stop() {
        if (site != null) site.close();
        if (tokenSite != null) tokenSite.close();
        google.close();
    }

    @Test
    void a_rule_for_paths_admits_administrators_only() throws SQLException {
        assertThat(Web.get(site, "/admin/users", "").statusCode()).isEqualTo(401);
        assertThat(user("Bob").get(url("/admin/users")).status()).isEqualTo(403);
        assertThat(administrator().get(url("/admin/users")).text()).isEqualTo("for administrators");
    }

    @Test
    void a_note_belongs_to_its_user_and_only_a_page_of_this_site_stores_it() {
        assertThat(Web.get(site, "/note", "").statusCode()).isEqualTo(401);
        var ada = user("Ada").browser(url(""));
        var note = Request.post(url("/note"), "application/x-www-form-urlencoded", "text=milk");
        assertThat(ada.send(note.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        assertThat(ada.open(url("/note")).text()).isEqualTo("No note yet.");
        assertThat(ada.send(note.header("Sec-Fetch-Site", "same-origin")).status())
                .isEqualTo(302);
        assertThat(ada.open(url("/note")).text()).isEqualTo("milk");
        assertThat(user("Bob").get(url("/note")).text()).isEqualTo("No note yet.");
    }

    @Test
    void the_account_page_ends_other_sessions_and_accepts_no_form_of_another_site() {
        assertThat(Web.get(site, "/settings", "").statusCode()).isEqualTo(401);
        var store = site.getBean(JdbcAdapter.class);
        var ada = store.createUser(User.of(null, "Ada", System.nanoTime() + "@example.com"));
        var elsewhere = dev.cardea.testing.SignedIn.as(ada, store).browser(url(""));
        var here = dev.cardea.testing.SignedIn.as(ada, store).browser(url(""));
        assertThat(here.open(url("/settings")).text()).contains("<h1>Your account</h1>", "(this one)");
        var end = Request.post(url("/settings"), "application/x-www-form-urlencoded", "end=others");
        assertThat(here.send(end.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        assertThat(elsewhere.open(url("/note")).status()).isEqualTo(200);
        assertThat(here.send(end.header("Sec-Fetch-Site", "same-origin")).status())
                .isEqualTo(302);
        assertThat(here.open(url("/note")).status()).isEqualTo(200);
        assertThat(elsewhere.open(url("/note")).status()).isEqualTo(401);
    }

    @Test
    void a_column_of_the_user_is_a_role() {
        var store = site.getBean(JdbcAdapter.class);
        var eve = store.createUser(
                User.of(null, "Eve", System.nanoTime() + "@example.com").with("role", "EDITOR"));
        var editor = dev.cardea.testing.SignedIn.as(eve, store);
        for (var page : List.of("/drafts", "/reviews")) {
            assertThat(editor.get(url(page)).text()).isEqualTo("for editors");
            assertThat(user("Bob").get(url(page)).status()).isEqualTo(403);
        }
    }

    @Test
    void a_method_computes_a_field_of_the_session() {
        var ada = user("Ada");
        assertThat(ada.get(url("/me")).text()).contains("\"name\":\"Ada\",\"plan\":\"FREE\"");
        assertThat(ada.get(url("/auth/session")).text()).contains("\"plan\":\"FREE\"");
        assertThat(Web.get(site, "/me", "").statusCode()).isEqualTo(401);
    }

    @Test
    void a_session_is_remembered_for_the_time_that_is_set() {
        assertThat(site.getBean(AuthConfig.class).describe().get("session"))
                .hasToString("{strategy=database, maxAge=PT2160H, updateAge=PT24H}");
    }

    @Test
    void a_service_ends_all_sessions_of_a_user() {
        var store = site.getBean(JdbcAdapter.class);
        var ada = store.createUser(User.of(null, "Ada", System.nanoTime() + "@example.com"));
        var browser = dev.cardea.testing.SignedIn.as(ada, store).browser(url(""));
        assertThat(browser.open(url("/note")).status()).isEqualTo(200);
        site.getBean(Lockout.class).signOutEverywhere(String.valueOf(ada.id()));
        assertThat(browser.open(url("/note")).status()).isEqualTo(401);
        assertThat(site.getBean(Users.class).first()).contains(ada);
    }

    @Test
    void sign_outs_and_failed_sign_ins_are_rows_of_the_audit_log() throws SQLException {
        var ada = user("Ada").browser(url(""));
        ada.open(url("/auth/signout")).press("Sign out");
        Web.get(site, "/auth/callback/google?code=forged", "");
        assertThat(rows("select what from login_log")).contains("sign-out", "failed");
    }

    @Test
    void a_handler_calls_the_providers_api_with_the_users_token() {
        var store = site.getBean(JdbcAdapter.class);
        var ada = store.createUser(User.of(null, "Ada", System.nanoTime() + "@example.com"));
        var signedIn = dev.cardea.testing.SignedIn.as(ada, store);
        assertThat(signedIn.get(url("/events")).status()).isEqualTo(409);
        store.linkAccount(Account.of("google", "g" + ada.id(), ProviderType.OIDC)
                .with("userId", ada.id())
                .with("access_token", "at-1")
                .with("expires_at", Clock.systemUTC().instant().getEpochSecond() + 3600));
        assertThat(signedIn.get(url("/events")).text()).isEqualTo("Bearer at-1");
    }

    @Test
    void every_page_shows_who_is_signed_in() throws SQLException {
        assertThat(Web.get(site, "/", "").body())
                .contains("<a href=\"/auth/signin?callbackUrl=/account\">Sign in</a>")
                .doesNotContain("Sign out");
        var ada = user("<Ada>").browser(url(""));
        assertThat(ada.open(url("/")).text())
                .contains("&lt;Ada&gt;", "Sign out")
                .doesNotContain("Sign in", "Administration", "<img");
        assertThat(administrator().get(url("/")).text()).contains("<a href=\"/admin\">Administration</a>");
        assertThat(ada.open(url("/account")).text()).contains("@example.com");
        ada.open(url("/")).press("Sign out");
        assertThat(ada.open(url("/")).text()).contains("Sign in</a>");
        assertThat(Web.get(site, "/account", "").statusCode()).isEqualTo(401);
    }

    @Test
    void the_guide_shows_the_templates_that_run() throws IOException {
        var shown = new ArrayList<String>();
        for (var name : List.of("header", "home", "account")) {
            shown.add(Files.readString(Path.of("src/test/resources/templates/" + name + ".html")));
        }
        assertThat(blocks("thymeleaf", "html")).isEqualTo(shown);
    }

    @Test
    void a_user_changes_the_workspace_to_one_that_exists() {
        var url = "http://localhost:" + Boot.port(tokenSite);
        var ada = dev.cardea.testing.SignedIn.as(User.of("7", "Ada", null), SECRET)
                .browser(url);
        assertThat(ada.open(url + "/auth/session").text()).contains("\"workspace\":\"sales\"");
        ada.send(workspace(url, "support", "same-origin"));
        assertThat(ada.open(url + "/auth/session").text()).contains("\"workspace\":\"support\"");
        ada.send(workspace(url, "everything", "same-origin"));
        assertThat(ada.open(url + "/auth/session").text()).contains("\"workspace\":\"support\"");
        assertThat(ada.send(workspace(url, "sales", "cross-site")).status()).isEqualTo(403);
    }

    private static Request workspace(String url, String name, String site) {
        return Request.post(url + "/workspace", "application/x-www-form-urlencoded", "workspace=" + name)
                .header("Sec-Fetch-Site", site);
    }

    @Test
    void another_service_reads_the_token_session() {
        var secure = dev.cardea.testing.SignedIn.securely(User.of("7", "Ada", null), Claims.NONE, SECRET);
        assertThat(Web.get(tokenSite, "/reports", secure.cookies()).body()).isEqualTo("reports of 7");
        assertThat(Web.get(tokenSite, "/reports", "").statusCode()).isEqualTo(401);
    }

    @Test
    void a_sign_out_leads_to_the_provider() {
        var url = "http://localhost:" + Boot.port(tokenSite);
        var ada = dev.cardea.testing.SignedIn.as(User.of("7", "Ada", null), SECRET)
                .browser(url);
        var post = Request.post(url + "/sign-out", "application/x-www-form-urlencoded", "");
        assertThat(ada.send(post.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        var sent = ada.send(post.header("Sec-Fetch-Site", "same-origin"));
        assertThat(sent.header("location").orElseThrow())
                .isEqualTo("https://id.example/logout?client_id=app"
                        + "&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3D1");
        assertThat(ada.open(url + "/auth/session").text()).isEqualTo("null");
    }

    @Test
    void a_bean_decides_who_may_sign_in() {
        var inbox = new Inbox();
        context(StaffSite.class, inbox).run(app -> {
            assertThat(requestLink(app.getBean(Auth.class), "bob@example.com")).contains("No access");
            requestLink(app.getBean(Auth.class), "ada@acme.example");
        });
        context(InvitedSite.class, inbox).run(app -> {
            assertThat(requestLink(app.getBean(Auth.class), "bob@example.com")).contains("No access");
            app.getBean(Invitations.class).invite("eve@example.com");
            requestLink(app.getBean(Auth.class), "eve@example.com");
        });
        assertThat(inbox.mails().stream().map(mail -> mail.identifier()))
                .containsExactly("ada@acme.example", "eve@example.com");
    }

    private static String requestLink(Auth auth, String address) {
        return Browser.of(auth)
                .open("http://localhost/auth/signin")
                .form("Sign in with Email")
                .fill("email", address)
                .submit()
                .text();
    }

    @Test
    void beans_change_token_sessions_and_linking() {
        context(RoleSite.class, new Inbox())
                .withBean(Roles.class, () -> user -> "EDITOR")
                .run(app -> assertThat(app.getBean(AuthConfig.class).callbacks().isJwtSet())
                        .isTrue());
        context(LinkingSite.class, new Inbox())
                .withPropertyValues("AUTH_GOOGLE_ID=g", "AUTH_GOOGLE_SECRET=gs")
                .run(app -> assertThat(app.getBean(Auth.class)
                                .handle(Request.get("http://localhost/auth/providers"))
                                .text())
                        .contains("\"google\""));
    }

    @Test
    void a_bean_adds_passwords_or_an_own_provider() {
        context(AcmeSite.class, new Inbox())
                .withPropertyValues("AUTH_ACME_ID=a", "AUTH_ACME_SECRET=as")
                .run(app -> assertThat(providers(app.getBean(Auth.class))).contains("\"acme\""));
        context(PasswordSite.class, new Inbox())
                .withBean(People.class, () -> new People() {
                    @Override
                    public Optional<PasswordCheck.StoredUser> byName(String name) {
                        return Optional.empty();
                    }

                    @Override
                    public void keepHash(User user, String hash) {}
                })
                .withPropertyValues("cardea.session.strategy=jwt")
                .run(app -> assertThat(providers(app.getBean(Auth.class))).contains("\"credentials\""));
    }

    @Test
    void a_bean_adds_password_accounts() {
        var inbox = new Inbox();
        context(AccountSite.class, inbox).run(app -> {
            var auth = app.getBean(Auth.class);
            var browser = Browser.of(auth);
            var code = browser.open("http://localhost/auth/signup")
                    .form("Create account")
                    .fill("email", "eve@example.com")
                    .fill("password", "seven copper lanterns drifting")
                    .submit();
            code.form("Sign in")
                    .fill("token", inbox.last("eve@example.com").orElseThrow().token())
                    .submit();
            assertThat(browser.open("http://localhost/auth/session").text()).contains("eve@example.com");

            var elsewhere = Browser.of(auth);
            elsewhere
                    .open("http://localhost/auth/forgot")
                    .form("Send email")
                    .fill("email", "eve@example.com")
                    .submit();
            var link = inbox.last("eve@example.com").orElseThrow().url();
            var reset = elsewhere.open(link).form("Save password");
            reset.fill("password", "a quiet river under nine bridges").submit();
            assertThat(elsewhere.open("http://localhost/auth/session").text()).contains("eve@example.com");
            assertThat(browser.open("http://localhost/auth/session").text()).isEqualTo("null");
        });
    }

    private static String providers(Auth auth) {
        return auth.handle(Request.get("http://localhost/auth/providers")).text();
    }

    @Test
    void each_tenant_has_its_own_page() {
        var tenants = new TenantConfigs(tenant("https://blue.example"), tenant("https://green.example"), other());
        context(TenantSite.class, new Inbox())
                .withBean(TenantConfigs.class, () -> tenants)
                .run(app -> {
                    var auth = app.getBean(Auth.class);
                    assertThat(auth.handle(Request.get("https://blue.example/auth/providers"))
                                    .text())
                            .contains("https://blue.example/auth/signin/email");
                    assertThat(auth.handle(Request.get("https://evil.example/auth/providers"))
                                    .text())
                            .isEqualTo("{}");
                });
    }

    private static AuthConfig tenant(String url) {
        var email = EmailProvider.of("email", new Inbox()).from("no-reply@app.example");
        return AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .url(url)
                .adapter(new InMemoryAdapter())
                .provider(email)
                .build();
    }

    private static AuthConfig other() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .url("https://app.example")
                .build();
    }

    private static WebApplicationContextRunner context(Class<?> configuration, Inbox inbox) {
        return new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CardeaAutoConfiguration.class))
                .withUserConfiguration(configuration)
                .withBean(InMemoryAdapter.class, InMemoryAdapter::new)
                .withBean(
                        EmailProvider.class,
                        () -> EmailProvider.of("email", inbox).from("no-reply@app.example"))
                .withPropertyValues("AUTH_SECRET=" + SECRET);
    }

    private static dev.cardea.testing.SignedIn user(String name) {
        var store = site.getBean(JdbcAdapter.class);
        var user = store.createUser(User.of(null, name, System.nanoTime() + "@example.com"));
        return dev.cardea.testing.SignedIn.as(user, store);
    }

    /** By the statement of the guide. */
    private static dev.cardea.testing.SignedIn administrator() throws SQLException {
        var store = site.getBean(JdbcAdapter.class);
        var user = store.createUser(User.of(null, "Root", System.nanoTime() + "@example.com"));
        run(
                site.getBean(DataSource.class),
                "UPDATE \"user\" SET \"role\" = 'ADMIN' WHERE \"id\" = '" + user.id() + "'");
        return dev.cardea.testing.SignedIn.as(user, store);
    }

    private static String url(String path) {
        return "http://localhost:" + Boot.port(site) + path;
    }

    private static void run(DataSource database, String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(String sql) throws SQLException {
        var found = new ArrayList<String>();
        try (var connection = site.getBean(DataSource.class).getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) found.add(result.getString(1));
        }
        return found;
    }

    private static List<String> blocks(String page, String language) throws IOException {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$")
                .matcher(Files.readString(Path.of("../../docs/guides/" + page + ".md")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
