package dev.cardea.testing;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receives the sign-in emails, and those of modules, instead of a mail server.
 *
 * <pre>{@code
 * var inbox = new Inbox();
 * EmailProvider.of("email", inbox)
 * …
 * browser.open(inbox.last("ada@example.com").orElseThrow().url())
 * }</pre>
 */
public final class Inbox implements EmailProvider.Sender {
    private static final int CAPACITY = 1000;

    private final List<VerificationRequest> mails = new ArrayList<>();
    private final List<Mail> notices = new ArrayList<>();
    private @Nullable RuntimeException failure;

    /** Creates an empty inbox. */
    public Inbox() {}

    @Override
    public synchronized void send(VerificationRequest request) {
        if (failure != null) throw failure;
        if (mails.size() == CAPACITY) mails.remove(0);
        mails.add(request);
    }

    @Override
    public synchronized boolean send(Mail mail, EmailSettings provider) {
        if (failure != null) throw failure;
        if (notices.size() == CAPACITY) notices.remove(0);
        return notices.add(mail);
    }

    /** Returns the emails of modules, such as notices of a changed password, oldest first. */
    public synchronized List<Mail> notices() {
        return List.copyOf(notices);
    }

    /** Makes the mail server fail until {@code null} ends that. */
    public synchronized void failWith(@Nullable RuntimeException exception) {
        failure = exception;
    }

    /** Returns the newest email to an address. */
    public synchronized Optional<VerificationRequest> last(String address) {
        return mails.stream().filter(mail -> mail.identifier().equals(address)).reduce((older, newer) -> newer);
    }

    /** Returns all sign-in emails, oldest first. */
    public synchronized List<VerificationRequest> mails() {
        return List.copyOf(mails);
    }

    /** Returns the links of all emails, oldest first. */
    public synchronized List<String> links() {
        return mails.stream().map(VerificationRequest::url).toList();
    }

    public synchronized void clear() {
        mails.clear();
        notices.clear();
    }
}
