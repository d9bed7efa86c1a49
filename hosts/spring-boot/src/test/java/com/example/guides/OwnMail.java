package com.example.guides;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;

/** Sends each sign-in link in your own email. */
public record OwnMail(Mailer mailer) implements EmailProvider.Sender {
    /** The email service of the application. */
    public interface Mailer {
        void send(String to, String subject, String html);
    }

    private static final String HTML = """
            <p>Hello,</p>
            <p><a href="%s">Sign in to Acme</a></p>
            <p>The link works once, until %s. If you didn't request it, you can ignore this email.</p>
            """;

    @Override
    public void send(VerificationRequest request) {
        var link = request.url().replace("&", "&amp;");
        mailer.send(request.identifier(), "Sign in to Acme", HTML.formatted(link, request.expires()));
    }
}
