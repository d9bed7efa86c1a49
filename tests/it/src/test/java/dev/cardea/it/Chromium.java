package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Chromium of this machine, driven by npm's playwright-core. */
final class Chromium implements AutoCloseable {
    /** In milliseconds, for what a page has to show. The five seconds of Playwright are short on a busy machine. */
    private static final double PATIENCE = 30_000;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Requires Chromium, Node and its packages: first, where much is built before a page is opened. */
    static void require() {
        NodeProcess.require();
        Require.program("chromium");
    }

    static Chromium start() {
        require();
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        var chromium = Require.program("chromium");
        System.setProperty("playwright.cli.dir", driver().toString());
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var options = new LaunchOptions()
                .setExecutablePath(chromium)
                .setArgs(List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage"));
        return new Chromium(playwright, playwright.chromium().launch(options));
    }

    Browser browser() {
        return browser;
    }

    /** Waits until the page shows this text, and nothing else. */
    static void shows(Page page, String text) {
        assertThat(page.locator("body")).hasText(text);
    }

    /** The folder that Playwright wants: Node and the driver side by side. */
    private static synchronized Path driver() {
        try {
            var folder = Files.createDirectories(Path.of("target", "playwright").toAbsolutePath());
            link(folder.resolve("node"), Require.program("node").toRealPath());
            link(
                    folder.resolve("package"),
                    Path.of("node", "node_modules", "playwright-core").toRealPath());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void link(Path link, Path target) throws IOException {
        // Another test may be using it.
        if (Files.exists(link) && link.toRealPath().equals(target)) return;
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
