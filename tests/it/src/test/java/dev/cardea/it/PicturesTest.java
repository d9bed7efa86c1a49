package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewPageOptions;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Request;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.providers.GitHub;
import dev.cardea.providers.Google;
import dev.cardea.text.Texts;
import dev.cardea.webauthn.Passkey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the guides, made from fixed data. A picture is stale when the markup or style of its page differs from
 * the digest that was recorded with it. {@code -Dcardea.write=pictures} makes them again, with Chromium.
 */
@Tag("browser")
@Tag("node")
@Tag("part")
@Tag("process")
class PicturesTest {
    private static final Path IMAGES = Path.of("..", "..", "docs", "images");
    private static final String APP = "https://app.example";
    private static final EmailProvider EMAIL =
            EmailProvider.of("email", mail -> {}).name("Email").from("no-reply@app.example");

    private static final Map<String, String> HEBREW = Map.of(
            "signin.title", "כניסה",
            "signin.heading", "כניסה אל {0}",
            "signin.with", "כניסה באמצעות {0}",
            "signin.email.label", "דואר אלקטרוני",
            "signin.or", "או",
            "signin.email.link", "שליחת קישור בדואר אלקטרוני",
            "signin.passkey.new", "חדשים כאן? כתבו כתובת כדי ליצור מפתח גישה.");

    /** A configuration of which doctor has something to say. Port 1 of this machine is closed. */
    private static final String FAULTY = """
            url: https://app.example
            secret: kq3v9TtY0d7sWm2xZb8nLc5rHf4gJp6a
            store: jdbc:sqlite:users.db
            providers:
              - { id: acme, type: oidc, name: Acme, issuer: "http://127.0.0.1:1", clientId: web }
            hooks: { url: "http://127.0.0.1:1/hooks", callbacks: [signIn] }
            """;

    @TempDir
    private Path folder;

    @Test
    void each_picture_shows_the_page_as_it_is_today() throws IOException {
        var pictures = pictures();
        var digests = pictures.entrySet().stream()
                .map(each -> each.getKey() + " " + digest(each.getValue().html()))
                .collect(Collectors.joining("\n", "", "\n"));
        var recorded = IMAGES.resolve("digests.txt");
        if ("pictures".equals(System.getProperty("cardea.write"))) {
            take(pictures);
            Files.writeString(recorded, digests);
        }
        assertThat(recorded)
                .as("run: mvn -q -pl tests/it -am test -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dcardea.write=pictures")
                .hasContent(digests);
        for (var name : pictures.keySet())
            assertThat(IMAGES.resolve(name + ".png")).isNotEmptyFile();
    }

    private Map<String, Picture> pictures() throws IOException {
        var all = new LinkedHashMap<String, Picture>();
        var signIn = "/auth/signin";
        all.put("sign-in", Picture.beside(745, signIn("light"), signIn("dark")));
        all.put("sign-in-phone", new Picture(page("light", signIn, "en"), 390, 760));
        all.put("sign-in-german", new Picture(page("light", signIn, "de"), 480, 780));
        all.put("sign-in-hebrew", new Picture(page("light", signIn, "he"), 480, 780));
        all.put("error", new Picture(page("light", "/auth/error?error=Verification", "en"), 480, 400));
        all.put("mail", new Picture(mail(), 640, 360));
        all.put("account", new Picture(UserPages.account(), 520, 475));
        all.put("development", UserPages.development(folder.resolve(".cardea")));
        addFailure(all);
        all.put("doctor", doctor());
        return all;
    }

    private static Picture signIn(String colorScheme) {
        return new Picture(page(colorScheme, "/auth/signin", "en"), 480, 745);
    }

    /** The page that a visitor saw beside the line of the log, and what the recorder knows. */
    private void addFailure(Map<String, Picture> all) throws IOException {
        var failed = new FailedSignIn(folder.resolve("traces"));
        var line = new Terminal(folder)
                .show("grep id=" + FailedSignIn.REFERENCE + " app.log", failed.line())
                .picture(520, 280);
        all.put("error-and-log", Picture.beside(280, new Picture(failed.html(), 440, 280), line));
        var explain = new Terminal(folder)
                .cardea("explain", failed.reference(), "--file", "traces")
                .replaceAll(failed.reference(), FailedSignIn.REFERENCE)
                .replaceAll("\\d+ ms", "4 ms")
                .replaceAll("Cardea \\S+, configuration \\w+", "Cardea 0.1.0, configuration 5f0c2e9b")
                .picture(960, 565);
        all.put("explain", explain);
    }

    private Picture doctor() throws IOException {
        Files.writeString(folder.resolve("cardea.yml"), FAULTY);
        return new Terminal(folder).cardea("doctor", "--config", "cardea.yml").picture(960, 204);
    }

    private static String page(String colorScheme, String path, String language) {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url(APP)
                .adapter(new InMemoryAdapter())
                .texts(Texts.DEFAULT.override(Locale.forLanguageTag("he"), HEBREW))
                .theme(Theme.DEFAULT.colorScheme(colorScheme))
                .provider(Google.provider().clientId("web").clientSecret("s"))
                .provider(GitHub.provider().clientId("web").clientSecret("s"))
                .provider(EMAIL)
                .provider(Passkey.provider())
                .build());
        var html = auth.handle(Request.get(APP + path).header("Accept-Language", language))
                .text();
        return Picture.settled(html);
    }

    private static String mail() {
        var request = new VerificationRequest(
                "ada@example.com",
                APP + "/auth/callback/email?token=1&email=ada%40example.com",
                "1",
                Instant.EPOCH,
                EMAIL,
                "app.example",
                Theme.DEFAULT,
                Request.get(APP + "/auth/signin"));
        return VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH).html();
    }

    private static void take(Map<String, Picture> pictures) throws IOException {
        try (var chromium = Chromium.start()) {
            for (var each : pictures.entrySet()) {
                var size = new NewPageOptions()
                        .setViewportSize(
                                each.getValue().width(), each.getValue().height())
                        .setDeviceScaleFactor(1)
                        .setJavaScriptEnabled(false);
                try (var page = chromium.browser().newPage(size)) {
                    page.setContent(each.getValue().html());
                    Png.write(page.screenshot(), IMAGES.resolve(each.getKey() + ".png"));
                }
            }
        }
    }

    private static String digest(String text) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
