package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** No attack on the running host succeeds, neither of a stranger nor of a user. */
interface AttackContract extends HostTest {
    /** All attacks come from one client, so that what is counted by client leaves room for them. */
    RateLimits LIMITS = RateLimits.DEFAULT.limit(Budget.SIGN_IN_STARTS, new Limit(2_000, Duration.ofSeconds(1)));

    @Test
    default void no_attack_succeeds() {
        // Signed calls carry the time of the machine, which a clock of the test would call old.
        site().with(config -> config.clock(Clock.systemUTC()).rateLimits(LIMITS).bridge(true));
        var report = Attacks.against(site().address())
                .secrets(Secrets.of(Site.SECRET))
                .protectedPath("/account")
                .user("Ada", Site.PASSWORD)
                .groups(Group.ANONYMOUS, Group.ACCOUNT)
                .run();
        assertThat(report.findings()).as(report.describe()).isEmpty();
        var groups = EnumSet.of(Group.ANONYMOUS, Group.ACCOUNT);
        assertThat(report.notRun())
                .as(report.describe())
                .filteredOn(result -> groups.contains(result.attack().group()))
                .isEmpty();
    }
}
