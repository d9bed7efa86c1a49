package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewPageOptions;
import com.microsoft.playwright.Page;
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

/**
 * The pictures of the guides, made from fixed data. A picture is stale when the markup or style of its page differs from
 * the digest that was recorded with it. {@code -Dcardea.write=pictures} makes them again, with Chromium.
 */
@Tag("browser")
@Tag("node")
class PicturesTest {
    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final String APP = "https://app.example";
    private static final EmailProvider EMAIL =
            EmailProvider.of("email", mail -> {}).name("E-mail").from("no-reply@app.example");

    private static final Map<String, String> HEBREW = Map.of(
            "signin.title", "כניסה",
            "signin.heading", "כניסה אל {0}",
            "signin.with", "כניסה באמצעות {0}",
            "signin.email.label", "דואר אלקטרוני",
            "signin.or", "או",
            "signin.passkey.hint", "אפשר להשאיר ריק ולבחור מפתח גישה.");

    /** @param html without anything that differs from one request to the next */
    private record Picture(String html, int width, int height) {}

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
                .as("run: mvn -q -pl it -am test -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dcardea.write=pictures")
                .hasContent(digests);
        for (var name : pictures.keySet())
            assertThat(IMAGES.resolve(name + ".png")).isNotEmptyFile();
    }

    private static Map<String, Picture> pictures() {
        var all = new LinkedHashMap<String, Picture>();
        var signIn = "/auth/signin";
        all.put("sign-in", new Picture(beside(page("light", signIn, "en"), page("dark", signIn, "en")), 960, 745));
        all.put("sign-in-phone", new Picture(page("light", signIn, "en"), 390, 760));
        all.put("sign-in-german", new Picture(page("light", signIn, "de"), 480, 780));
        all.put("sign-in-hebrew", new Picture(page("light", signIn, "he"), 480, 780));
        all.put("error", new Picture(page("light", "/auth/error?error=Verification", "en"), 480, 400));
        all.put("mail", new Picture(mail(), 640, 360));
        return all;
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
                .enableWebAuthn(true)
                .build());
        var html = auth.handle(Request.get(APP + path).header("Accept-Language", language))
                .text();
        return html.replaceAll("nonce=\"[^\"]*\"", "")
                .replaceAll("(name=\"csrfToken\" value=)\"[^\"]*\"", "$1\"\"")
                .replaceAll("\\b[0-9a-f]{16}\\b", "0123456789abcdef")
                .replaceAll("(?s)<noscript>.*?</noscript>", "");
    }

    private static String mail() {
        var request = new VerificationRequest(
                "ada@example.com",
                APP + "/auth/callback/email?token=1&email=ada%40example.com",
                "1",
                Instant.EPOCH,
                EMAIL,
                Theme.DEFAULT,
                Request.get(APP + "/auth/signin"));
        return VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH).html();
    }

    private static String beside(String left, String right) {
        return "<body style=\"margin:0;display:flex\">" + frame(left) + frame(right);
    }

    private static String frame(String html) {
        var text = html.replace("&", "&amp;").replace("\"", "&quot;");
        return "<iframe style=\"border:0;width:480px;height:745px\" srcdoc=\"" + text + "\"></iframe>";
    }

    private static void take(Map<String, Picture> pictures) {
        try (var chromium = Chromium.start()) {
            pictures.forEach((name, picture) -> {
                var size = new NewPageOptions()
                        .setViewportSize(picture.width(), picture.height())
                        .setDeviceScaleFactor(1)
                        .setJavaScriptEnabled(false);
                try (var page = chromium.browser().newPage(size)) {
                    page.setContent(picture.html());
                    page.screenshot(new Page.ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
                }
            });
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
