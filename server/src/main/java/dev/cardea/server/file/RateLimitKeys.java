package dev.cardea.server.file;

import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The key {@code rateLimits}: how many attempts a visitor has. */
final class RateLimitKeys {
    static final Map<String, Budget> BUDGETS = new LinkedHashMap<>();
    private static final long YEAR = 31_536_000;

    static {
        BUDGETS.put("signInStarts", Budget.SIGN_IN_STARTS);
        BUDGETS.put("mailsToAddress", Budget.MAILS_TO_ADDRESS);
        BUDGETS.put("mailsByClient", Budget.MAILS_BY_CLIENT);
        BUDGETS.put("failedCallbacks", Budget.FAILED_CALLBACKS);
        BUDGETS.put("credentialsForAccount", Budget.CREDENTIALS_FOR_ACCOUNT);
        BUDGETS.put("credentialsByClient", Budget.CREDENTIALS_BY_CLIENT);
    }

    private RateLimitKeys() {}

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
        var prefix = section.number("ipv6Prefix");
        return prefix.isEmpty() ? limits : limits.ipv6Prefix(prefix.get().intValue());
    }

    private static RateLimits limit(Section section, String key, Budget budget, RateLimits limits) {
        if (section.isOff(key)) return limits.without(budget);
        var changed = new RateLimits[] {limits};
        section.section(key, below -> {
            long burst = below.number("burst").orElse((long) budget.standard().burst());
            long each = below.number("each").orElse(budget.standard().each().toSeconds());
            if (burst * each > YEAR) section.wrong(key, "must restore all attempts within a year: burst times each");
            else changed[0] = limits.limit(budget, new Limit((int) burst, Duration.ofSeconds(each)));
        });
        return changed[0];
    }
}
