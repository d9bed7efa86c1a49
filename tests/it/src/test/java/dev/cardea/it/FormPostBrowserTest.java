package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Person;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer by form post in a real browser, provider and application on two sites, with and without script. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("browser")
@Tag("node")
@Tag("part")
class FormPostBrowserTest {
    private static final Person ADA = Person.of("ada", "Ada Lovelace", "ada@example.com");
    private static final Person EVE = Person.of("eve", "Eve", "eve@example.com");

    private final InMemoryAdapter users = new InMemoryAdapter();
    private final List<String> addresses = new CopyOnWriteArrayList<>();
    private Chromium chromium;
    private IdentityProvider op;
    private LocalServer provider;
    private LocalServer site;
    private String app;

    @BeforeAll
    void start() {
        chromium = Chromium.start();
        op = IdentityProvider.at("http://localhost")
                .client(Client.of("app", "app-secret"))
                .signsIn(ADA);
        provider = op.serve(0);
        var auth = new AtomicReference<HttpHandler>();
        site = LocalServer.start(0, request -> answer(auth.get(), request));
        // Another site than the provider's, localhost.
        app = "http://127.0.0.1:" + site.port();
        auth.set(Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(app)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(users)
                .session(SessionOptions.database())
                .provider(oidc("op", "Demo ID"))
                .provider(oidc("posting", "Posting ID").authorizationParam("response_mode", "form_post"))
                .build()));
    }

    @AfterAll
    void stop() {
        if (site != null) site.close();
        if (provider != null) provider.close();
        if (chromium != null) chromium.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_visitor_ends_where_the_sign_in_was_begun_for(boolean script) {
        try (var context = context(script)) {
            var page = signIn(context, "Posting ID", ADA);
            page.waitForURL(app + "/home");
            assertThat(page.locator("body")).containsText("home");
            page.navigate(app + "/auth/session");
            assertThat(page.locator("body")).containsText("Ada Lovelace");
            assertThat(addresses).noneMatch(address -> address.contains("code="));
        }
    }

    @Test
    void a_visitor_who_is_signed_in_links_the_account() {
        try (var context = context(true)) {
            signIn(context, "Demo ID", Person.of("bob", "Bob", "bob@example.com"));
            var bob = users.getUserByEmail("bob@example.com").orElseThrow();
            signIn(context, "Posting ID", EVE).waitForURL(app + "/home");
            assertThat(users.getUserByAccount("posting", "eve"))
                    .hasValueSatisfying(user -> assertThat(user.id()).isEqualTo(bob.id()));
        }
    }

    private Page signIn(BrowserContext context, String name, Person person) {
        op.signsIn(person);
        addresses.clear();
        var page = context.newPage();
        page.navigate(app + "/auth/signin?callbackUrl=%2Fhome");
        page.locator("button", new Page.LocatorOptions().setHasText("Sign in with " + name))
                .click();
        if (name.equals("Posting ID"))
            page.locator("button", new Page.LocatorOptions().setHasText("Continue"))
                    .click();
        page.waitForURL(app + "/home");
        return page;
    }

    private BrowserContext context(boolean script) {
        return chromium.browser()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions().setJavaScriptEnabled(script));
    }

    private OAuthProvider oidc(String id, String name) {
        return OAuthProvider.oidc(id, name, provider.url())
                .clientId("app")
                .clientSecret("app-secret")
                .checks(Check.PKCE, Check.STATE, Check.NONCE);
    }

    private Response answer(HttpHandler auth, Request request) {
        addresses.add(request.target());
        if (!request.path().startsWith("/auth")) return Response.of(200, "text/html", "<p>home</p>");
        return auth.handle(request);
    }
}
