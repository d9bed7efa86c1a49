package dev.cardea.examples.demo;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.Inbox;
import dev.cardea.text.Texts;
import java.util.Locale;

/** The mails that would have left. */
final class InboxPage implements HttpHandler {
    private final Inbox inbox;

    InboxPage(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Response handle(Request request) {
        var mails = inbox.mails();
        var out = new StringBuilder("<section><h1>Inbox</h1>");
        if (mails.isEmpty()) {
            out.append(
                    "<p>No emails yet. <a href=\"/auth/signup\">Create an account</a>, and the code arrives here.</p>");
        }
        for (int i = mails.size() - 1; i >= 0; i--) out.append(signIn(mails.get(i)));
        var notices = inbox.notices();
        for (int i = notices.size() - 1; i >= 0; i--) out.append(notice(notices.get(i)));
        return DemoPage.of("Inbox", out.append("</section>").toString());
    }

    private static String signIn(VerificationRequest request) {
        var mail = VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH);
        return "<h2>" + DemoPage.escape(mail.subject()) + "</h2><p>To " + DemoPage.escape(request.identifier())
                + "</p><p class=\"code\">" + DemoPage.escape(request.token())
                + "</p><p>Enter this code where you asked for it. <a href=\"" + DemoPage.escape(request.url())
                + "\">Open the link</a></p>";
    }

    private static String notice(Mail mail) {
        return "<h2>" + DemoPage.escape(mail.subject()) + "</h2><p>To " + DemoPage.escape(mail.to()) + "</p><pre>"
                + DemoPage.escape(mail.text()) + "</pre>";
    }
}
