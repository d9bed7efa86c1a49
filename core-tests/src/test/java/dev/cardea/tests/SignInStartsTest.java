package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.OAuthProvider;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sign-in that is begun and never finished: its state is in the browser, so many of them leave nothing here. */
@Tag("slow")
class SignInStartsTest {
    private static final int STARTS = 100_000;
    private static final long MAX_BYTES = 8_000_000;

    @Test
    void a_hundred_thousand_sign_ins_that_are_only_begun_leave_heap_and_rows_as_they_were() throws Exception {
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

    /** Starts sign-ins, each from another network, one every ten milliseconds. */
    private static void start(Site site, Request form, int from, int to) {
        for (int i = from; i < to; i++) {
            site.clock.advance(Duration.ofMillis(10));
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
    private static long usedHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
