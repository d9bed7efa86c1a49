package dev.cardea.examples.demo;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.message.VerificationMail;
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
            out.append("<p>No emails yet. Request a link on the <a href=\"/auth/signin\">sign-in page</a>.</p>");
        }
        for (int i = mails.size() - 1; i >= 0; i--) {
            var mail = VerificationMail.of(mails.get(i), Texts.DEFAULT, Locale.ENGLISH);
            out.append("<h2>").append(DemoPage.escape(mail.subject())).append("</h2><p>To ");
            out.append(DemoPage.escape(mails.get(i).identifier())).append("</p><p><a class=\"button\" href=\"");
            out.append(DemoPage.escape(mails.get(i).url())).append("\">Open the link</a></p>");
        }
        return DemoPage.of("Inbox", out.append("</section>").toString());
    }
}
