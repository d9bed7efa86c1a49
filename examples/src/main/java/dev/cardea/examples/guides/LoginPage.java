package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.action.SignIn;
import dev.cardea.error.AuthException;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** The page at /login, with one form for GitHub and one for a sign-in link. */
public final class LoginPage {
    private static final String PAGE = """
            <!doctype html>
            <title>Log in</title>
            %s
            <form method="post">
              <button name="provider" value="github">Log in with GitHub</button>
            </form>
            <form method="post">
              <input type="email" name="email" autocomplete="email" required>
              <button name="provider" value="email">Email me a link</button>
            </form>
            """;

    private LoginPage() {}

    public static HttpHandler of(Auth auth) {
        return request -> switch (request.method()) {
            case "GET" -> page(request);
            case "POST" -> auth.isSameOrigin(request) ? signIn(auth, request) : Response.of(403);
            default -> Response.of(405);
        };
    }

    private static Response page(Request request) {
        var message = request.query("error").isEmpty() ? "" : "<p>That didn't work. Please try again.</p>";
        return Response.of(200, "text/html; charset=utf-8", PAGE.formatted(message));
    }

    private static Response signIn(Auth auth, Request request) {
        var fields = Form.decode(request.text());
        var signIn = SignIn.with(fields.getOrDefault("provider", ""))
                .field("email", fields.get("email"))
                .redirectTo(request.query("callbackUrl").orElse("/"));
        try {
            return auth.signIn(request, signIn).toResponse();
        } catch (AuthException e) {
            return Response.redirect("/login?error=" + e.type().publicCode());
        }
    }
}
// end
