package dev.cardea.examples.guides;

// sample
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;

/** Sends each sign-in link in a mail of the application. */
public record OwnMail(Mailer mailer) implements EmailProvider.Sender {
    /** The mail service of the application. */
    public interface Mailer {
        void send(String to, String subject, String html);
    }

    private static final String HTML = """
            <p>Hello,</p>
            <p><a href="%s">Sign in to Acme</a></p>
            <p>The link works once, until %s. You did not ask for it? Then ignore this mail.</p>
            """;

    @Override
    public void send(VerificationRequest request) {
        var link = request.url().replace("&", "&amp;");
        mailer.send(request.identifier(), "Sign in to Acme", HTML.formatted(link, request.expires()));
    }
}
// end
