package dev.cardea.it;

import dev.cardea.testing.Require;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the page for any language, with the server in front of an application in Python, and signs in with one click. */
@Tag("browser")
@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("process")
class ServerStartTest {
    @Test
    void a_user_of_an_application_in_python_signs_in_with_one_click_and_signs_out() throws Exception {
        Chromium.require();
        Require.program("python3");
        MavenProject.require();
        try (var tutorial = Tutorial.of("server").serves("app.py", 8080).serves("bin/cardea", 3000)) {
            tutorial.environment("CARDEA", MavenProject.prepare(tutorial).toString());
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
