package dev.cardea.limit;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.json.Claims;
import dev.cardea.net.IpAddress;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Secrets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes from the budgets of a request before the request is processed. Internal.
 *
 * <p>Every method throws {@link TooManyRequestsException} if a budget is exhausted, and has then taken nothing.
 */
public final class Turnstile {
    private final RateLimits limits;
    private final RateLimiter own;
    private final @Nullable DeadlineRateLimiter shared;
    private final Whose whose;
    private final Consumer<AuthException> log;

    /**
     * @param own counts if the configuration names no other limiter, and while that one fails: an outage of a shared
     *     store neither locks all visitors out nor lets attackers try without limit
     */
    public Turnstile(RateLimits limits, RateLimiter own, Secrets secrets, Consumer<AuthException> log) {
        this.limits = limits;
        this.own = own;
        shared = limits.counter().orElse(null);
        whose = new Whose(secrets, limits.ipv6Prefix());
        this.log = log;
    }

    /** Counts a sign-in that a visitor starts. */
    public void start(Optional<IpAddress> client) {
        enter(null, due(Budget.SIGN_IN_STARTS, whose.client(client)));
    }

    /** Counts a sign-in mail that a visitor requests. */
    public void mail(String mailbox, Optional<IpAddress> client) {
        enter(
                null,
                due(Budget.MAILS_BY_CLIENT, whose.client(client)),
                due(Budget.MAILS_TO_ADDRESS, Optional.of(whose.mailbox(mailbox))));
    }

    /** Counts a visitor's return from a provider or a mail. */
    public Pass callback(String provider, Optional<IpAddress> client) {
        return enter(provider, due(Budget.FAILED_CALLBACKS, whose.client(client)));
    }

    /** Counts credentials that a visitor enters. */
    public Pass credentials(CredentialsProvider provider, Claims entered, Optional<IpAddress> client) {
        return enter(
                provider.id(),
                due(Budget.CREDENTIALS_BY_CLIENT, whose.client(client)),
                due(Budget.CREDENTIALS_FOR_ACCOUNT, whose.account(provider, entered)));
    }

    /** What one request takes from a budget. */
    private record Due(Budget budget, Take take) {}

    private @Nullable Due due(Budget budget, Optional<String> owner) {
        var limit = limits.of(budget);
        if (limit.isEmpty() || owner.isEmpty()) return null;
        return new Due(budget, new Take(budget.key() + ":" + owner.get(), limit.get()));
    }

    private Pass enter(@Nullable String provider, @Nullable Due... all) {
        var due = Stream.of(all).filter(Objects::nonNull).map(it -> (Due) it).toList();
        if (due.isEmpty()) return () -> {};
        return shared == null ? takeAll(own, provider, due) : takeAll(shared, provider, due);
    }

    /** Takes from the shared limiter, or from the one of this process while the shared one fails. */
    private Pass takeAll(DeadlineRateLimiter from, @Nullable String provider, List<Due> due) {
        try {
            return takeAll((RateLimiter) from, provider, due);
        } catch (TooManyRequestsException e) {
            throw e;
        } catch (RuntimeException e) {
            failed(from, e);
            return takeAll(own, provider, due);
        }
    }

    private Pass takeAll(RateLimiter from, @Nullable String provider, List<Due> due) {
        var takes = due.stream().map(Due::take).toList();
        var rejection = from.takeAll(takes);
        if (rejection.isEmpty()) return () -> giveBack(from, takes);
        var exhausted = due.stream().filter(it -> it.take.equals(rejection.get().take()));
        var names = exhausted.map(it -> it.budget.name()).collect(Collectors.joining(", "));
        throw new TooManyRequestsException(
                "the budget " + names + " of rateLimits is exhausted",
                rejection.get().retryAfter(),
                provider);
    }

    private void giveBack(RateLimiter from, List<Take> takes) {
        try {
            for (var take : takes) from.giveBack(take.key(), take.limit());
        } catch (RuntimeException e) {
            if (from instanceof DeadlineRateLimiter limiter) failed(limiter, e);
        }
    }

    private void failed(DeadlineRateLimiter limiter, RuntimeException e) {
        if (!limiter.beginsToFail()) return;
        log.accept(new AuthException(
                ErrorType.AUTH_ERROR, "the rate limiter failed; this process counts on its own meanwhile", e));
    }
}
