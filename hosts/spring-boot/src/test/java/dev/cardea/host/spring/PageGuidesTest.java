package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.guides.EmailConfiguration;
import com.example.guides.EmailTextsConfiguration;
import com.example.guides.LoginController;
import com.example.guides.NicknamesConfiguration;
import com.example.guides.NotesApi;
import com.example.guides.PasswordConfiguration;
import com.example.guides.PasswordController;
import com.example.guides.PasswordTable;
import com.example.guides.SharedDomainConfiguration;
import com.example.guides.SignInErrorController;
import com.example.guides.SignInHooks;
import com.example.guides.TextsConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.Auth;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.examples.guides.ImportConfiguration;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.SignedIn;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Serves what the guides on pages, emails and hooks show for Spring Boot, and visits it. */
class PageGuidesTest {
    private static final String APP = "https://app.example";
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+/callback/email[^\"]+)\"");

    private static final GreenMail MAIL = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    private static ConfigurableApplicationContext context;
    private static String address;

    @Import({
        AutoConfigurationTest.HiddenConfiguration.class,
        ImportConfiguration.class,
        LoginController.class,
        NicknamesConfiguration.class,
        NotesApi.class,
        PasswordConfiguration.class,
        PasswordController.class,
        PasswordTable.class,
        SignInErrorController.class,
        SignInHooks.class,
        TextsConfiguration.class
    })
    static class Site {}

    @Import({AutoConfigurationTest.HiddenConfiguration.class, EmailConfiguration.class, SharedDomainConfiguration.class
    })
    static class SharedSite {}

    @Import({AutoConfigurationTest.HiddenConfiguration.class, EmailTextsConfiguration.class})
    static class SiteWithItsOwnWords {}

    @BeforeAll
    static void start() throws Exception {
        MAIL.start();
        try (var database = DriverManager.getConnection("jdbc:h2:mem:guides;DB_CLOSE_DELAY=-1", "sa", "");
                var statement = database.createStatement()) {
            statement.execute("create table old_user (subject varchar(99), name varchar(99), email varchar(99),"
                    + " is_verified boolean)");
            statement.execute("insert into old_user values ('k-1', 'Grace', 'grace@example.com', true)");
        }
        var settings = new ArrayList<>(List.of(
                "cardea.providers=github",
                "AUTH_GITHUB_ID=g",
                "AUTH_GITHUB_SECRET=gs",
                "cardea.site-name=Acme",
                "cardea.pages.sign-in=/login",
                "cardea.pages.error=/oops"));
        settings.addAll(properties("theme"));
        settings.addAll(properties("sign-in-links"));
        context = run(Site.class, "guides", settings.toArray(String[]::new));
        context.getBean(JdbcClient.class).sql(block("sign-up-and-reset", "sql")).update();
        address = "http://localhost:" + Boot.port(context);
    }

    @AfterAll
    static void stop() {
        if (context != null) context.close();
        MAIL.stop();
    }

    @Test
    void the_login_page_starts_a_sign_in_with_a_provider() {
        var shown = visitor().open(address + "/auth/signin?callbackUrl=%2Fapi%2Fnotes");
        assertThat(shown.url()).startsWith(address + "/login?callbackUrl=");
        assertThat(shown.text()).doesNotContain("That didn't work");

        var answer = post(visitor(), "/login?callbackUrl=%2Fapi%2Fnotes", Map.of("provider", "github"));
        assertThat(answer.header("location").orElseThrow()).startsWith("https://github.com/login/oauth/authorize?");
        var foreign = form("/login", Map.of("provider", "github")).header("Sec-Fetch-Site", "cross-site");
        assertThat(visitor().send(foreign).status()).isEqualTo(403);
    }

    @Test
    void a_link_of_the_login_page_asks_for_one_click_and_returns_to_the_page() throws Exception {
        var ada = visitor();
        ada.open(address + "/login?callbackUrl=%2Fapi%2Fnotes")
                .form("Email me a link")
                .fill("email", "ada@example.com")
                .submit();
        var confirmation = ada.open(link("ada@example.com"));
        assertThat(ada.open(address + "/api/notes").status()).isEqualTo(401);
        assertThat(confirmation.form().submit().text()).contains("\"owner\"");
    }

