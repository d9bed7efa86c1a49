package dev.cardea.dev;

import static dev.cardea.dev.LocalBrowser.SITE;
import static dev.cardea.dev.LocalBrowser.choose;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Json;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.GitHub;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardeaDevTest {
    @TempDir
    private Path folder;

    private AuthConfig.Builder configuration() {
        return AuthConfig.builder()
                .env(Env.none())
                .adapter(new InMemoryAdapter())
                .provider(
                        Google.provider(),
                        GitHub.provider(),
                        OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"),
                        EmailProvider.of("email", mail -> {
                                    throw new AssertionError("a mail left the machine");
                                })
                                .from("no-reply@app.example"));
    }

    private Auth auth() {
        return Auth.of(CardeaDev.in(folder).extend(configuration()));
    }

    /** A site with one page that shows the user. */
    private static HttpHandler site(Auth auth) {
        var page = auth.wrap((request, session) -> Response.of(
                200,
                "text/html",
                "<title>Home</title><p>"
                        + session.map(it -> "User " + it.user().name() + " <"
                                        + it.user().email() + ">")
                                .orElse("No user")
                                .replace("<", "(")
                                .replace(">", ")")));
        return request -> auth.handles(request) ? auth.handle(request) : page.handle(request);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Google", "GitHub", "Acme"})
    void a_provider_without_credentials_signs_in_the_person_that_the_developer_chooses(String provider) {
        var choice = LocalBrowser.of(site(auth())).open(SITE + "/auth/signin").press("Sign in with " + provider);
        assertThat(choice.text())
                .contains("This isn't the real " + provider, "Mia Member", "Has an unverified email address");
        assertThat(choose(choice, "1002").text()).contains("User Mia Member (mia@example.com)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Google", "GitHub", "Acme"})
    void one_click_on_a_person_signs_in(String provider) {
        var page = LocalBrowser.of(site(auth())).open(SITE + "/_cardea");
        var button = page.document().selectFirst("button[aria-label=Sign in as Ada Admin with " + provider + "]");
        assertThat(button).isNotNull();
        var click = Map.of("provider", provider.toLowerCase(java.util.Locale.ROOT), "person", "1001");
        assertThat(LocalBrowser.of(site(auth()))
                        .post(SITE + "/_cardea/sign-in", click)
                        .text())
                .contains("User Ada Admin (admin@example.com)");
    }

    @Test
    void below_a_context_path_everything_is_below_it() {
        var below = site(auth().at("/app"));
        var browser = LocalBrowser.of(below);
        var signIn = browser.open(SITE + "/app/auth/signin?callbackUrl=%2Fapp%2Fhome");
        assertThat(signIn.document().select(".cardea-development a").attr("href"))
                .isEqualTo("/app/_cardea");
        var choice = signIn.press("Sign in with GitHub");
        assertThat(choice.url()).startsWith(SITE + "/app/_cardea/authorize/github?");
        assertThat(choose(choice, "1002").text()).contains("User Mia Member (mia@example.com)");

        var overview = LocalBrowser.of(below).open(SITE + "/app/_cardea");
        for (var link : overview.document().select("nav a, a:contains(sign-in page)")) {
            assertThat(link.attr("href")).startsWith("/app/");
            assertThat(LocalBrowser.of(below).open(SITE + link.attr("href")).status())
                    .as(link.text())
                    .isEqualTo(200);
        }
        assertThat(overview.document().select("form").eachAttr("action"))
                .isNotEmpty()
                .allMatch(action -> action.startsWith("/app/_cardea/"));
        var click = LocalBrowser.of(below)
                .post(SITE + "/app/_cardea/sign-in", Map.of("provider", "github", "person", "1001"));
        assertThat(click.url()).isEqualTo(SITE + "/app/");
        assertThat(click.text()).contains("User Ada Admin (admin@example.com)");
        assertThat(LocalBrowser.of(below).open(SITE + "/_cardea").text()).doesNotContain("People and inbox");
    }

    /** A script that asks for the address of the provider goes there itself. */
    @Test
    void below_a_context_path_a_script_gets_the_address_of_the_page_there() {
        var auth = auth().at("/app");
        var csrf = auth.handle(sent(Request.get(SITE + "/app/auth/csrf")));
        var token = Json.parseObject(csrf.text(), Json.INBOUND_DEPTH).text("csrfToken");
        var start = Request.post(
                        SITE + "/app/auth/signin/github", "application/x-www-form-urlencoded", "csrfToken=" + token)
                .header("Cookie", csrf.headers().all("set-cookie").get(0).split(";", 2)[0])
                .header("Origin", SITE)
                .header("X-Auth-Return-Redirect", "1");
        assertThat(auth.handle(sent(start)).text()).startsWith("{\"url\":\"/app/_cardea/authorize/github?");
    }

    private static Request sent(Request request) {
        return LocalBrowser.from("127.0.0.1", request);
    }

    @Test
    void a_profile_has_the_shape_of_its_provider() {
        var played = new LocalProvider(
                GitHub.provider(),
                "/_cardea/authorize/github",
                DevPerson.ALL,
                java.time.Clock.systemUTC(),
                dev.cardea.token.Randomness.secure(),
                new DevFaults());
        var shape = new ProfileShape(GitHub.provider()).of(DevPerson.ALL.get(0));
        assertThat(shape.asMap())
                .containsEntry("id", "1001")
                .containsEntry("email", "admin@example.com")
                .containsKey("avatar_url")
                .doesNotContainKey("sub");
        assertThat(played.played().id()).isEqualTo("github");
    }

    @Test
    void a_person_without_an_address_and_one_without_a_name_sign_in() {
        var browser = LocalBrowser.of(site(auth()));
        assertThat(choose(browser.open(SITE + "/auth/signin").press("Sign in with GitHub"), "1004")
                        .text())
                .contains("User Noel Nomail (null)");
        assertThat(choose(
                                LocalBrowser.of(site(auth()))
                                        .open(SITE + "/auth/signin")
                                        .press("Sign in with Google"),
                                "1003")
                        .text())
                .contains("User null (noname@example.com)");
    }

    @Test
    void the_second_of_two_people_with_one_address_is_not_linked() {
        var auth = auth();
        choose(LocalBrowser.of(site(auth)).open(SITE + "/auth/signin").press("Sign in with Google"), "1006");
        var second =
                choose(LocalBrowser.of(site(auth)).open(SITE + "/auth/signin").press("Sign in with Google"), "1007");
        assertThat(second.url()).contains("error=OAuthAccountNotLinked");
    }

    @Test
    void a_person_who_cancels_is_not_signed_in() {
        var cancelled = LocalBrowser.of(site(auth()))
                .open(SITE + "/auth/signin")
                .press("Sign in with Acme")
                .press("Cancel");
        assertThat(cancelled.url()).contains("/auth/signin?error=");
    }

    private static void askForMail(Browser browser, String provider) {
        browser.open(SITE + "/auth/signin")
                .form("Sign in with " + provider)
                .fill("email", "bob@example.com")
                .submit();
    }

    @Test
    void a_mail_arrives_in_the_inbox_and_its_link_signs_in() {
        var auth = auth();
        var browser = LocalBrowser.of(site(auth));
        askForMail(browser, "Email");
        var inbox = browser.open(SITE + "/_cardea");
        assertThat(inbox.text()).contains("bob@example.com");
        assertThat(inbox.follow("Open the link").text()).contains("User null (bob@example.com)");
    }

    @Test
    void the_inbox_shows_a_mail_as_html_and_as_text() {
        var auth = auth();
        var browser = LocalBrowser.of(site(auth));
        askForMail(browser, "Email");
        var inbox = browser.open(SITE + "/_cardea");
        assertThat(inbox.document().select(".mails code")).as("a link's token").isEmpty();
        assertThat(inbox.follow("Show email").document().select("a[href*=/auth/callback/email]"))
                .isNotEmpty();
        assertThat(inbox.follow("Show plain text").document().select("main pre").text())
                .contains("/auth/callback/email?");
        for (var none : List.of("/mails/9/text", "/mails/text", "/mails/1/texts", "/mails//text")) {
            assertThat(auth.handle(LocalBrowser.from(
                                    "::1", LocalBrowser.navigating(Request.get(SITE + "/_cardea" + none))))
                            .status())
                    .as(none)
                    .isEqualTo(404);
        }
    }

    @Test
    void the_inbox_shows_a_code_that_a_person_types() {
        var code = EmailProvider.of("code", mail -> {}).name("Code").generateVerificationToken(() -> "314159");
        var auth = Auth.of(CardeaDev.in(folder).extend(configuration().provider(code)));
        var browser = LocalBrowser.of(site(auth));
        askForMail(browser, "Code");
        assertThat(browser.open(SITE + "/_cardea")
                        .document()
                        .select(".mails code")
                        .text())
                .isEqualTo("314159");
    }

    @Test
    void a_program_reads_the_inbox_as_json() throws Exception {
        var auth = auth();
        askForMail(LocalBrowser.of(site(auth)), "Email");
        var request = Request.get(SITE + "/_cardea/inbox.json").header("Sec-Fetch-Site", "same-origin");
        var answer = auth.handle(LocalBrowser.from("::1", request));
        var mails = Json.parseObject(answer.text(), 10).get(Claim.list("mails")).orElseThrow();
        assertThat(mails)
                .singleElement()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("to", "bob@example.com")
                .containsKeys("url", "code", "subject", "text", "html", "expires");
    }

    @Test
    void a_provider_with_credentials_stays_as_it_is() {
        var auth = Auth.of(CardeaDev.in(folder)
                .extend(AuthConfig.builder()
                        .env(Env.of(Map.of("AUTH_GITHUB_ID", "id", "AUTH_GITHUB_SECRET", "secret")))
                        .provider(GitHub.provider(), Google.provider())));
        var overview = LocalBrowser.of(site(auth)).open(SITE + "/_cardea");
        assertThat(overview.text()).contains("Google").doesNotContain("GitHub");
    }

    @Test
    void each_response_names_development_mode_and_each_built_in_page_shows_it() {
        var auth = auth();
        var page = auth.handle(LocalBrowser.from("127.0.0.1", Request.get(SITE + "/auth/signin")));
        assertThat(page.header("Cardea-Development")).contains("1");
        assertThat(page.text()).contains("Development mode: local accounts and emails.");
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("style-src 'sha256-")
                .containsPattern("style-src '[^']+' '[^']+';");
        var session = auth.handle(LocalBrowser.from("127.0.0.1", Request.get(SITE + "/auth/session")));
        assertThat(session.header("Cardea-Development")).contains("1");
    }

    @Test
    void the_secret_is_its_own_is_kept_and_is_for_its_owner_only() throws IOException {
        var secret = "an-application-secret-of-more-than-32-bytes";
        CardeaDev.in(folder).extend(configuration().secret(secret)).build();
        var file = folder.resolve("secret");
        var made = Files.readString(file);
        assertThat(made).hasSizeGreaterThanOrEqualTo(43).isNotEqualTo(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve(".gitignore")).hasContent("*");
        CardeaDev.in(folder).extend(configuration()).build();
        assertThat(file).hasContent(made);
    }

    @Test
    void a_session_of_development_mode_is_none_under_the_secret_of_the_application() {
        var secret = "an-application-secret-of-more-than-32-bytes";
        var tokens =
                AuthConfig.builder().env(Env.none()).provider(Google.provider()).secret(secret);
        var development = LocalBrowser.of(site(Auth.of(CardeaDev.in(folder).extend(tokens))));
        choose(development.open(SITE + "/auth/signin").press("Sign in with Google"), "1001");
        var cookie = development.cookie(SITE, "authjs.session-token").orElseThrow();
        var production = Auth.of(AuthConfig.builder().env(Env.none()).secret(secret));
        assertThat(production.session(Request.get(SITE + "/").header("cookie", "authjs.session-token=" + cookie)))
                .isEmpty();
    }

    @Test
    void a_session_of_development_mode_is_none_at_a_core_with_the_same_secret() throws IOException {
        var tokens = AuthConfig.builder().env(Env.none()).provider(Google.provider());
        var development = Auth.of(CardeaDev.in(folder).extend(tokens));
        var browser = LocalBrowser.of(site(development));
        choose(browser.open(SITE + "/auth/signin").press("Sign in with Google"), "1001");
        var cookie = "authjs.session-token="
                + browser.cookie(SITE, "authjs.session-token").orElseThrow();
        var request = Request.get(SITE + "/").header("cookie", cookie);
        assertThat(development.session(request)).isPresent();
        var secret = Files.readString(folder.resolve("secret"));
        var production = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .provider(Google.provider().clientId("id").clientSecret("secret"))
                .secret(secret.strip()));
        assertThat(production.session(request)).isEmpty();
    }

    @Test
    void it_serves_a_site_on_the_http_server_of_the_jdk() throws IOException {
        var auth = auth();
        var server = Jdk.server(new InetSocketAddress("127.0.0.1", 0));
        var threads = Executors.newFixedThreadPool(4);
        server.setExecutor(threads);
        server.createContext(
                "/",
                CardeaHandler.of(
                        auth,
                        (request, visitor) -> Response.of(
                                200,
                                "text/plain",
                                visitor.session()
                                        .map(it -> "User " + it.user().name())
                                        .orElse("No user"))));
        server.start();
        try {
            var browser = Browser.of(request -> Network.INSTANCE.handle(LocalBrowser.navigating(request)));
            var site = "http://localhost:" + server.getAddress().getPort();
            assertThat(choose(browser.open(site + "/auth/signin").press("Sign in with Google"), "1001")
                            .text())
                    .isEqualTo("User Ada Admin");
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
