package dev.cardea.host.spring;

import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.mail.MailPreparationException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;

/** Sends sign-in links and the emails of modules with the mail sender of the application. */
record MailedLinks(JavaMailSender sender, Texts texts) implements EmailProvider.Sender {
    @Override
    public void send(VerificationRequest request) {
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        var mail = new Mail(request.identifier(), content.subject(), content.text(), content.html());
        var ignored = send(mail, request.provider());
    }

    @Override
    public boolean send(Mail mail, EmailSettings provider) {
        var message = sender.createMimeMessage();
        try {
            var helper = new MimeMessageHelper(message, true, StandardCharsets.UTF_8.name());
            helper.setFrom(Objects.requireNonNull(provider.from(), "cardea.email.from"));
            helper.setTo(recipient(mail.to()));
            helper.setSubject(mail.subject());
            helper.setText(mail.text(), mail.html());
        } catch (MessagingException e) {
            throw new MailPreparationException("the email can't be made", e);
        }
        sender.send(message);
        return true;
    }

    /** A single address, even if it contains commas: a list would send the link of one user to another. */
    private static InternetAddress recipient(String identifier) throws MessagingException {
        var all = InternetAddress.parse(identifier, true);
        if (all.length != 1) throw new MessagingException("not one address");
        all[0].validate();
        return all[0];
    }
}
