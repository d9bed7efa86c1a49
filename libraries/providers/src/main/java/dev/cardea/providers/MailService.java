package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends sign-in links through a mail service with one https call: three seconds to connect, ten in total, no retry. If
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
    private final @Nullable HttpHandler http;
    private final Texts texts;

    private MailService(String name, Function<Mail, Request> call, @Nullable HttpHandler http, Texts texts) {
        this.name = name;
        this.call = call;
        this.http = http;
        this.texts = texts;
    }

    static MailService of(String name, Function<Mail, Request> call) {
        return new MailService(name, call, null, Texts.DEFAULT);
    }

    @Override
    public boolean needsApiKey() {
        return true;
    }

    /** Returns a copy with your own texts. */
    public MailService texts(Texts changed) {
        return new MailService(name, call, http, changed);
    }

    /** Returns a copy with another HTTP client, such as one that uses a proxy. */
    public MailService over(HttpHandler client) {
        return new MailService(name, call, client, texts);
    }

    EmailProvider provider(String id) {
        return EmailProvider.of(id, this).name(name);
    }

    /**
     * An email to send.
     *
     * @param sender the name of the provider
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
        var mail = mail(request);
        int status;
        String said;
        try {
            var answer = (http == null ? Https.CLIENT : http).handle(call.apply(mail));
            status = answer.status();
            said = answer.text();
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new MailServiceException(name + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new MailServiceException(name + " isn't responding: " + withoutSecrets(reason(e), request), e);
        }
        if (status / 100 != 2) {
            throw new MailServiceException(name + " returned status " + status + ": " + withoutSecrets(said, request));
        }
    }

    private Mail mail(VerificationRequest request) {
        var provider = request.provider();
        var key = provider.apiKey();
        if (key == null || key.isEmpty()) {
            throw new MailServiceException(
                    name + " needs a key: set apiKey or " + Provider.variable(provider.id(), "KEY"));
        }
        if (SEVERAL.matcher(request.identifier()).find()) {
            throw new MailServiceException(name + " is not called, because the address may be several addresses");
        }
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        return new Mail(
                key,
                provider.from(),
                request.identifier(),
                provider.name(),
                content.subject(),
                content.text(),
                content.html(),
                request.url());
    }

    private static String withoutSecrets(String said, VerificationRequest request) {
        var clean = said.replace(request.url(), "…").replace(request.token(), "…");
        for (var part : String.valueOf(request.provider().apiKey()).split(":")) {
            if (!part.isEmpty()) clean = clean.replace(part, "…");
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
