package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The README's first screen: one dependency, one property and one handler, without a database and Spring Security. */
class ReadmeTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String DATABASE = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";
    private static final Pattern PROPERTIES = Pattern.compile("(?ms)^```properties\n(.*?)\n^```$");
    private static ConfigurableApplicationContext app;

    @RestController
    static class AccountController {
        // sample
        @GetMapping("/account")
        String account(Session session) { // signed-in users only
            return "Hello " + session.user().displayName();
        }
        // end
    }

    static class EmptyConfiguration {}

    @BeforeAll
    static void start() throws IOException {
        app = Boot.run(
                beans -> beans.registerBean(AccountController.class),
                EmptyConfiguration.class,
                property(),
                Boot.WITHOUT_SECURITY + "," + DATABASE,
                "AUTH_SECRET=" + SECRET,
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs",
                "AUTH_GITHUB_ID=h",
                "AUTH_GITHUB_SECRET=hs");
    }

    @AfterAll
    static void stop() {
        if (app != null) app.close();
    }

    /** The only line of the README's properties. */
    private static String property() throws IOException {
        var found = PROPERTIES.matcher(Files.readString(Path.of("..", "..", "README.md")));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void a_browser_without_a_session_is_sent_to_the_sign_in_page_with_both_providers() {
        var answer = get("/account", "Accept", "text/html", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document");
        assertThat(answer.statusCode()).isEqualTo(302);
        var location = answer.headers().firstValue("Location").orElseThrow();
        assertThat(location).contains("/auth/signin?callbackUrl=");
        assertThat(get(URI.create(location).getPath(), "Accept", "text/html").body())
                .contains("Sign in with Google", "Sign in with GitHub");
    }

    @Test
    void an_API_request_without_a_session_gets_401_as_JSON() {
        var answer = get("/account", "Accept", "application/json");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    }

    @Test
    void a_signed_in_user_is_greeted_by_name() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
        assertThat(get("/account", "Cookie", ada.cookies()).body()).isEqualTo("Hello Ada");
    }

    private static HttpResponse<String> get(String path, String... headers) {
        return Web.send(HttpRequest.newBuilder(URI.create("http://localhost:" + Boot.port(app) + path))
                .headers(headers));
    }
}
