package dev.cardea.it;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the page for plain Java and signs in as a local person. */
@Tag("browser")
@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("process")
class PlainJavaStartTest {
    @Test
    void a_user_signs_in_with_google_as_it_is_played_and_signs_out() throws Exception {
        Chromium.require();
        MavenProject.require("org/apache/maven/plugins/maven-dependency-plugin/3.9.0");
        try (var tutorial = Tutorial.of("plain-java").serves("Development", 3000)) {
            MavenProject.prepare(tutorial);
            tutorial.follow();
            var address = tutorial.address(3000);
            try (var chromium = Chromium.start();
                    var page = chromium.browser().newPage()) {
                page.navigate(address + "/");
                Chromium.shows(page, "Who are you?");

                page.navigate(address + "/account");
                page.locator("form[action$='/signin/google'] button").click();
                page.locator("button:has-text('Mia Member')").click();
                page.waitForURL(address + "/account");
                Chromium.shows(page, "Only you see this, Mia Member");

                page.navigate(address + "/auth/signout");
                page.locator("form[action$='/signout'] button").click();
                page.waitForURL(address + "/auth/signin?**");
                page.navigate(address + "/");
                Chromium.shows(page, "Who are you?");
            }
        }
    }
}
