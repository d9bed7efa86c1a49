package dev.cardea.it;

import dev.cardea.testing.Require;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the page for any language, with the server in front of an application in Python, and signs in with one click. */
@Tag("browser")
@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("process")
class ServerStartTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void a_user_of_an_application_in_python_signs_in_with_one_click_and_signs_out() throws Exception {
        Chromium.require();
        Require.program("python3");
        Require.part(
                "the server's jar (mvn package)", () -> Files.exists(ROOT.resolve("server/target/cardea-server.jar")));
        Require.part(
                "the jar of cardea-dev (mvn package)", () -> Files.exists(ROOT.resolve("dev/target/cardea-dev.jar")));
        try (var tutorial = Tutorial.of("server").serves("app.py", 8080).serves("bin/cardea", 3000)) {
            tutorial.environment("CARDEA", ROOT.toString());
            tutorial.follow();
            var address = tutorial.address(3000);
            try (var chromium = Chromium.start();
                    var page = chromium.browser().newPage()) {
                page.navigate(address + "/");
                Chromium.shows(page, "Who are you? Sign in");

                page.locator("a").click();
                page.locator("button:has-text('Mia Member')").first().click();
                page.waitForURL(address + "/");
                Chromium.shows(page, "Hello mia@example.com. Account");
                page.navigate(address + "/account");
                Chromium.shows(page, "Only you see this, mia@example.com. Sign out");

                page.locator("a").click();
                page.locator("form[action$='/signout'] button").click();
                Chromium.shows(page, "Who are you? Sign in");
                page.navigate(address + "/account");
                page.waitForURL(address + "/auth/signin?callbackUrl=**");
            }
        }
    }
}
