package dev.cardea.server.file;

import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.Off;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The key {@code rateLimits}: how many attempts a visitor has. */
final class RateLimitKeys {
    private static final Map<String, Budget> BUDGETS = new LinkedHashMap<>();
    private static final long YEAR = 31_536_000;

    static {
        BUDGETS.put("signInStarts", Budget.SIGN_IN_STARTS);
        BUDGETS.put("mailsToAddress", Budget.MAILS_TO_ADDRESS);
        BUDGETS.put("mailsByClient", Budget.MAILS_BY_CLIENT);
        BUDGETS.put("failedCallbacks", Budget.FAILED_CALLBACKS);
        BUDGETS.put("credentialsForAccount", Budget.CREDENTIALS_FOR_ACCOUNT);
        BUDGETS.put("credentialsByClient", Budget.CREDENTIALS_BY_CLIENT);
    }

    private static final Key IPV6_PREFIX =
            Key.number("ipv6Prefix", "64", "How many bits of an IPv6 address identify a client.", 32, 128);

    static final Key KEY = Key.of(
            "rateLimits",
            null,
            "How many attempts a visitor has; false turns the limits off.",
            new Off(),
            Shape.group(Stream.concat(BUDGETS.entrySet().stream().map(RateLimitKeys::key), Stream.of(IPV6_PREFIX))
                    .toArray(Key[]::new)));

    private RateLimitKeys() {}

    private static Key key(Map.Entry<String, Budget> budget) {
        return Key.of(
                budget.getKey(),
                null,
                "The budget " + budget.getKey() + "; false for no limit.",
                new Off(),
                Shape.group(burst(budget.getValue()), each(budget.getValue())));
    }

    private static Key burst(Budget budget) {
        var burst = String.valueOf(budget.standard().burst());
        return Key.number("burst", burst, "How many attempts are possible at the same time.", 1, 1_000_000);
    }

    private static Key each(Budget budget) {
        var each = String.valueOf(budget.standard().each().toSeconds());
        return Key.number("each", each, "After how many seconds one more attempt is possible.", 1, YEAR);
    }

    /** What the file does not mention keeps its standard; {@code false} ends all counting, or that of one budget. */
    static RateLimits read(Section file) {
        if (file.isOff("rateLimits")) return RateLimits.OFF;
        var limits = new RateLimits[] {RateLimits.DEFAULT};
        file.section("rateLimits", section -> limits[0] = limits(section));
        return limits[0];
    }

    private static RateLimits limits(Section section) {
        var limits = RateLimits.DEFAULT;
        for (var budget : BUDGETS.entrySet()) limits = limit(section, budget.getKey(), budget.getValue(), limits);
        var prefix = section.number(IPV6_PREFIX);
        return prefix.isEmpty() ? limits : limits.ipv6Prefix(prefix.get().intValue());
    }

    private static RateLimits limit(Section section, String key, Budget budget, RateLimits limits) {
        if (section.isOff(key)) return limits.without(budget);
        var changed = new RateLimits[] {limits};
        section.section(key, below -> {
            long burst =
                    below.number(burst(budget)).orElse((long) budget.standard().burst());
            long each =
                    below.number(each(budget)).orElse(budget.standard().each().toSeconds());
            if (burst * each > YEAR) section.wrong(key, "must restore all attempts within a year: burst times each");
            else changed[0] = limits.limit(budget, new Limit((int) burst, Duration.ofSeconds(each)));
        });
        return changed[0];
    }
}
