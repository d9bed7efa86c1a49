package dev.cardea.dev;

import dev.cardea.json.Claims;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Receives all mails, in place of a mail server, and deletes the oldest. Safe for concurrent use. */
final class DevInbox {
    private static final int CAPACITY = 200;
    /** Characters of all mails together. */
    private static final long MAX_SIZE = 8 * 1024 * 1024;
    /** Characters that a person can be expected to type. */
    private static final int LONGEST_CODE = 16;

    /**
     * A mail of Cardea, or one of the application.
     *
     * @param from the sender; {@code null} for a mail of Cardea
     * @param url the first web address in it; empty if it has none
     * @param code the plain token, for providers that send a code; {@code null} for a mail of the application
     * @param expires {@code null} for a mail of the application
     */
    record Mail(
            long id,
            @Nullable String from,
            String to,
            VerificationMail content,
            String url,
            @Nullable String code,
            Instant received,
            @Nullable Instant expires) {
        Claims json() {
            return Claims.of("id", id)
                    .withPresent("from", from)
                    .with("to", to)
                    .with("subject", content.subject())
                    .with("text", content.text())
                    .with("html", content.html())
                    .with("url", url)
                    .withPresent("code", code)
                    .with("received", received.toString())
                    .withPresent("expires", expires == null ? null : expires.toString());
        }

        /** Returns the code if a person types it: tokens of links are longer. */
        Optional<String> typedCode() {
            return Optional.ofNullable(code).filter(it -> it.length() <= LONGEST_CODE);
        }

        private long size() {
            return (long) to.length()
                    + content.subject().length()
                    + content.text().length()
                    + content.html().length();
        }

        /** Prints the id only, because the link signs a user in. */
        @Override
        public String toString() {
            return "Mail[" + id + "]";
        }
    }

    private final List<Mail> mails = new ArrayList<>();
    private volatile @Nullable String address;
    private long count;
    private long size;

    /** Names the address at which the application sends mails by SMTP. */
    void listensAt(String smtp) {
        address = smtp;
    }

    /** Returns the address at which the application sends mails by SMTP; empty if nothing listens. */
    Optional<String> address() {
        return Optional.ofNullable(address);
    }

    /** Returns a sender that puts mails into this inbox. */
    EmailProvider.Sender sender(Texts texts, Clock clock, DevFaults faults) {
        return new EmailProvider.Sender() {
            @Override
            public void send(VerificationRequest request) {
                requireWorking();
                add(request, texts, clock);
            }

            @Override
            public boolean send(dev.cardea.provider.Mail mail, EmailSettings provider) {
                requireWorking();
                var from = Objects.requireNonNullElse(provider.from(), "");
                add(new ReceivedMail(from, mail.to(), mail.subject(), mail.text(), mail.html()), clock);
                return true;
            }

            private void requireWorking() {
                if (faults.fails(DevFaults.Service.MAIL)) {
                    throw new IllegalStateException("development mode: the email can't be sent");
                }
            }
        };
    }

    private void add(VerificationRequest request, Texts texts, Clock clock) {
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        add(id -> new Mail(
                id,
                null,
                request.identifier(),
                content,
                request.url(),
                request.token(),
                clock.instant(),
                request.expires()));
    }

    /** Receives a mail of the application, or of a module. */
    void add(ReceivedMail mail, Clock clock) {
        var content = new VerificationMail(mail.subject(), mail.text(), mail.html());
        add(id -> new Mail(id, mail.from(), mail.to(), content, mail.url(), null, clock.instant(), null));
    }

    private void add(LongFunction<Mail> mail) {
        synchronized (mails) {
            var added = mail.apply(++count);
            mails.add(added);
            size += added.size();
            while (mails.size() > CAPACITY || (size > MAX_SIZE && mails.size() > 1)) {
                size -= mails.remove(0).size();
            }
        }
    }

    /** Returns all mails, newest first. */
    List<Mail> mails() {
        synchronized (mails) {
            var newestFirst = new ArrayList<>(mails);
            Collections.reverse(newestFirst);
            return List.copyOf(newestFirst);
        }
    }

    Optional<Mail> mail(String id) {
        return mails().stream()
                .filter(mail -> String.valueOf(mail.id()).equals(id))
                .findFirst();
    }

    void clear() {
        synchronized (mails) {
            mails.clear();
            size = 0;
        }
    }
}
