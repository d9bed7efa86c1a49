package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Provider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends sign-in links and the emails of modules through a mail service with one https call: three seconds to connect, ten in total, no retry. If
 * the service rejects the email, its message is in the exception, without the key and without the link. Immutable; safe
 * for concurrent use.
 */
public final class MailService implements EmailProvider.Sender {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private static final int MAX_QUOTED = 500;

    /** Separators of addresses in a list: a list would send the link of one user to another. */
    private static final Pattern SEVERAL = Pattern.compile("[\\s,;<>\"()\\p{Cntrl}]");

    private final String name;
    private final Function<Mail, Request> call;
    private final boolean hasOwnTexts;
    private final @Nullable HttpHandler http;
    private final Texts texts;

    private MailService(
            String name, Function<Mail, Request> call, boolean hasOwnTexts, @Nullable HttpHandler http, Texts texts) {
        this.name = name;
        this.call = call;
        this.hasOwnTexts = hasOwnTexts;
        this.http = http;
        this.texts = texts;
    }

    static MailService of(String name, Function<Mail, Request> call) {
        return new MailService(name, call, false, null, Texts.DEFAULT);
    }

    /** Creates one whose emails have subject and text from a template at the service. It sends sign-in links only. */
    static MailService withOwnTexts(String name, Function<Mail, Request> call) {
        return new MailService(name, call, true, null, Texts.DEFAULT);
    }

    @Override
    public boolean needsApiKey() {
        return true;
    }

    /** Returns a copy with your own texts. */
    public MailService texts(Texts changed) {
        return new MailService(name, call, hasOwnTexts, http, changed);
    }

    /** Returns a copy with another HTTP client, such as one that uses a proxy. */
    public MailService over(HttpHandler client) {
        return new MailService(name, call, hasOwnTexts, client, texts);
    }

    EmailProvider provider(String id) {
        return EmailProvider.of(id, this).name(name);
    }

    /**
     * An email to send.
     *
     * @param sender the name of the provider
     * @param url the sign-in link; empty if it has none
     */
    record Mail(
            String key,
            @Nullable String from,
            String to,
            String sender,
            String subject,
            String text,
            String html,
            String url) {
        Mailbox mailbox() {
            if (from == null || from.isEmpty())
                throw new IllegalStateException("from is not set: the sender's address");
            return Mailbox.parse(from);
        }

        /** Prints the sender only, because the link signs a user in. */
        @Override
        public String toString() {
            return "Mail[" + sender + "]";
        }
    }

    @Override
    public void send(VerificationRequest request) {
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        var mail =
                new dev.cardea.provider.Mail(request.identifier(), content.subject(), content.text(), content.html());
        send(mail(mail, request.provider(), request.url()), request.token());
    }

    @Override
    public boolean send(dev.cardea.provider.Mail mail, EmailSettings provider) {
        if (hasOwnTexts) return false;
        send(mail(mail, provider, ""), "");
        return true;
    }

    private void send(Mail mail, String token) {
        int status;
        String said;
        try {
            var answer = (http == null ? Https.CLIENT : http).handle(call.apply(mail));
            status = answer.status();
            said = answer.text();
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new MailServiceException(name + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new MailServiceException(name + " isn't responding: " + withoutSecrets(reason(e), mail, token), e);
        }
        if (status / 100 != 2) {
            throw new MailServiceException(
                    name + " returned status " + status + ": " + withoutSecrets(said, mail, token));
        }
    }

    private Mail mail(dev.cardea.provider.Mail mail, EmailSettings provider, String url) {
        var key = provider.apiKey();
        if (key == null || key.isEmpty()) {
            throw new MailServiceException(
                    name + " needs a key: set apiKey or " + Provider.variable(provider.id(), "KEY"));
        }
        if (SEVERAL.matcher(mail.to()).find()) {
            throw new MailServiceException(name + " is not called, because the address may be several addresses");
        }
        return new Mail(
                key, provider.from(), mail.to(), provider.name(), mail.subject(), mail.text(), mail.html(), url);
    }

    private static String withoutSecrets(String said, Mail mail, String token) {
        var clean = said;
        for (var secret : Stream.concat(Stream.of(mail.url, token), Stream.of(mail.key.split(":")))
                .toList()) {
            if (!secret.isEmpty()) clean = clean.replace(secret, "…");
        }
        var line = CONTROL.matcher(clean).replaceAll(" ").strip();
        return line.length() > MAX_QUOTED ? line.substring(0, MAX_QUOTED) + "…" : line;
    }

    private static String reason(RuntimeException e) {
        var cause = e.getCause() == null ? e : e.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Made for the first mail, because a client has a thread. */
    private static final class Https {
        static final HttpHandler CLIENT = new OutboundHttp(false);
    }

    @Override
    public String toString() {
        return "MailService[" + name + "]";
    }
}
