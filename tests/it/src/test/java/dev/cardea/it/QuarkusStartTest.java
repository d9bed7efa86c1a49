package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the page for Quarkus, runs its test, and signs in with the link that the terminal shows. */
@Tag("browser")
@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("process")
class QuarkusStartTest {
    private static final Pattern LINK = Pattern.compile("Sign-in link: (\\S+)");
    private static final Pattern ERROR_ID = Pattern.compile("([0-9a-f]{16})\\|\\[auth]\\[warn] Verification.* id=\\1");

    @Test
    void a_user_signs_in_with_the_link_of_the_terminal_and_signs_out() throws Exception {
        Chromium.require();
        Require.program("openssl");
        MavenProject.require("io/quarkus/quarkus-maven-plugin", "io/quarkus/quarkus-junit");
        try (var tutorial = Tutorial.of("quarkus").serves("java -jar", 8080)) {
            tutorial.environment("QUARKUS_HTTP_PORT", String.valueOf(tutorial.port(8080)));
            tutorial.environment("QUARKUS_HTTP_TEST_PORT", "0");
            tutorial.environment("QUARKUS_LOG_CONSOLE_FORMAT", "%X{error_id}|%s%e%n");
            MavenProject.prepare(tutorial);
            tutorial.follow();
            var address = tutorial.address(8080);
            try (var chromium = Chromium.start();
                    var page = chromium.browser().newPage()) {
                page.navigate(address + "/");
                Chromium.shows(page, "Who are you?");

                page.navigate(address + "/account");
                page.locator("input[type=email]").fill("grace@example.com");
                page.locator("form[action$='/signin/email'] button").click();
                page.waitForURL(address + "/auth/verify-request?**");
                var link = MavenProject.first(LINK, tutorial.printed("java -jar"));
                page.navigate(link);
                assertThat(page.url()).isEqualTo(address + "/account");
                Chromium.shows(page, "Only you see this, grace@example.com");

                page.navigate(address + "/auth/signout");
                page.locator("form[action$='/signout'] button").click();
                page.waitForURL(address + "/auth/signin?**");
                page.navigate(address + "/");
                Chromium.shows(page, "Who are you?");

                page.navigate(link);
                assertThat(tutorial.printed("java -jar"))
                        .as("the reference as a field of the log")
                        .containsPattern(ERROR_ID);
            }
        }
    }
}
