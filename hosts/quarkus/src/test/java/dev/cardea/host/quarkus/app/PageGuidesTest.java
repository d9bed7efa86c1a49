package dev.cardea.host.quarkus.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.guides.LoginResource;
import com.example.guides.NotesResource;
import com.example.guides.PasswordResource;
import com.example.guides.SignInErrorResource;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.examples.docs.SettingsResource;
import dev.cardea.examples.guides.FrenchTexts;
import dev.cardea.examples.guides.Nicknames;
import dev.cardea.examples.guides.OwnMail;
import dev.cardea.examples.guides.SharedDomain;
import dev.cardea.examples.guides.SignInLog;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.mail.Smtp;
import dev.cardea.model.User;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.providers.GitHub;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Serves what the guides on pages, emails and hooks show for Quarkus, and visits it. */
class PageGuidesTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String APP = "https://app.example";

    private static ServedSite served;

    /** No application has these producers: each guide shows one, so the tests call them. */
    static class WithTheme {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(GitHub.provider())
                    .siteName("Acme")
                    .theme(Theme.DEFAULT
                            .logo("/static/acme.svg")
                            .brandColor("#0f5132")
                            .buttonText("#ffffff")));
        }
        // end
    }

    static class WithLinks {
        // sample
        @Produces
        @Singleton
        EmailProvider email(Env env) {
            return EmailProvider.of("email", Smtp.sender(env.get("MAIL_SERVER").orElseThrow()))
                    .from("Acme <no-reply@app.example>")
                    .maxAge(Duration.ofMinutes(15))
                    .confirmLinks(true);
        }

        @Produces
        @Singleton
        Auth auth(Env env, Adapter store, EmailProvider email) {
            return Auth.of(AuthConfig.builder().env(env).adapter(store).provider(email));
        }
        // end
    }

    static class WithTexts {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) throws IOException {
            var classes = Thread.currentThread().getContextClassLoader();
            try (var file = classes.getResourceAsStream("texts_fr.properties")) {
                var reader = new InputStreamReader(file, StandardCharsets.UTF_8);
                return Auth.of(AuthConfig.builder()
                        .env(env)
                        .provider(GitHub.provider())
                        .texts(FrenchTexts.of(reader)));
            }
        }
        // end
    }

    static class WithOwnMail {
        // sample
        @Produces
        @Singleton
        EmailProvider email(OwnMail.Mailer mailer) {
            return EmailProvider.of("email", new OwnMail(mailer)).from("no-reply@app.example");
        }
        // end
    }

    static class WithHooks {
        // sample
        private static final Logger LOG = Logger.getLogger("sign-in");
        private static final Set<String> BLOCKED = Set.of("eve@example.com");

        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(GitHub.provider())
                    .callbacks(Callbacks.DEFAULT.signIn(p -> Decision.allowIf(
                            !BLOCKED.contains(String.valueOf(p.user().email())))))
                    .events(new SignInLog(LOG::info)));
        }
        // end
    }

    static class WithModule {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(GitHub.provider())
                    .extension(new Nicknames(new ConcurrentHashMap<>())));
        }
        // end
    }

    static class OnSharedDomain {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(SharedDomain.on(AuthConfig.builder().env(env).provider(GitHub.provider())));
        }
        // end
    }

    @BeforeAll
    static void start() throws Exception {
        served = RunningApplication.start(
                Map.of("AUTH_SECRET", SECRET, "AUTH_GITHUB_ID", "g", "AUTH_GITHUB_SECRET", "gs"),
                GuideApplication.class,
                LoginResource.class,
                NotesResource.class,
                PasswordResource.class,
                SettingsResource.class,
                SignInErrorResource.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (served != null) served.stop().close();
    }

    @Test
    void the_login_page_starts_a_sign_in_with_a_provider() {
        var shown = visitor().open(address() + "/auth/signin?callbackUrl=%2Fapi%2Fnotes");
        assertThat(shown.url()).startsWith(address() + "/login?callbackUrl=");
        assertThat(shown.text()).doesNotContain("That didn't work");

        var answer = post(visitor(), "/login", Map.of("provider", "github"));
        assertThat(answer.header("location").orElseThrow()).startsWith("https://github.com/login/oauth/authorize?");
        var foreign = form("/login", Map.of("provider", "github")).header("Sec-Fetch-Site", "cross-site");
        assertThat(visitor().send(foreign).status()).isEqualTo(403);
    }

    @Test
    void a_link_of_the_login_page_returns_to_the_page() {
        var bob = visitor();
        bob.open(address() + "/login?callbackUrl=%2Fapi%2Fnotes")
                .form("Email me a link")
                .fill("email", "bob@example.com")
                .submit();
        var link = GuideParts.INBOX.last("bob@example.com").orElseThrow().url();
        assertThat(bob.open(link).text()).startsWith("notes of ");
    }

    @Test
    void failures_are_shown_on_the_login_page_and_on_the_error_page() {
        GuideParts.INBOX.failWith(new IllegalStateException("no mail server"));
        var failed = post(visitor(), "/login", Map.of("provider", "email", "email", "eve@example.com"));
        GuideParts.INBOX.failWith(null);
        assertThat(failed.header("location").orElseThrow()).endsWith("/login?error=EmailSignin");
        assertThat(visitor().open(address() + "/login?error=EmailSignin").text())
                .contains("That didn't work");
        assertThat(visitor()
                        .open(address() + "/auth/callback/github?code=c&state=s")
                        .url())
                .isEqualTo(address() + "/oops?error=Configuration");
        var denied = visitor().open(address() + "/oops?error=AccessDenied");
        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.text()).contains("doesn't have access");
    }

    @Test
    void the_api_responds_to_signed_in_users_and_to_no_other_site() {
        assertThat(visitor().open(address() + "/api/notes").status()).isEqualTo(401);
        var ada = signedIn(user("Ada"));
        assertThat(ada.open(address() + "/api/notes").text()).startsWith("notes of ");
        var post = Request.post(address() + "/api/notes", "application/json", "{}");
        assertThat(ada.send(post.header("Sec-Fetch-Site", "same-origin")).status())
                .isEqualTo(204);
        assertThat(ada.send(post.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
    }

    @Test
    void a_user_sets_a_password_and_is_signed_out_everywhere() {
        assertThat(visitor().open(address() + "/password").status()).isEqualTo(401);
        var user = user("Carol");
        var elsewhere = signedIn(user);
        var carol = signedIn(user);
        assertThat(post(carol, "/password", Map.of("password", "short")).status())
                .isEqualTo(400);
        assertThat(post(carol, "/password", Map.of("password", "correct horse battery"))
                        .status())
                .isEqualTo(303);
        var hash = GuideParts.HASHES.get(user.id());
        assertThat(Passwords.standard().verify("correct horse battery", hash).isRight())
                .isTrue();
        assertThat(session(carol)).isEqualTo("null");
        assertThat(session(elsewhere)).isEqualTo("null");
    }

    @Test
    void the_account_page_ends_other_sessions_and_accepts_no_form_of_another_site() {
        assertThat(visitor().open(address() + "/settings").status()).isEqualTo(401);
        var user = user("Frida");
        var elsewhere = signedIn(user);
        var here = signedIn(user);
        assertThat(here.open(address() + "/settings").text()).contains("<h1>Your account</h1>", "(this one)");
        var foreign = form("/settings", Map.of("end", "others")).header("Sec-Fetch-Site", "cross-site");
        assertThat(here.send(foreign).status()).isEqualTo(403);
        assertThat(session(elsewhere)).contains("Frida");
        assertThat(post(here, "/settings", Map.of("end", "others")).status()).isEqualTo(302);
        assertThat(session(here)).contains("Frida");
        assertThat(session(elsewhere)).isEqualTo("null");
    }

    @Test
    void users_of_the_old_system_were_imported_with_their_accounts() {
        assertThat(GuideParts.STORE
                        .getUserByAccount("keycloak", "k-1")
                        .orElseThrow()
                        .email())
                .isEqualTo("grace@example.com");
    }

    @Test
    void a_test_reads_a_page_as_a_signed_in_user() {
        var store = GuideParts.STORE;
        var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
        var page = ada.get("http://localhost:" + served.port() + "/api/notes");
        assertThat(page.status()).isEqualTo(200);
    }

    @Test
    void built_in_pages_have_the_theme_and_the_name() {
        var page = new WithTheme().auth(env()).handle(Request.get(APP + "/auth/signin"));
        assertThat(page.text()).contains("/static/acme.svg", "#0f5132", "Sign in to Acme");
    }

    @Test
    void a_visitor_gets_a_language_of_the_application() throws IOException {
        var request = Request.get(APP + "/auth/signin").header("Accept-Language", "fr");
        assertThat(new WithTexts().auth(env()).handle(request).text()).contains("Se connecter avec GitHub");
    }

    @Test
    void a_link_lasts_a_quarter_of_an_hour_and_asks_for_one_click() {
        var links = new WithLinks();
        var email = links.email(env());
        assertThat(email.maxAge()).hasMinutes(15);
        assertThat(email.confirmLinks()).isTrue();
        var auth = links.auth(env(), new InMemoryAdapter(), email);
        assertThat(auth.handle(Request.get(APP + "/auth/signin")).text()).contains("Sign in with Email");
    }

    @Test
    void a_mailer_receives_the_link() {
        var sent = new CopyOnWriteArrayList<String>();
        var email = new WithOwnMail().email((to, subject, html) -> sent.add(to + " " + html));
        var auth = new WithLinks().auth(env(), new InMemoryAdapter(), email);
        Browser.of(auth)
                .open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", "dan@example.com")
                .submit();
        assertThat(sent).singleElement().asString().contains("dan@example.com", "/auth/callback/email?");
    }

    @Test
    void the_hooks_and_the_module_are_part_of_the_configuration() {
        var auth = new WithHooks().auth(env());
        assertThat(auth.handle(Request.get(APP + "/auth/providers")).text()).contains("\"github\"");
        assertThat(new WithModule().auth(env()).handles(Request.get(APP + "/auth/nickname")))
                .isTrue();
    }

    @Test
    void the_session_is_for_all_subdomains() {
        var auth = new OnSharedDomain().auth(env());
        var ada = SignedIn.securely(User.of("1", "Ada", null), Claims.NONE, SECRET);
        var session = auth.handle(ada.on(Request.get(APP + "/auth/session")));
        assertThat(session.headers().all("set-cookie"))
                .anyMatch(line ->
                        line.startsWith("__Secure-authjs.session-token=") && line.contains("Domain=app.example"));
        var leads = auth.signOut(Request.get(APP + "/"), SignOut.to("https://shop.app.example/cart"));
        assertThat(leads.to()).isEqualTo("https://shop.app.example/cart");
    }

    private static Env env() {
        return Env.of(Map.of(
                "AUTH_SECRET", SECRET,
                "AUTH_URL", APP,
                "AUTH_GITHUB_ID", "g",
                "AUTH_GITHUB_SECRET", "gs",
                "MAIL_SERVER", "smtps://user:password@mail.example"));
    }

    private static Browser visitor() {
        return Browser.of(Network.INSTANCE);
    }

    private static User user(String name) {
        return GuideParts.STORE.createUser(
                User.of(null, name, name.toLowerCase() + System.nanoTime() + "@example.com"));
    }

    private static Browser signedIn(User user) {
        return SignedIn.as(user, GuideParts.STORE).browser(address());
    }

    private static Response post(Browser browser, String path, Map<String, String> fields) {
        return browser.send(form(path, fields).header("Sec-Fetch-Site", "same-origin"));
    }

    private static Request form(String path, Map<String, String> fields) {
        return Request.post(address() + path, "application/x-www-form-urlencoded", Form.encode(fields));
    }

    private static String session(Browser browser) {
        return browser.open(address() + "/auth/session").text();
    }

    private static String address() {
        return "http://localhost:" + served.port();
    }
}
