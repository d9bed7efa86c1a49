package dev.cardea.server.file;

import dev.cardea.mail.Smtp;
import dev.cardea.provider.EmailProvider;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The keys of a provider that mails links. */
final class EmailKeys {
    private static final long DAY = 86_400;

    private EmailKeys() {}

    static @Nullable EmailProvider read(Section section, String id) {
        var name = section.text("name").orElse(id.equals("nodemailer") ? "Nodemailer" : "Email");
        var server = section.secret("server");
        var from = section.text("from");
        var age = section.number("maxAge", 0, Long.MAX_VALUE / 1_000).orElse(DAY);
        var secret = section.secret("secret").orElse(null);
        var apiKey = section.secret("apiKey").orElse(null);
        require(section, "server", "smtp://user:password@host:port");
        require(section, "from", "the sender's address");
        if (server.isEmpty() || from.isEmpty()) return null;
        try {
            var sender = Smtp.sender(server.get());
            section.source()
                    .probes()
                    .add(new Probe(
                            "the mail server of the provider " + id,
                            () -> Smtp.probe(server.get()),
                            "look at its address, user and password"));
            return EmailProvider.of(id, sender)
                    .name(name)
                    .from(from.get())
                    .maxAge(Duration.ofSeconds(age))
                    .secret(secret)
                    .apiKey(apiKey);
        } catch (IllegalArgumentException e) {
            section.wrong("server", "cannot be used: " + e.getMessage());
            return null;
        }
    }

    private static void require(Section section, String key, String what) {
        if (!section.keys().contains(key)) section.wrong(key, "is missing: " + what);
    }
}
