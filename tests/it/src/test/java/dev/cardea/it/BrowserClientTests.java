package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Person;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The unmodified browser client, next-auth/react, in a real browser against Cardea at /api/auth. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("browser")
@Tag("node")
@Tag("part")
abstract class BrowserClientTests {
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private static final Duration QUIET = Duration.ofMillis(500);

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessionReads = new AtomicInteger();
    private final AtomicLong lastSessionRead = new AtomicLong();
    private Chromium chromium;
    private LocalServer provider;
    private LocalServer site;
    private BrowserContext context;
    private Page page;

    /**
     * Cardea, with a provider {@code op} for OpenID Connect, and credentials: the password is {@code correct horse},
     * with {@code locked} it is refused by that code. An update may change the name.
     *
     * @param url of the site
     * @param issuer of the provider, where the client is {@code app} with {@code app-secret}
     */
    abstract HttpHandler cardea(String url, String issuer) throws Exception;

    @BeforeAll
    void start() throws Exception {
        chromium = Chromium.start();
        var name = getClass().getSimpleName();
        var script = Path.of("target", "client", name + ".js").toAbsolutePath();
        var wanted = Claims.of("outfile", script.toString());
        NodeProcess.run("bundle.mjs", "bundle-" + name, wanted.toJson(), 60);
        var bundle = Files.readString(script);
        provider = IdentityProvider.at("http://localhost")
                .person(Person.of("ada", "Ada Lovelace", "ada@example.com"))
                .client(Client.of("app", "app-secret"))
                .serve(0);
        var auth = new AtomicReference<HttpHandler>();
        site = LocalServer.start(0, request -> answer(auth.get(), bundle, request));
        auth.set(cardea(site.url(), provider.url()));
    }

    @AfterAll
    void stop() throws Exception {
        if (site != null) site.close();
        if (provider != null) provider.close();
        if (chromium != null) chromium.close();
    }

    @BeforeEach
    void open() {
        context = chromium.browser().newContext();
        page = tab();
    }

    @AfterEach
    void close() {
        context.close();
        assertThat(complaints).isEmpty();
    }

    private Response answer(HttpHandler auth, String bundle, Request request) {
        if (request.path().equals("/api/auth/session")) return session(auth, request);
        if (request.path().startsWith("/api/auth")) return auth.handle(request);
        if (request.path().equals("/app.js")) return Response.of(200, "text/javascript; charset=utf-8", bundle);
        if (request.path().equals("/favicon.ico")) return Response.of(204);
        return Response.of(
                200, "text/html; charset=utf-8", "<!doctype html><div id=app></div><script src=/app.js></script>");
    }

    private Response session(HttpHandler auth, Request request) {
        sessionReads.incrementAndGet();
        try {
            return auth.handle(request);
        } finally {
            lastSessionRead.set(System.nanoTime());
            sessionReads.decrementAndGet();
        }
    }

    private Page tab() {
        var tab = context.newPage();
        tab.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        tab.onPageError(complaints::add);
        tab.navigate(site.url() + "/");
        return tab;
    }

    private static void shows(Page tab, String text) {
        assertThat(tab.locator("#session")).containsText(text);
    }

    private static Map<?, ?> call(Page tab, String call) {
        return (Map<?, ?>) tab.evaluate("() => window.client." + call);
    }

    private void signIn() {
        shows(page, "unauthenticated");
        var result = call(page, "signIn('credentials', {redirect: false, username: 'Ada', password: 'correct horse'})");
        assertThat(result.get("ok")).isEqualTo(true);
        shows(page, "\"name\":\"Ada\"");
    }

    @Test
    void wrong_credentials_are_reported_with_their_code_and_right_ones_sign_in() {
        shows(page, "{\"status\":\"unauthenticated\",\"data\":null}");
        var wrong = call(page, "signIn('credentials', {redirect: false, username: 'Ada', password: 'guess'})");
        assertThat(wrong.get("error")).isEqualTo("CredentialsSignin");
        assertThat(wrong.get("code")).isEqualTo("credentials");
        assertThat(wrong.get("status")).isEqualTo(200);
        assertThat(wrong.get("ok")).isEqualTo(true);
        assertThat(wrong.get("url")).isNull();
        var locked = call(page, "signIn('credentials', {redirect: false, username: 'Ada', password: 'locked'})");
        assertThat(locked.get("code")).isEqualTo("locked");
        shows(page, "unauthenticated");

        var right = call(
                page,
                "signIn('credentials', {redirect: false, username: 'Ada', password: 'correct horse', redirectTo: '/in'})");
        assertThat(right.get("error")).isNull();
        assertThat(right.get("url")).isEqualTo(site.url() + "/in");
        shows(page, "\"status\":\"authenticated\",\"data\":{\"user\":{\"name\":\"Ada\",\"email\":\"ada@example.com\"}");
    }

