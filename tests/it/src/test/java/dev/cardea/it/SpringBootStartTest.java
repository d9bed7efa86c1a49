package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.testing.Require;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the page for Spring Boot and signs in with a link. */
@Tag("browser")
@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("process")
class SpringBootStartTest {
    private static final Pattern LINK = Pattern.compile("(http://localhost\\S+)");

    private static GreenMail mail;
    private static Tutorial tutorial;
    private static String address;

    @BeforeAll
    static void do_as_the_page_says() throws Exception {
        Chromium.require();
        Require.program("openssl");
        MavenProject.require("org/springframework/boot/spring-boot-maven-plugin");
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        mail.start();
        tutorial = Tutorial.of("spring-boot").serves("java -jar", 8080);
        tutorial.environment("SERVER_PORT", String.valueOf(tutorial.port(8080)));
        tutorial.environment("SPRING_MAIL_PORT", String.valueOf(mail.getSmtp().getPort()));
        MavenProject.prepare(tutorial);
        tutorial.follow();
        address = tutorial.address(8080);
    }

    @AfterAll
    static void stop() {
        if (tutorial != null) tutorial.close();
        if (mail != null) mail.stop();
    }

    @Test
    void a_user_signs_in_sees_the_page_and_signs_out() {
        try (var chromium = Chromium.start();
                var page = chromium.browser().newPage()) {
            page.navigate(address + "/");
            Chromium.shows(page, "Who are you?");

            page.navigate(address + "/account");
            page.locator("input[type=email]").fill("grace@example.com");
            page.locator("form[action$='/signin/email'] button").click();
            page.waitForURL(address + "/auth/verify-request?**");

            page.navigate(link());
            assertThat(page.url()).isEqualTo(address + "/account");
            Chromium.shows(page, "Only you see this, grace@example.com");
            page.navigate(address + "/");
            Chromium.shows(page, "Hello grace@example.com");

            page.navigate(address + "/auth/signout");
            page.locator("form[action$='/signout'] button").click();
            page.waitForURL(address + "/auth/signin?**");
            page.navigate(address + "/");
            Chromium.shows(page, "Who are you?");
        }
    }

    private static String link() {
        assertThat(mail.waitForIncomingEmail(60_000, 1)).isTrue();
        var text = GreenMailUtil.getBody(mail.getReceivedMessages()[0]);
        return MavenProject.first(LINK, text.replace("=\r\n", "").replace("=3D", "="));
    }
}
