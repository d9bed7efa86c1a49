import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.examples.quickstart.Quickstart;
import dev.cardea.host.jdk.Jdk;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The quickstart signs a user in by an e-mail link. */
class SignInTest {
    private static final Pattern TOKEN = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");
    private static final Pattern LINK = Pattern.compile("(http://localhost\\S+)");

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    @Test
    void a_user_signs_in_by_an_email_link() throws Exception {
        var mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        mail.start();
        var people = new JdbcDataSource();
        people.setURL("jdbc:h2:mem:people;DB_CLOSE_DELAY=-1");
        var smtp = "smtp://127.0.0.1:" + mail.getSmtp().getPort();
        var server = Jdk.server(new InetSocketAddress("localhost", 0));
        server.createContext("/", Jdk.handler(Quickstart.site(Quickstart.auth(people, smtp, "no-reply@site.example"))));
        server.start();
        var site = "http://localhost:" + server.getAddress().getPort();
        try {
            assertEquals("Who are you?", get(site + "/"));
            var form = "csrfToken=" + first(TOKEN, get(site + "/auth/csrf")) + "&email="
                    + URLEncoder.encode("ann@site.example", StandardCharsets.UTF_8) + "&callbackUrl="
                    + URLEncoder.encode(site + "/", StandardCharsets.UTF_8);
            post(site + "/auth/signin/email", form);
            assertTrue(mail.waitForIncomingEmail(15_000, 1), "no mail arrived");
            var text = GreenMailUtil.getBody(mail.getReceivedMessages()[0]);
            assertEquals(
                    "Hello ann@site.example",
                    get(first(LINK, text.replace("=\r\n", "").replace("=3D", "="))));
        } finally {
            server.stop(0);
            mail.stop();
        }
    }

    private String get(String url) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    private void post(String url, String form) throws Exception {
        send(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private String send(HttpRequest.Builder request) throws Exception {
        var answer = browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer::body);
        return answer.body();
    }

    private static String first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        assertTrue(found.find(), text);
        return found.group(1);
    }
}
