package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;

/**
 * Sends sign-in links with Loops.
 *
 * <p>Create an API key at https://app.loops.so/settings?page=api, and a transactional email with the data variable
 * {@code url} for the link. Set the option {@code transactionalId} to the ID of that email.
 *
 * <p>Variable: {@code AUTH_LOOPS_KEY}.
 */
public final class Loops {
    static final Brand BRAND = Brand.of(
                    options -> provider(options.get("transactionalId")),
                    Option.needed("transactionalId", "the ID of the transactional email"))
            .note("Sender, subject and text come from your email at Loops. You don't need `from`, and "
                    + "Cardea's built-in texts aren't used.");

    private Loops() {}

    public static EmailProvider provider(String transactionalId) {
        return sender(transactionalId).provider("loops").from("");
    }

    public static MailService sender(String transactionalId) {
        return MailService.withOwnTexts("Loops", mail -> message(mail, transactionalId));
    }

    private static Request message(MailService.Mail mail, String transactionalId) {
        if (transactionalId.isEmpty()) throw new IllegalArgumentException("the option transactionalId is empty");
        var body = Claims.of("transactionalId", transactionalId)
                .with("email", mail.to())
                .with("dataVariables", Claims.of("url", mail.url()));
        return Request.post("https://app.loops.so/api/v1/transactional", "application/json", body.toJson())
                .header("authorization", "Bearer " + mail.key());
    }
}
