package dev.cardea.it.kills;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.testing.Eventually;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** A mail server, and the links that arrived there. */
final class Mails implements AutoCloseable {
    private static final Pattern LINK = Pattern.compile("https://app\\.example/auth/callback/nodemailer[^\\s\"<>]*");

    private static final Pattern CODE = Pattern.compile("\\b[0-9]{8}\\b");

    /** Held, or its level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("com.icegreen.greenmail");

    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

    Mails() {
        LOG.setLevel(Level.WARNING);
        server.start();
    }

    int port() {
        return server.getSmtp().getPort();
    }

    void clear() {
        try {
            server.purgeEmailFromAllMailboxes();
        } catch (com.icegreen.greenmail.store.FolderException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first link that arrives for this address. */
    String await(String address) {
        return Eventually.present(
                "a mail for " + address, () -> linksTo(address).stream().findFirst());
    }

    /** Waits for a mail to this address that contains a text. */
    void await(String address, String text) {
        Eventually.present(
                "a mail for " + address + " with " + text,
                () -> textsTo(address).stream().filter(it -> it.contains(text)).findFirst());
    }

    /** The newest code that arrives for this address. */
    String code(String address) {
        return Eventually.present("a code for " + address, () -> {
            var texts = textsTo(address);
            var code = CODE.matcher(texts.isEmpty() ? "" : texts.get(texts.size() - 1));
            return code.find() ? Optional.of(code.group()) : Optional.empty();
        });
    }

    /** Links for this address, oldest first. */
    List<String> linksTo(String address) {
        var links = new ArrayList<String>();
        for (var text : textsTo(address)) {
            var link = LINK.matcher(text);
            if (link.find()) links.add(link.group().replace("&amp;", "&"));
        }
        return links;
    }

    /** Mails to this address, oldest first. */
    List<String> textsTo(String address) {
        var texts = new ArrayList<String>();
        try {
            for (var mail : server.getReceivedMessages()) {
                if (mail.getRecipients(Message.RecipientType.TO)[0].toString().contains(address)) {
                    texts.add(text(mail));
                }
            }
            return texts;
        } catch (MessagingException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Part part) throws MessagingException, IOException {
        var content = part.getContent();
        if (content instanceof Multipart parts) return text(parts.getBodyPart(0));
        return String.valueOf(content);
    }

    @Override
    public void close() {
        server.stop();
    }
}
