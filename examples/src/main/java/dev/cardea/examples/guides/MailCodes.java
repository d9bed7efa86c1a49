package dev.cardea.examples.guides;

// sample
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import java.security.SecureRandom;
import java.time.Duration;

/** Codes of eight digits in place of links, and the page at /code on which the visitor enters one. */
public final class MailCodes {
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final String PAGE = """
            <!doctype html>
            <title>Enter the code</title>
            <form action="/auth/callback/email">
              <input type="email" name="email" autocomplete="email" placeholder="Email" required>
              <input name="token" inputmode="numeric" autocomplete="one-time-code" placeholder="Code" required>
              <button>Sign in</button>
            </form>
            """;

    private MailCodes() {}

    /** The mail shows {@code request.token()} in place of the link. */
    public static EmailProvider provider(EmailProvider.Sender sender) {
        return EmailProvider.of("email", sender)
                .from("no-reply@app.example")
                .maxAge(Duration.ofMinutes(10))
                .generateVerificationToken(() -> "%08d".formatted(RANDOM.nextInt(100_000_000)));
    }

    public static HttpHandler page() {
        return MailCodes::show;
    }

    private static Response show(Request request) {
        return Response.of(200, "text/html; charset=utf-8", PAGE);
    }
}
// end
