package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.password.Passwords;
import java.util.Objects;

/** The page at /password, on which a signed-in user sets a password: after a sign-up, and after a forgotten one. */
public final class PasswordPage {
    /** Your table of passwords. */
    public interface Hashes {
        void store(String userId, String hash);
    }

    private static final int SHORTEST = 15;

    private final Auth auth;
    private final Passwords passwords;
    private final Hashes hashes;

    public PasswordPage(Auth auth, Passwords passwords, Hashes hashes) {
        this.auth = auth;
        this.passwords = passwords;
        this.hashes = hashes;
    }

    public HttpHandler handler() {
        return auth.protect(request -> request.method().equals("POST") ? store(request) : form());
    }

    private Response store(Request request) {
        if (!auth.isSameOrigin(request)) return Response.of(403);
        var password = Form.decode(request.text()).getOrDefault("password", "");
        if (password.length() < SHORTEST) return Response.of(400, "text/plain", "At least 15 characters, please.");
        var user = auth.session(request).orElseThrow().user();
        hashes.store(Objects.requireNonNull(user.id()), passwords.hash(password));
        auth.accounts(request).orElseThrow().endOtherSessions();
        return Response.redirect("/");
    }

    private static Response form() {
        return Response.of(200, "text/html; charset=utf-8", """
                <!doctype html>
                <title>Set a password</title>
                <form method="post">
                  <input type="password" name="password" autocomplete="new-password" minlength="15" required>
                  <button>Save</button>
                </form>
                """);
    }
}
// end
