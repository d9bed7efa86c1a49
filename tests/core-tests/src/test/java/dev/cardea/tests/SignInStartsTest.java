package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Rounds;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A sign-in that is begun and never finished: its state is in the browser, so many of them leave nothing here. */
@Isolated("measures the heap")
@Tag("slow")
class SignInStartsTest {
    private static final int STARTS = Rounds.of(100_000);

    /** What is bounded may still grow by a megabyte. The rest is less than a row for each of them. */
    private static final long MAX_BYTES = 1_500_000 + 40L * STARTS;

    @Test
    void sign_ins_that_are_only_begun_leave_heap_and_rows_as_they_were() {
        var probe = AdapterProbe.on(new InMemoryAdapter());
        var site = Site.with(
                p -> p,
                c -> c.adapter(probe.adapter())
                        .session(SessionOptions.jwt())
                        .rateLimits(RateLimits.DEFAULT)
                        .provider(OAuthProvider.oauth("plain", "Plain")
                                .clientId("app")
                                .clientSecret("app-secret")
                                .authorization("https://op.example/authorize")
                                .token("https://op.example/token")
                                .userinfo("https://op.example/me")));
        var token = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var cookie = "__Host-authjs.csrf-token="
                + site.browser.cookie(APP + "/", "__Host-authjs.csrf-token").orElseThrow();
        var form = Request.post(APP + "/auth/signin/plain", "application/x-www-form-urlencoded", "csrfToken=" + token)
                .header("cookie", cookie);
        start(site, form, 0, STARTS / 10);
        long before = usedHeap();
        start(site, form, STARTS / 10, STARTS);

        assertThat(usedHeap() - before).as("bytes").isLessThan(MAX_BYTES);
        assertThat(probe.calls()).isEmpty();
    }

    /** Starts sign-ins, each from another network, one every second. */
    private static void start(Site site, Request form, int from, int to) {
        for (int i = from; i < to; i++) {
            site.clock.advance(Duration.ofSeconds(1));
            var answer = site.auth.handle(Request.of(
                    form.method(),
                    form.scheme(),
                    form.target(),
                    form.headers(),
                    form.body(),
                    "9." + (i >> 16) + "." + ((i >> 8) & 255) + "." + (i & 255)));
            assertThat(answer.status()).isEqualTo(302);
        }
    }

    /** What is reachable: the least of some measurements, for a collection may be under way. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