    @Test
    void a_sign_in_that_redirects_arrives_signed_in() {
        shows(page, "unauthenticated");
        page.evaluate("() => { window.client.signIn('credentials', "
                + "{username: 'Ada', password: 'correct horse', redirectTo: '/inside?x=1'}) }");
        page.waitForURL(site.url() + "/inside?x=1");
        shows(page, "\"name\":\"Ada\"");
    }

    @Test
    void a_visitor_signs_in_through_a_provider() {
        shows(page, "unauthenticated");
        page.evaluate("() => { window.client.signIn('op', {redirectTo: '/after'}, {login_hint: 'ada'}) }");
        page.waitForURL(site.url() + "/after");
        shows(page, "\"name\":\"Ada Lovelace\"");
        assertThat(context.cookies()).extracting(cookie -> cookie.name).doesNotContain("authjs.state");
    }

    /**
     * Waits for the client's first read of the session: as in Auth.js, every answer to a browser without a CSRF token
     * brings one, and the answer that arrives last wins. It must not be older than the form.
     */
    @Test
    void the_built_in_page_signs_in_without_a_script() {
        shows(page, "unauthenticated");
        page.navigate(site.url() + "/api/auth/signin?callbackUrl=%2Ffrom-the-page");
        page.locator("form[action$='/signin/op'] button").click();
        page.waitForURL(site.url() + "/from-the-page");
        shows(page, "Ada Lovelace");
    }

    @Test
    void an_update_changes_the_session_here_and_in_the_other_tab() {
        signIn();
        var other = tab();
        shows(other, "\"name\":\"Ada\"");
        awaitSessionReads();
        page.evaluate("() => window.client.session.update({name: 'Countess'})");
        shows(page, "\"name\":\"Countess\"");
        shows(other, "\"name\":\"Countess\"");
        assertThat(String.valueOf(page.evaluate("() => window.client.getSession().then(s => s.user.name)")))
                .isEqualTo("Countess");
    }

    @Test
    void signing_out_in_one_tab_signs_out_in_the_other() {
        signIn();
        var other = tab();
        shows(other, "\"name\":\"Ada\"");
        awaitSessionReads();
        var result = call(page, "signOut({redirect: false, redirectTo: '/bye'})");
        assertThat(result.get("url")).isEqualTo(site.url() + "/bye");
        shows(page, "unauthenticated");
        shows(other, "unauthenticated");
        assertThat(context.cookies()).extracting(cookie -> cookie.name).doesNotContain("authjs.session-token");
    }

    /**
     * The client reads the session again when a tab shows or hides, and each answer renews the cookie. An answer that
     * arrives after an update or a sign-out would bring back the session before it.
     */
    private void awaitSessionReads() {
        page.waitForCondition(
                () -> sessionReads.get() == 0 && System.nanoTime() - lastSessionRead.get() > QUIET.toNanos());
    }

    @Test
    void signing_out_with_a_redirect_arrives_signed_out() {
        signIn();
        page.evaluate("() => { window.client.signOut({redirectTo: '/bye'}) }");
        page.waitForURL(site.url() + "/bye");
        shows(page, "unauthenticated");
    }

    @Test
    void an_unknown_provider_leads_to_the_sign_in_page_with_a_way_back() {
        shows(page, "unauthenticated");
        page.evaluate("() => { window.client.signIn('unknown', {redirectTo: '/back'}) }");
        page.waitForURL(site.url() + "/api/auth/signin?**");
        assertThat(page.locator("form[action$='/signin/op'] input[name=callbackUrl]"))
                .hasValue(site.url() + "/back");
    }

    @Test
    void the_client_reads_providers_and_token() {
        shows(page, "unauthenticated");
        var providers = call(page, "getProviders()");
        assertThat(providers.keySet().stream().map(String::valueOf)).containsExactlyInAnyOrder("op", "credentials");
        assertThat(String.valueOf(page.evaluate("() => window.client.getCsrfToken()")))
                .matches("[0-9a-f]{64}");
    }
}
