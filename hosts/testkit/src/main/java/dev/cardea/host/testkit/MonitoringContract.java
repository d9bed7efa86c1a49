package dev.cardea.host.testkit;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.SessionOptions;
import dev.cardea.error.ErrorType;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Meters, health and recorder show the same on every host, and no host starts a thread for them. */
interface MonitoringContract extends HostTest {
    /** Calls a shared rate limiter, which other tests configure, with a deadline. */
    String SHARED_LIMITER = "cardea-limits";

    @Test
    default void meters_health_and_recorder_show_one_sign_in_and_three_failures() {
        var registry = registry();
        // The recorder keeps few failures of one minute, and other tests cause some.
        site().clock.advance(Duration.ofMinutes(2));
        var before = counts(registry);
        // Those of a day ago are dropped meanwhile.
        var earlier = Recorder.of(site().auth()).failures();

        site().signedIn("Ada");
        var browser = site().browser();
        for (int i = 0; i < 2; i++) browser.send(site().signInPost(browser, "Ada", "wrong password"));
        failedReturn();

        assertThat(added(before, counts(registry))).containsExactlyInAnyOrderEntriesOf(EXPECTED);
        assertThat(registry.get("cardea.requests.active").gauge().value()).isZero();
        assertThat(isHealthy()).isTrue();
        assertThat(Recorder.of(site().auth()).failures())
                .filteredOn(trace -> !earlier.contains(trace))
                .extracting(Trace::error)
                .containsExactly(
                        Optional.of(ErrorType.CREDENTIALS_SIGNIN),
                        Optional.of(ErrorType.CREDENTIALS_SIGNIN),
                        Optional.of(ErrorType.INVALID_CHECK));
    }

    @Test
    default void a_store_that_does_not_answer_makes_the_host_unhealthy() {
        registry();
        site().withoutPassword(config -> config.adapter(FailureContract.down()).session(SessionOptions.database()));
        site().send(site().get("/auth/session"));
        assertThat(isHealthy()).isFalse();
        site().reset();
        site().send(site().get("/auth/session"));
        assertThat(isHealthy()).isTrue();
    }

    /** A thread of Cardea would show a frame of Cardea for as long as the host runs. */
    @Test
    default void no_thread_of_Cardea_runs_in_a_host() {
        registry();
        site().signedIn("Ada");
        isHealthy();
        var suspects = threadsOfCardea();
        // Requests of other tests may be under way.
        Eventually.passes(() -> {
            suspects.keySet().retainAll(threadsOfCardea().keySet());
            assertThat(suspects).isEmpty();
        });
    }

    private static Map<Thread, List<StackTraceElement>> threadsOfCardea() {
        var found = new HashMap<Thread, List<StackTraceElement>>();
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            boolean isOfCardea =
                    thread.getName().contains("cardea") && !thread.getName().equals(SHARED_LIMITER)
                            || Arrays.stream(frames)
                                    .anyMatch(frame -> frame.getClassName().startsWith("dev.cardea."));
            boolean isOfTest = Arrays.stream(frames)
                    .anyMatch(frame -> frame.getClassName().startsWith("org.junit.")
                            || frame.getClassName().startsWith("dev.cardea.testing."));
            if (isOfCardea && !isOfTest) found.put(thread, List.of(frames));
        });
        return found;
    }

    /** Returns the registry that the host or, in one line, the application counts in. */
    private MeterRegistry registry() {
        var telemetry = telemetry();
        if (telemetry != null) return telemetry.meters();
        var registry = new SimpleMeterRegistry();
        var meters = CardeaMeters.of(registry).recorder(Recorder.of(site().auth()));
        site().with(config -> config.observer(meters));
        return registry;
    }

    private void failedReturn() {
        Browser browser = site().browser();
        browser.send(site().get("/auth/callback/op?code=c&state=s"));
    }

    private boolean isHealthy() {
        var telemetry = telemetry();
        var response = site().send(site().get(telemetry == null ? "/health" : telemetry.healthPath()));
        assertThat(response.status()).isIn(200, 503);
        return response.status() == 200 && !response.text().equals(Application.DOWN);
    }

    private static Map<String, Long> counts(MeterRegistry registry) {
        var counts = new TreeMap<String, Long>();
        registry.getMeters().forEach(meter -> {
            if (!meter.getId().getName().startsWith("cardea.")) return;
            var labels = meter.getId().getTags().stream().map(tag -> tag.getKey() + "=" + tag.getValue());
            var name = Stream.concat(Stream.of(meter.getId().getName()), labels.sorted())
                    .toList();
            counts.put(String.join(" ", name), count(meter));
        });
        return counts;
    }

    private static long count(Meter meter) {
        return meter.match(
                gauge -> 0L,
                counter -> (long) counter.count(),
                Timer::count,
                other -> 0L,
                other -> 0L,
                other -> 0L,
                counter -> (long) counter.count(),
                other -> 0L,
                other -> 0L);
    }

    private static Map<String, Long> added(Map<String, Long> before, Map<String, Long> after) {
        var added = new TreeMap<String, Long>();
        after.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, 0L);
            if (more != 0) added.put(name, more);
        });
        return added;
    }

    /** One sign-in with a password, two wrong passwords, and one return from a provider without a check cookie. */
    Map<String, Long> EXPECTED = Map.ofEntries(
            entry("cardea.recorder.traces result=kept", 3L),
            entry("cardea.rejections type=CredentialsSignin", 2L),
            entry("cardea.rejections type=InvalidCheck", 1L),
            entry("cardea.requests action=callback method=GET outcome=rejected", 1L),
            entry("cardea.requests action=callback method=POST outcome=redirect", 1L),
            entry("cardea.requests action=callback method=POST outcome=rejected", 2L),
            entry("cardea.requests action=csrf method=GET outcome=ok", 3L),
            entry("cardea.secrets.used position=newest purpose=csrf", 4L),
            entry("cardea.sessions.issued cause=sign_in strategy=jwt", 1L),
            entry(
                    "cardea.sign.ins new_user=unknown provider=credentials reason=CredentialsSignin result=failure"
                            + " type=credentials",
                    2L),
            entry(
                    "cardea.sign.ins new_user=unknown provider=credentials reason=none result=success type=credentials",
                    1L),
            entry("cardea.sign.ins new_user=unknown provider=op reason=InvalidCheck result=failure type=oidc", 1L));
}
