package dev.cardea.mail;

import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends sign-in links and the emails of modules by SMTP (RFC 5321).
 *
 * <pre>{@code
 * EmailProvider.of("nodemailer", Smtp.sender("smtp://user:password@mail.example:587")).from("no-reply@app.example")
 * }</pre>
 */
public final class Smtp implements EmailProvider.Sender {
    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private final SmtpServer server;
    private final Texts texts;

    private final @Nullable SSLSocketFactory tls;

    /** @param tls decides which certificates are trusted; {@code null} means those that the JVM trusts */
    Smtp(SmtpServer server, Texts texts, @Nullable SSLSocketFactory tls) {
        this.server = server;
        this.texts = texts;
        this.tls = tls;
    }

    /**
     * Makes a sender that uses a server, with texts in the built-in languages. Safe for concurrent use.
     *
     * @param server {@code smtp://} (STARTTLS if the server offers it, always before a password leaves this
     *     machine), {@code smtp://…?tls=required} (never without STARTTLS, for servers without a login too) or
     *     {@code smtps://} (TLS from the first byte). User and password are percent-encoded. The certificate must be
     *     for the host
     * @throws IllegalArgumentException if it is not such an address
     */
    public static EmailProvider.Sender sender(String server) {
        return sender(server, Texts.DEFAULT);
    }

    /** Makes a sender with your own texts. */
    public static EmailProvider.Sender sender(String server, Texts texts) {
        return new Smtp(SmtpServer.parse(server), texts, null);
    }

    /**
     * Checks that the server is reachable and accepts the login; sends no mail.
     *
     * @return the host name of the server
     */
    public static String probe(String server) {
        return new Smtp(SmtpServer.parse(server), Texts.DEFAULT, null).probe();
    }

    String probe() {
        try (var transport = session(server, tls).getTransport(server.protocol())) {
            transport.connect(server.host(), server.port(), server.user(), server.password());
            return server.toString();
        } catch (MessagingException e) {
            throw new MailException(server + " isn't responding", reason(e));
        }
    }

    /** The email library hides the fault of a certificate behind "Could not convert socket to TLS". */
    private static Exception reason(MessagingException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException fault) return fault;
        }
        return failure;
    }

    @Override
    public void send(VerificationRequest request) {
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        var mail = new Mail(request.identifier(), content.subject(), content.text(), content.html());
        var ignored = send(mail, request.provider());
    }

    @Override
    public boolean send(Mail mail, EmailSettings provider) {
        try {
            var session = session(server, tls);
            var message = message(mail, provider, session);
            try (var transport = session.getTransport(server.protocol())) {
                transport.connect(server.host(), server.port(), server.user(), server.password());
                transport.sendMessage(message, message.getAllRecipients());
            }
            return true;
        } catch (MessagingException e) {
            throw new MailException(server + " didn't accept the email", e);
        }
    }

    private static MimeMessage message(Mail mail, EmailSettings provider, Session session) throws MessagingException {
        var message = new MimeMessage(session);
        message.setFrom(new InternetAddress(provider.from(), true));
        message.setRecipients(Message.RecipientType.TO, new Address[] {recipient(mail.to())});
        message.setSubject(mail.subject(), UTF_8);
        message.setSentDate(new Date());
        message.setContent(body(mail));
        message.saveChanges();
        return message;
    }

    /** A single address, even if it contains commas: a list would send the link of one user to another. */
    private static Address recipient(String identifier) throws MessagingException {
        var all = InternetAddress.parse(identifier, true);
        if (all.length != 1) throw new MessagingException("not one address");
        all[0].validate();
        return all[0];
    }

    private static MimeMultipart body(Mail mail) throws MessagingException {
        var plain = new MimeBodyPart();
        plain.setText(mail.text(), UTF_8, "plain");
        var html = new MimeBodyPart();
        html.setText(mail.html(), UTF_8, "html");
        return new MimeMultipart("alternative", plain, html);
    }

    private static Session session(SmtpServer server, @Nullable SSLSocketFactory tls) {
        var properties = server.properties();
        if (tls != null) {
            properties.put("mail." + server.protocol() + ".ssl.socketFactory", tls);
            // The library would try again with the certificates that the JVM trusts.
            properties.put("mail." + server.protocol() + ".socketFactory.fallback", "false");
        }
        return Session.getInstance(properties);
    }
}
