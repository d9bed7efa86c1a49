package dev.cardea.accounts;

import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tells users by email what has changed, after the response. One thread sends, so a slow mail server delays no visitor. Safe
 * for concurrent use.
 */
final class Notices {
    private static final System.Logger LOG = System.getLogger("dev.cardea.accounts");
    private static final int MAX_WAITING = 1000;

    /** How long to wait before each try. */
    private static final List<Duration> PAUSES =
            List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));

    private final @Nullable EmailProvider provider;
    private final Scheduler scheduler;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Runs something later, in one thread. */
    interface Scheduler {
        void after(Duration pause, Runnable work);

        /** Has a thread only while there is something to do, and keeps no process running. */
        static Scheduler ofThread() {
            var executor = new ScheduledThreadPoolExecutor(1, work -> {
                var thread = new Thread(work, "cardea-notices");
                thread.setDaemon(true);
                return thread;
            });
            executor.setKeepAliveTime(1, TimeUnit.SECONDS);
            executor.allowCoreThreadTimeOut(true);
            return (pause, work) -> {
                var ignored = executor.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
            };
        }
    }

    /** @param provider {@code null}: nothing is sent */
    Notices(@Nullable EmailProvider provider, Scheduler scheduler) {
        this.provider = provider;
        this.scheduler = scheduler;
    }

    /** Sends an email soon. It is dropped, with a line in the log, if 1,000 others wait or if the fourth try fails. */
    void send(Mail mail) {
        if (provider == null) return;
        var sender = provider;
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            LOG.log(Level.WARNING, "accounts: a notice was not sent, because too many others wait");
            return;
        }
        scheduler.after(PAUSES.get(0), () -> attempt(sender, mail, 1));
    }

    /** Sends an email now, because a visitor waits for it. Returns whether it was sent. */
    boolean sendNow(Mail mail) {
        try {
            if (provider == null || provider.sender().send(mail, provider)) return provider != null;
            warnOfSender();
        } catch (RuntimeException e) {
            warn("an email was not sent", e);
        }
        return false;
    }

    /**
     * Sends an email now, because without it nothing would be done.
     *
     * @throws AuthException if it can't be sent
     */
    void require(Mail mail) {
        try {
            if (provider != null && provider.sender().send(mail, provider)) return;
        } catch (RuntimeException e) {
            // Its message may have the address.
            throw new AuthException(
                    ErrorType.EMAIL_SIGNIN,
                    "the email couldn't be sent: " + e.getClass().getName());
        }
        throw new ConfigurationException(
                ErrorType.INVALID_CONFIGURATION,
                "no email provider can send this email: add one, and let its sender implement send(Mail, EmailSettings)");
    }

    private void attempt(EmailProvider sender, Mail mail, int tries) {
        try {
            if (!sender.sender().send(mail, sender)) warnOfSender();
            waiting.decrementAndGet();
        } catch (RuntimeException e) {
            if (tries < PAUSES.size()) {
                scheduler.after(PAUSES.get(tries), () -> attempt(sender, mail, tries + 1));
                return;
            }
            waiting.decrementAndGet();
            warn("a notice was not sent after four tries", e);
        }
    }

    /** The exception of a mail server may have the address. */
    private static void warn(String what, RuntimeException e) {
        LOG.log(Level.WARNING, "accounts: " + what + ": " + e.getClass().getName());
    }

    private static void warnOfSender() {
        LOG.log(
                Level.WARNING,
                "account-notices-without-sender: users get no email about a changed password, and can't change their address; let the sender of the email "
                        + "provider implement send(Mail, EmailProvider)");
    }
}
