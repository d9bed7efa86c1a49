package com.example.guides;

import dev.cardea.examples.guides.OwnMail;
// sample
import dev.cardea.provider.EmailProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;

@Configuration
public class EmailConfiguration {
    @Bean
    EmailProvider email(JavaMailSender sender) {
        OwnMail.Mailer mailer = (to, subject, html) -> sender.send(message -> {
            var email = new MimeMessageHelper(message, "UTF-8");
            email.setFrom("no-reply@app.example");
            email.setTo(to);
            email.setSubject(subject);
            email.setText(html, true);
        });
        return EmailProvider.of("email", new OwnMail(mailer)).from("no-reply@app.example");
    }
}
// end
