package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.microsoft.playwright.Page;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the Spring Boot guide to the letter in an empty folder: writes its files, runs its commands and signs in. */
@Tag("browser")
@Tag("node")
@Tag("process")
class EmptyProjectTest {
    private static final Path GUIDE = Path.of("..", "docs", "hosts", "spring-boot.md");
    private static final Pattern SECTION = Pattern.compile("(?ms)^## From an empty project$(.*?)^## ");
    private static final Pattern FILE = Pattern.compile("(?ms)^`(\\S+)`\n\n```\\w+\n(.*?)^```$");
    private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh\n(.*?)^```$");
    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");
    private static final Pattern LINK = Pattern.compile("(http://localhost\\S+)");
    private static final boolean OFFLINE = "offline=true".equals(System.getProperty("cardea.maven"));

    private static Path project;
    private static GreenMail mail;
    private static Process application;
    private static String address;

    @BeforeAll
    static void do_as_the_guide_says() throws Exception {
        Require.program("mvn");
        Require.program("openssl");
        Require.part(
                "the modules' jars (mvn package)",
                () -> Files.exists(Path.of(
                        "..", "hosts", "spring-boot", "target", "cardea-spring-boot-starter-0.1.0-SNAPSHOT.jar")));
        Require.part(
                "Spring Boot's Maven plugin in the local repository",
                () -> !OFFLINE
                        || Files.exists(
                                MavenProject.machine().resolve("org/springframework/boot/spring-boot-maven-plugin")));
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        mail.start();
        project = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "empty-project-");
        writeFiles();
        MavenProject.prepare(project, OFFLINE);
        var commands = MavenProject.first(COMMANDS, section()).lines().toList();
        for (var command : commands.subList(0, commands.size() - 1)) {
            var done = start(command, "build.log");
            assertThat(done.waitFor(5, TimeUnit.MINUTES) && done.exitValue() == 0)
                    .as(() -> said("build.log"))
                    .isTrue();
        }
        application = start(commands.get(commands.size() - 1), "run.log");
        address = "http://localhost:" + port();
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.descendants().forEach(ProcessHandle::destroy);
            application.destroy();
        }
        if (mail != null) mail.stop();
    }

    @Test
    void a_user_of_the_guides_project_signs_in_sees_the_page_and_signs_out() {
        try (var chromium = Chromium.start();
                var page = chromium.browser().newPage()) {
            page.setDefaultTimeout(15_000);
            page.navigate(address + "/");
            shows(page, "Who are you?");

            page.navigate(address + "/account");
            page.locator("input[type=email]").fill("grace@example.com");
            page.locator("form[action$='/signin/email'] button").click();
            page.waitForURL(address + "/auth/verify-request?**");

            page.navigate(link());
            assertThat(page.url()).isEqualTo(address + "/account");
            shows(page, "Only you see this, grace@example.com");
            page.navigate(address + "/");
            shows(page, "Hello grace@example.com");

            page.navigate(address + "/auth/signout");
            page.locator("form[action$='/signout'] button").click();
            page.waitForURL(address + "/auth/signin?**");
            page.navigate(address + "/");
            shows(page, "Who are you?");
        }
    }

    @Test
    void the_guide_names_the_versions_that_are_tested() throws IOException {
        var ours = Files.readString(Path.of("..", "pom.xml"));
        assertThat(section())
                .contains("<version>" + MavenProject.first(Pattern.compile("<spring-boot.version>(.*?)<"), ours)
                        + "</version>")
                .contains("<cardea.version>" + MavenProject.first(Pattern.compile("<version>(.*?)<"), ours)
                        + "</cardea.version>");
    }

    private static void shows(Page page, String text) {
        assertThat(page.locator("body")).hasText(text);
    }

    private static String section() throws IOException {
        return MavenProject.first(SECTION, Files.readString(GUIDE));
    }

    private static void writeFiles() throws IOException {
        for (var file : FILE.matcher(section()).results().toList()) {
            var path = project.resolve(file.group(1));
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.group(2));
        }
    }

    /** With free ports in place of the usual ones. */
    private static Process start(String command, String log) throws IOException {
        var file = project.resolve(log).toFile();
        var builder = new ProcessBuilder(List.of("sh", "-c", command))
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(file);
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(AUTH|CARDEA|SPRING|SERVER)_.*"));
        var java = System.getProperty("java.home");
        environment.put("JAVA_HOME", java);
        environment.merge("PATH", java + "/bin", (path, bin) -> bin + ":" + path);
        environment.put("SERVER_PORT", "0");
        environment.put("SPRING_MAIL_PORT", String.valueOf(mail.getSmtp().getPort()));
        return builder.start();
    }

    private static String port() throws InterruptedException {
        for (int i = 0; i < 1_200 && application.isAlive(); i++) {
            var found = PORT.matcher(said("run.log"));
            if (found.find()) return found.group(1);
            Thread.sleep(100);
        }
        throw new AssertionError("the application did not start: " + said("run.log"));
    }

    private static String said(String log) {
        try {
            return Files.readString(project.resolve(log));
        } catch (IOException e) {
            return "nothing";
        }
    }

    private static String link() {
        assertThat(mail.waitForIncomingEmail(15_000, 1)).isTrue();
        var text = com.icegreen.greenmail.util.GreenMailUtil.getBody(mail.getReceivedMessages()[0]);
        return MavenProject.first(LINK, text.replace("=\r\n", "").replace("=3D", "="));
    }
}
