package dev.cardea.examples.guides;

// sample
import dev.cardea.mail.Smtp;
import dev.cardea.provider.EmailProvider;
import java.time.Duration;

/** Sign-in links that are sent through a mail server and last a quarter of an hour. */
public final class SignInLinks {
    private SignInLinks() {}

    /** @param server such as {@code smtps://user:password@mail.example} */
    public static EmailProvider over(String server) {
        return EmailProvider.of("email", Smtp.sender(server))
                .from("Acme <no-reply@app.example>")
                .maxAge(Duration.ofMinutes(15))
                .confirmLinks(true);
    }
}
// end
