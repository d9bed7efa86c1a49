package dev.cardea.host.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.context.ConfigurableApplicationContext;

/** Plain requests to a running application. */
final class Web {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Web() {}

    static HttpResponse<String> get(ConfigurableApplicationContext context, String path, String cookie) {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Boot.port(context) + path))
                .header("Cookie", cookie.isEmpty() ? "none=1" : cookie));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the session cookie of a response. */
    static String cookie(HttpResponse<String> answer) {
        return answer.headers().allValues("set-cookie").stream()
                .filter(line -> line.startsWith("authjs.session-token="))
                .map(line -> line.substring(0, line.indexOf(';')))
                .findFirst()
                .orElseThrow(() -> new AssertionError(answer + " sets no session"));
    }
}
