package dev.cardea.examples.guides;

// sample
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** The page at /code, on which the visitor enters the code from the email. */
public final class CodePage {
    private static final String PAGE = """
            <!doctype html>
            <title>Enter your code</title>
            <p>%s</p>
            <form method="post" action="/auth/callback/email">
              <input type="hidden" name="csrfToken">
              <input name="token" inputmode="numeric" autocomplete="one-time-code" placeholder="Code" required>
              <button>Sign in</button>
            </form>
            <p><a href="/login">Request a new code</a></p>
            <script>
              fetch("/auth/csrf").then((response) => response.json()).then(({ csrfToken }) => {
                document.forms[0].csrfToken.value = csrfToken;
              });
            </script>
            """;

    private CodePage() {}

    public static HttpHandler handler() {
        return request -> Response.of(200, "text/html; charset=utf-8", PAGE.formatted(message(request)));
    }

    private static String message(Request request) {
        if (request.query("error").isEmpty()) return "We sent you a code.";
        boolean isOver = request.query("triesLeft").filter("0"::equals).isPresent();
        return isOver ? "That code no longer works. Request a new one." : "That code isn't right. Please try again.";
    }
}
// end
