package dev.cardea.server.file;

import dev.cardea.hooks.Hooks;
import dev.cardea.mail.Smtp;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.server.file.Key.Shape;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of a provider that mails links or codes. */
final class EmailKeys {
    /** Of a provider whose emails the application or development mode sends. */
    static final EmailProvider.Sender UNSENT = EmailKeys::unsent;

    /** The sender in development, where mails do not leave the machine. */
    private static final String LOCAL_SENDER = "no-reply@localhost";

    private static final Key MAX_AGE =
            Key.number("maxAge", "86400", "Seconds until a link expires; 600 with codes.", 0, Long.MAX_VALUE / 1_000);

    /** The keys of one that sends over a service. */
    static final List<Key> SERVICE = List.of(
            ButtonKeys.NAME,
            Key.text("from", null, "The sender's email address."),
            MAX_AGE,
            Key.secret("secret", "A separate secret for the links."),
            Key.secret("apiKey", "The key of the email service."),
            Key.flag("confirmLinks", "false", "Shows a page with one button before a link signs the user in."),
            Key.flag(
                    "codes",
                    "false",
                    "Adds a code to the email, which the visitor can enter in the browser that requested it."));

    private static final Key PORT =
            Key.number("port", null, "The port of the email server; by default 25, or 465 with secure.", 1, 65_535);

    private static final Key SERVER = Key.of(
            "server",
            null,
            "The email server: smtp://user:password@host:port, or its parts.",
            Shape.SECRET,
            Shape.group(
                    Key.text("host", "localhost", "The host of the email server."),
                    PORT,
                    Key.flag("secure", "false", "TLS from the first byte."),
                    Key.flag("requireTLS", "false", "Rejects a server without STARTTLS."),
                    Key.group(
                            "auth",
                            "The login.",
                            Key.text("user", null, "The user."),
                            Key.secret("pass", "The password."))));

    /** The keys of one that sends by SMTP. */
    static final List<Key> KEYS =
            Stream.concat(SERVICE.stream(), Stream.of(SERVER)).toList();

    private EmailKeys() {}

    /** One that sends by itself, over a service. */
    static @Nullable EmailProvider service(Section section, EmailProvider start) {
        var provider = start;
        var name = section.text("name");
        if (name.isPresent()) provider = provider.name(name.get());
        var from = section.text("from");
        var apiKey = section.secret("apiKey").orElse(null);
        // Some services know their sender themselves.
        if (from.isPresent()) provider = provider.from(from.get());
        if (provider.from() == null && section.source().isDevelopment()) provider = provider.from(LOCAL_SENDER);
        if (provider.from() == null) require(section, "from", "the sender's address");
        if (provider.from() == null) return null;
        return proof(section, provider).apiKey(apiKey);
    }

    /** What is sent, and how long it works. */
    private static EmailProvider proof(Section section, EmailProvider provider) {
        var proof = provider.secret(section.secret("secret").orElse(null))
                .confirmLinks(section.flag("confirmLinks").orElse(false))
                .codes(section.flag("codes").orElse(false));
        return section.number(MAX_AGE)
                .map(Duration::ofSeconds)
                .map(proof::maxAge)
                .orElse(proof);
    }

    /** One that sends by SMTP, or whose mails the application sends. */
    static @Nullable EmailProvider read(Section section, String id, @Nullable Hooks hooks) {
        var name = section.text("name").orElse(id.equals("nodemailer") ? "Nodemailer" : "Email");
        var server = server(section);
        var from = section.text("from");
        var apiKey = section.secret("apiKey").orElse(null);
        if (section.source().isDevelopment()) {
            return proof(section, EmailProvider.of(id, UNSENT).name(name)).from(from.orElse(LOCAL_SENDER));
        }
        boolean isSent = server.isEmpty() && !section.keys().contains("server") && hooks != null && hooks.sendsMail();
        if (!isSent) {
            require(
                    section,
                    "server",
                    "smtp://user:password@host:port; or let the application send the email with its callback "
                            + "sendVerificationRequest");
            require(section, "from", "the sender's address");
            if (server.isEmpty() || from.isEmpty()) return null;
        }
        var sender = isSent ? Optional.of(UNSENT) : smtp(section, id, server.get());
        if (sender.isEmpty()) return null;
        var provider =
                proof(section, EmailProvider.of(id, sender.get()).name(name)).apiKey(apiKey);
        return from.isPresent() ? provider.from(from.get()) : provider;
    }

    private static Optional<EmailProvider.Sender> smtp(Section section, String id, String server) {
        try {
            var sender = Smtp.sender(server);
            section.source()
                    .probes()
                    .add(new Probe(
                            "the email server of the provider " + id,
                            () -> Smtp.probe(server),
                            "check its host, user and password"));
            return Optional.of(sender);
        } catch (IllegalArgumentException e) {
            section.wrong("server", "cannot be used: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static void unsent(VerificationRequest request) {
        throw new IllegalStateException("the application didn't send the email of the provider "
                + request.provider().id() + ", and the provider has no server; set up one of them");
    }

    /** Reads an address, or an object with host, port, secure and auth (Auth.js: {@code server} of Nodemailer). */
    static Optional<String> server(Section section) {
        if (!(section.item("server") instanceof Item.Table table)
                || table.entries().containsKey("file")) {
            return section.secret("server");
        }
        var url = new StringBuilder();
        section.section("server", server -> {
            boolean secure = server.flag("secure").orElse(false);
            var host = server.text("host").orElse("localhost");
            long port = server.number(PORT).orElse(secure ? 465L : 25L);
            var login = new StringBuilder();
            server.section("auth", auth -> {
                var user = auth.text("user").orElse("");
                var password = auth.secret("pass").orElse("");
                if (!user.isEmpty())
                    login.append(encoded(user))
                            .append(':')
                            .append(encoded(password))
                            .append('@');
            });
            url.append(secure ? "smtps://" : "smtp://")
                    .append(login)
                    .append(host)
                    .append(':')
                    .append(port);
            // The option's name in nodemailer, whose object this is.
            if (server.flag("requireTLS").orElse(false)) url.append("?tls=required");
        });
        return Optional.of(url.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void require(Section section, String key, String what) {
        if (!section.keys().contains(key)) section.wrong(key, "is missing: " + what);
    }
}
