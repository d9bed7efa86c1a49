package dev.cardea.dev;

import dev.cardea.json.Claims;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Receives all mails, in place of a mail server, and forgets the oldest. Safe for concurrent use. */
final class DevInbox {
    private static final int CAPACITY = 200;

    /** @param code the plain token, for providers that send a code */
    record Mail(
            long id, String to, VerificationMail content, String url, String code, Instant received, Instant expires) {
        Claims json() {
            return Claims.of("id", id)
                    .with("to", to)
                    .with("subject", content.subject())
                    .with("text", content.text())
                    .with("url", url)
                    .with("code", code)
                    .with("received", received.toString())
                    .with("expires", expires.toString());
        }

        /** Prints the id only, because the link signs a user in. */
        @Override
        public String toString() {
            return "Mail[" + id + "]";
        }
    }

    private final List<Mail> mails = new ArrayList<>();
    private long count;

    /** Returns a sender that puts mails into this inbox. */
    EmailProvider.Sender sender(Texts texts, Clock clock, DevFaults faults) {
        return request -> {
            if (faults.fails(DevFaults.Service.MAIL)) {
                throw new IllegalStateException("development mode: the mail cannot be sent");
            }
            add(request, texts, clock);
        };
    }

    private void add(VerificationRequest request, Texts texts, Clock clock) {
        var locale = texts.locale(request.request().header("accept-language").orElse(null));
        var content = VerificationMail.of(request, texts, locale);
        synchronized (mails) {
            if (mails.size() == CAPACITY) mails.remove(0);
            count++;
            mails.add(new Mail(
                    count,
                    request.identifier(),
                    content,
                    request.url(),
                    request.token(),
                    clock.instant(),
                    request.expires()));
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
        }
    }
}