    @Test
    void a_rejected_sign_in_shows_the_message_of_the_login_page() {
        var answer = post(visitor(), "/login", Map.of("provider", "credentials"));
        var target = answer.header("location").orElseThrow();
        assertThat(target).contains("/login?error=");
        assertThat(visitor().open(address + "/login?error=EmailSignin").text()).contains("That didn't work");
    }

    @Test
    void an_address_that_the_callback_rejects_sees_the_error_page() {
        var rejected = visitor()
                .open(address + "/login")
                .form("Email me a link")
                .fill("email", "eve@example.com")
                .submit();
        assertThat(rejected.url()).contains("error=AccessDenied");
        var page = visitor().open(address + "/oops?error=AccessDenied");
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.text()).contains("doesn't have access");
        assertThat(visitor()
                        .open(address + "/auth/callback/github?code=c&state=s")
                        .url())
                .isEqualTo(address + "/oops?error=Configuration");
    }

    @Test
    void built_in_pages_have_the_theme_the_name_and_the_language() throws IOException {
        assertThat(resource("texts_fr.properties")).isEqualTo(block("languages", "properties"));
        var page = visitor().open(address + "/auth/verify-request").text();
        assertThat(page).contains("/static/acme.svg", "#0f5132");
        var mails = SignedIn.as(user("Bob"), store()).browser(address);
        var french = Request.get(address + "/auth/signout").header("Accept-Language", "fr");
        assertThat(mails.send(french).text()).contains("lang=\"fr\"");
    }

    @Test
    void sign_in_links_last_a_quarter_of_an_hour_and_open_a_page_with_a_button() {
        var links = context.getBean(EmailProvider.class);
        assertThat(links.maxAge()).isEqualTo(Duration.ofMinutes(15));
        assertThat(links.confirmLinks()).isTrue();
    }

    @Test
    void the_api_responds_to_signed_in_users_and_to_no_other_site() {
        assertThat(visitor().open(address + "/api/notes").status()).isEqualTo(401);
        var ada = SignedIn.as(user("Ada"), store()).browser(address);
        var post = Request.post(address + "/api/notes", "application/json", "{}");
        assertThat(ada.send(post.header("Sec-Fetch-Site", "same-origin")).text())
                .contains("\"owner\"");
        assertThat(ada.send(post.header("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
    }

    @Test
    void a_user_sets_a_password_and_signs_in_with_it() {
        assertThat(visitor().open(address + "/password").status()).isEqualTo(401);
        var user = user("Carol");
        var elsewhere = SignedIn.as(user, store()).browser(address);
        var carol = SignedIn.as(user, store()).browser(address);
        assertThat(post(carol, "/password", Map.of("password", "short")).status())
                .isEqualTo(400);
        for (var password : new String[] {"a forgotten password", "correct horse battery"}) {
            carol = SignedIn.as(user, store()).browser(address);
            assertThat(post(carol, "/password", Map.of("password", password)).status())
                    .isEqualTo(302);
        }
        assertThat(session(carol)).isEqualTo("null");
        assertThat(session(elsewhere)).isEqualTo("null");

        assertThat(session(passwordSignIn(user, "a forgotten password"))).isEqualTo("null");
        assertThat(session(passwordSignIn(user, "correct horse battery"))).contains(user.email());
    }

    @Test
    void users_of_the_old_table_were_imported_with_their_accounts() {
        var grace = store().getUserByAccount("keycloak", "k-1").orElseThrow();
        assertThat(grace.email()).isEqualTo("grace@example.com");
        assertThat(grace.emailVerified()).isNotNull();
    }

    @Test
    void a_module_adds_its_route() {
        var ada = SignedIn.as(user("Ada"), store()).browser(address);
        assertThat(ada.open(address + "/auth/nickname").text()).contains("\"nickname\"");
    }

    @Test
    void your_own_email_has_a_link_and_the_session_is_for_all_subdomains() throws Exception {
        try (var site = run(SharedSite.class, "shared", "cardea.url=" + APP)) {
            var auth = site.getBean(Auth.class);
            var browser = Browser.of(Origins.of(APP, auth));
            requestLink(browser, "dan@example.com");
            assertThat(text("dan@example.com")).contains("Sign in to Acme", "If you didn't request it");
            var signedIn = auth.handle(cookiesOf(browser, Request.get(link("dan@example.com"))));
            assertThat(signedIn.headers().all("set-cookie"))
                    .anyMatch(line ->
                            line.startsWith("__Secure-authjs.session-token=") && line.contains("Domain=app.example"));

            assertThat(leadsTo(auth, "https://shop.app.example/cart")).isEqualTo("https://shop.app.example/cart");
            assertThat(leadsTo(auth, "https://evil.example/")).isEqualTo(APP);
        }
    }

    @Test
    void the_built_in_email_has_your_own_words() throws Exception {
        try (var site = run(SiteWithItsOwnWords.class, "words", "cardea.url=" + APP)) {
            requestLink(Browser.of(Origins.of(APP, site.getBean(Auth.class))), "fay@example.com");
            assertThat(text("fay@example.com")).contains("Your Acme link", "Open Acme", "Not you?");
        }
    }

    private static ConfigurableApplicationContext run(Class<?> site, String database, String... settings) {
        var all = new ArrayList<>(List.of(settings));
        all.addAll(List.of(
                "AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63",
                "cardea.email.from=no-reply@app.example",
                "spring.mail.host=127.0.0.1",
                "spring.mail.port=" + MAIL.getSmtp().getPort(),
                "cardea.jdbc.migrate-on-start=true",
                "spring.datasource.url=jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1"));
        return Boot.run(beans -> {}, site, all.toArray(String[]::new));
    }

    private static Browser visitor() {
        return Browser.of(Network.INSTANCE);
    }

    private static JdbcAdapter store() {
        return context.getBean(JdbcAdapter.class);
    }

    private static User user(String name) {
        return store().createUser(User.of(null, name, name.toLowerCase() + System.nanoTime() + "@example.com"));
    }

    private static Page requestLink(Browser browser, String email) {
        return browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", email)
                .submit();
    }

    private static Browser passwordSignIn(User user, String password) {
        var browser = visitor();
        var csrf = browser.open(address + "/auth/csrf").text().replaceAll(".*:\"|\".*", "");
        var fields = Map.of("username", user.email(), "password", password, "csrfToken", csrf);
        post(browser, "/auth/callback/credentials", fields);
        return browser;
    }

    private static Response post(Browser browser, String path, Map<String, String> fields) {
        return browser.send(form(path, fields).header("Sec-Fetch-Site", "same-origin"));
    }

    private static Request form(String path, Map<String, String> fields) {
        return Request.post(address + path, "application/x-www-form-urlencoded", Form.encode(fields));
    }

    private static String session(Browser browser) {
        return browser.open(address + "/auth/session").text();
    }

    private static Request cookiesOf(Browser browser, Request request) {
        var cookies = new StringBuilder();
        browser.cookies(APP).forEach((name, value) -> cookies.append(name + "=" + value + "; "));
        return request.header("Cookie", cookies.toString());
    }

    /** Where a sign-out leads that asks for this address. */
    private static String leadsTo(Auth auth, String url) {
        return auth.signOut(Request.get(APP + "/"), SignOut.to(url)).to();
    }

    private static String link(String email) throws MessagingException {
        var found = LINK.matcher(text(email));
        assertThat(found.find()).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    /** The subject and the decoded parts of the last email to an address. */
    private static String text(String email) throws MessagingException {
        for (var mail : MAIL.getReceivedMessages()) {
            if (!mail.getAllRecipients()[0].toString().equals(email)) continue;
            var body = GreenMailUtil.getBody(mail).replace("=\r\n", "").replace("=3D", "=");
            return mail.getSubject() + "\n" + body;
        }
        throw new AssertionError("no email to " + email);
    }

    private static String resource(String name) throws IOException {
        try (var file = PageGuidesTest.class.getResourceAsStream("/" + name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The lines of a guide that set properties of Cardea. */
    private static List<String> properties(String guide) throws IOException {
        try (var lines = Files.lines(Path.of("../../docs/guides/" + guide + ".md"))) {
            return lines.filter(line -> line.startsWith("cardea.")).toList();
        }
    }

    /** The first block of a guide in a language. */
    private static String block(String guide, String language) throws IOException {
        var page = Files.readString(Path.of("../../docs/guides/" + guide + ".md"));
        var found = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
