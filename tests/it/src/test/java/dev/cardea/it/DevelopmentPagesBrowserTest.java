package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.dev.CardeaDev;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.GitHub;
import dev.cardea.providers.Google;
import dev.cardea.testing.LocalServer;
import dev.cardea.webauthn.Passkey;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of development mode in a real browser that has no authenticator. */
@Tag("browser")
@Tag("node")
@Tag("part")
class DevelopmentPagesBrowserTest {
    private static Chromium chromium;

    @TempDir
    private Path folder;

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private LocalServer site;
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void start() {
        chromium = Chromium.start();
    }

    @AfterAll
    static void stop() {
        if (chromium != null) chromium.close();
    }

    @BeforeEach
    void open() {
        var auth = Auth.of(CardeaDev.in(folder)
                .extend(AuthConfig.builder()
                        .env(Env.none())
                        .adapter(new InMemoryAdapter())
                        .session(SessionOptions.database())
                        .provider(
                                Google.provider(),
                                GitHub.provider(),
                                EmailProvider.of("email", mail -> {}).from("no-reply@app.example"),
                                Passkey.provider())));
        site = LocalServer.start(0, request -> answer(auth, request));
        context = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(1100, 900)
                        .setColorScheme(
                                "dark".equals(System.getProperty("cardea.scheme"))
                                        ? ColorScheme.DARK
                                        : ColorScheme.LIGHT));
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        page.onPageError(complaints::add);
    }

    @AfterEach
    void close() {
        context.close();
        site.close();
        assertThat(complaints).isEmpty();
    }

    private static Response answer(Auth auth, Request request) {
        if (auth.handles(request)) return auth.handle(request);
        if (request.path().equals("/favicon.ico")) return Response.of(204);
        return Response.of(
                200,
                "text/html; charset=utf-8",
                "<title>Home</title><p>"
                        + auth.session(request)
                                .map(it -> String.valueOf(it.user().email()))
                                .orElse("No user"));
    }

    private void open(String path) {
        page.navigate(site.url() + path);
    }

    private void press(String name) {
        page.getByText(name, new Page.GetByTextOptions().setExact(true)).first().click();
    }

    @Test
    void a_visitor_signs_up_out_and_in_with_a_virtual_passkey() {
        open("/auth/signin?callbackUrl=%2Fin");
        page.locator("input[name=email]").first().fill("ada@example.com");
        page.locator("form[data-passkey] button").click();
        page.waitForURL(site.url() + "/in");
        assertThat(page.locator("p")).hasText("ada@example.com");
        context.clearCookies();
        open("/auth/signin?callbackUrl=%2Fin");
        page.locator("form[data-passkey] button").click();
        page.waitForURL(site.url() + "/in");
        assertThat(page.locator("p")).hasText("ada@example.com");
        open("/_cardea/passkeys");
        assertThat(page.locator(".rows").last()).containsText("counter 1");
    }

    @Test
    void the_log_follows_a_sign_in_in_another_tab_and_keeps_what_is_open() {
        open("/_cardea/log");
        assertThat(page.locator("#traces")).containsText("No sign-ins yet");
        var tab = context.newPage();
        tab.navigate(site.url() + "/auth/signin");
        tab.getByText("Ada Admin").click();
        assertThat(page.locator("#traces details")).hasCount(1);
        page.locator("#traces summary").click();
        tab.navigate(site.url() + "/auth/signin");
        tab.getByText("Mia Member").click();
        assertThat(page.locator("#traces details")).hasCount(2);
        assertThat(page.locator("#traces details[open]")).hasCount(1);
    }

    @Test
    void on_a_phone_no_field_ends_behind_the_people() {
        page.setViewportSize(360, 640);
        open("/auth/signin");
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
        var button = page.locator("main button").last().boundingBox();
        var people = page.locator(".cardea-development").boundingBox();
        assertThat(button.y + button.height).isLessThanOrEqualTo(people.y);
    }

    @Test
    void no_page_is_wider_than_a_phone() {
        open("/auth/signin");
        press("Ada Admin");
        for (var path : List.of("", "/users", "/log", "/faults", "/clock", "/passkeys")) {
            page.setViewportSize(360, 740);
            open("/_cardea" + path);
            int width = (Integer) page.evaluate("document.documentElement.scrollWidth");
            assertThat(width).as(path).isLessThanOrEqualTo(360);
        }
    }
}
