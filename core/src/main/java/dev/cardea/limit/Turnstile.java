package dev.cardea.limit;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.json.Claims;
import dev.cardea.net.IpAddress;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a request pays for what it is about to do, before it does it. Internal.
 *
 * <p>Every method throws {@link TooManyRequestsException} where a budget is spent, and then has taken nothing.
 */
public final class Turnstile {
    private final RateLimits limits;
    private final RateLimiter own;
    private final RateLimiter counter;
    private final Whose whose;
    private final Consumer<AuthException> log;

    /**
     * @param own counts where the configuration names nobody else, and while somebody else cannot: a store of counters
     *     that is down neither locks everybody out nor lets anybody try for ever
     */
    public Turnstile(RateLimits limits, RateLimiter own, Secrets secrets, Consumer<AuthException> log) {
        this.limits = limits;
        this.own = own;
        counter = limits.counter().orElse(own);
        whose = new Whose(secrets, limits.ipv6Prefix());
        this.log = log;
    }

    /** Somebody begins a sign-in. */
    public void start(Optional<IpAddress> client) {
        enter(null, due(Budget.SIGN_IN_STARTS, whose.client(client)));
    }

    /** A mail is asked for. */
    public void mail(String mailbox, Optional<IpAddress> client) {
        enter(
                null,
                due(Budget.MAILS_BY_CLIENT, whose.client(client)),
                due(Budget.MAILS_TO_ADDRESS, Optional.of(whose.mailbox(mailbox))));
    }

    /** Somebody comes back from a provider or a mail. */
    public Pass callback(String provider, Optional<IpAddress> client) {
        return enter(provider, due(Budget.FAILED_CALLBACKS, whose.client(client)));
    }

    /** A link in a mail, or the code of one, is sent back. */
    public Pass link(EmailProvider provider, @Nullable String address, Optional<IpAddress> client) {
        boolean canBeGuessed = provider.generateVerificationToken() != null && address != null;
        return enter(
                provider.id(),
                due(Budget.FAILED_CALLBACKS, whose.client(client)),
                due(
                        Budget.FAILED_LINKS_FOR_ADDRESS,
                        canBeGuessed ? Optional.of(whose.mailbox(String.valueOf(address))) : Optional.empty()));
    }

    /** Somebody enters credentials. */
    public Pass credentials(CredentialsProvider provider, Claims entered, Optional<IpAddress> client) {
        return enter(
                provider.id(),
                due(Budget.CREDENTIALS_BY_CLIENT, whose.client(client)),
                due(Budget.CREDENTIALS_FOR_ACCOUNT, whose.account(provider, entered)));
    }

    /** One try that is to be paid for. */
    private record Due(Budget budget, String key, Limit limit) {}

    /** One try that was. */
    private record Taken(RateLimiter counter, String key, Limit limit) {}

    private @Nullable Due due(Budget budget, Optional<String> owner) {
        var limit = limits.of(budget);
        if (limit.isEmpty() || owner.isEmpty()) return null;
        return new Due(budget, budget.key() + ":" + owner.get(), limit.get());
    }

    private Pass enter(@Nullable String provider, @Nullable Due... all) {
        var taken = new ArrayList<Taken>();
        for (var due : all) {
            if (due == null) continue;
            var wait = take(due, taken);
            if (wait.isEmpty()) continue;
            giveBack(taken);
            throw new TooManyRequestsException(
                    "the budget " + due.budget + " of rateLimits is spent", wait.get(), provider);
        }
        return () -> giveBack(taken);
    }

    private Optional<Duration> take(Due due, List<Taken> taken) {
        try {
            return take(counter, due, taken);
        } catch (RuntimeException e) {
            if (counter == own) throw e;
            failed(e);
            return take(own, due, taken);
        }
    }

    private static Optional<Duration> take(RateLimiter from, Due due, List<Taken> taken) {
        var wait = Objects.requireNonNull(from.take(due.key, due.limit), "take returned null");
        if (wait.isEmpty()) taken.add(new Taken(from, due.key, due.limit));
        return wait;
    }

    private void giveBack(List<Taken> taken) {
        for (var one : taken) {
            try {
                one.counter.giveBack(one.key, one.limit);
            } catch (RuntimeException e) {
                failed(e);
            }
        }
    }

    private void failed(RuntimeException e) {
        log.accept(new AuthException(
                ErrorType.AUTH_ERROR, "the rate limiter failed; this process counts for itself meanwhile", e));
    }
}
