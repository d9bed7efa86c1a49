package dev.cardea.internal.limit;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.json.Claims;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.RateLimits;
import dev.cardea.limit.Take;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.token.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes from the budgets of a request before the request is processed.
 *
 * <p>Every method throws {@link TooManyRequestsException} if a budget is exhausted, and has then taken nothing.
 */
public final class RateLimitGuard {
    private static final Pattern MODULE_BUDGET = Pattern.compile("[a-z][a-z-]{1,39}");

    private final RateLimits limits;
    private final RateLimiter own;
    private final @Nullable DeadlineRateLimiter shared;
    private final BudgetKeys whose;
    private final Consumer<AuthException> log;

    /**
     * @param own counts if the configuration names no other limiter, and while that one fails: an outage of a shared
     *     store neither locks all visitors out nor lets attackers try without limit
     */
    public RateLimitGuard(RateLimits limits, RateLimiter own, Secrets secrets, Consumer<AuthException> log) {
        this.limits = limits;
        this.own = own;
        shared = limits.counter().map(DeadlineRateLimiter::new).orElse(null);
        whose = new BudgetKeys(secrets, limits.ipv6Prefix());
        this.log = log;
    }

    /** Counts a sign-in that a visitor starts. */
    public void signInStart(Optional<IpAddress> client) {
        consume(null, charge(Budget.SIGN_IN_STARTS, whose.client(client)));
    }

    /** Counts a sign-in mail that a visitor requests. */
    public void mail(String mailbox, Optional<IpAddress> client) {
        consume(
                null,
                charge(Budget.MAILS_BY_CLIENT, whose.client(client)),
                charge(Budget.MAILS_TO_ADDRESS, Optional.of(whose.mailbox(mailbox))));
    }

    /** Counts a visitor's return from a provider or a mail. */
    public Permit callback(String provider, Optional<IpAddress> client) {
        return consume(provider, charge(Budget.FAILED_CALLBACKS, whose.client(client)));
    }

    /** Counts credentials that a visitor enters. */
    public Permit credentials(AccountName accountName, Claims accepted, Optional<IpAddress> client) {
        var charges = new ArrayList<@Nullable Charge>();
        charges.add(charge(Budget.CREDENTIALS_BY_CLIENT, whose.client(client)));
        for (var account : whose.accounts(accountName, accepted)) {
            charges.add(charge(Budget.CREDENTIALS_FOR_ACCOUNT, Optional.of(account)));
        }
        return consume(accountName.provider().id(), charges.toArray(Charge[]::new));
    }

    /** Counts an attempt at a further route. */
    public Permit route(String name, Limit limit, Optional<IpAddress> client) {
        var budget = "route-" + name;
        return whose.client(client).map(owner -> further(budget, owner, limit)).orElse(() -> {});
    }

    /** Counts an attempt at what a module limits. */
    public Permit module(String name, String owner, Limit limit) {
        if (!MODULE_BUDGET.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a budget has 2 to 40 lowercase letters and hyphens; this is \"" + name + "\"");
        }
        return further("module-" + name, whose.named(owner), limit);
    }

    private Permit further(String budget, String owner, Limit limit) {
        return consume(null, limits.isOff() ? null : new Charge(budget, null, new Take(budget + ":" + owner, limit)));
    }

    /**
     * What one request takes from a budget.
     *
     * @param name of the budget, for the log
     * @param budget {@code null} for the budget of a further route or of a module
     */
    private record Charge(String name, @Nullable Budget budget, Take take) {}

    private @Nullable Charge charge(Budget budget, Optional<String> owner) {
        var limit = limits.of(budget);
        if (limit.isEmpty() || owner.isEmpty()) return null;
        return new Charge(budget.name(), budget, new Take(budget.key() + ":" + owner.get(), limit.get()));
    }

    private Permit consume(@Nullable String provider, @Nullable Charge... all) {
        List<Charge> due = new ArrayList<>();
        for (var charge : all) if (charge != null) due.add(charge);
        if (due.isEmpty()) return () -> {};
        return shared == null ? takeAll(own, provider, due) : takeAll(shared, provider, due);
    }

    /** Takes from the shared limiter, or from the one of this process while the shared one fails. */
    private Permit takeAll(DeadlineRateLimiter from, @Nullable String provider, List<Charge> due) {
        try {
            return takeAll((RateLimiter) from, provider, due);
        } catch (TooManyRequestsException e) {
            throw e;
        } catch (RuntimeException e) {
            failed(from, e);
            return takeAll(own, provider, due);
        }
    }

    private Permit takeAll(RateLimiter from, @Nullable String provider, List<Charge> due) {
        var takes = due.stream().map(Charge::take).toList();
        var rejection = from.takeAll(takes);
        if (rejection.isEmpty()) return () -> refund(from, takes);
        var exhausted = due.stream()
                .filter(it -> it.take.equals(rejection.get().take()))
                .toList();
        for (var it : exhausted) if (it.budget != null) Observation.current().add(new Step.RateLimit(it.budget));
        var names = exhausted.stream().map(Charge::name).collect(Collectors.joining(", "));
        throw new TooManyRequestsException(
                "the budget " + names + " of rateLimits is exhausted",
                rejection.get().retryAfter(),
                provider);
    }

    private void refund(RateLimiter from, List<Take> takes) {
        try {
            for (var take : takes) from.refund(take.key(), take.limit());
        } catch (RuntimeException e) {
            if (from instanceof DeadlineRateLimiter limiter) failed(limiter, e);
        }
    }

    private void failed(DeadlineRateLimiter limiter, RuntimeException e) {
        if (!limiter.beginsToFail()) return;
        log.accept(new AuthException(
                ErrorType.AUTH_ERROR,
                "the rate limiter failed; until it works again, this process limits requests by itself",
                e));
    }
}
