package dev.cardea.hooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.hook.RedirectParams;
import dev.cardea.hooks.Receiver.Call;
import dev.cardea.hooks.Receiver.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets that are replaced while hooks are called, whichever side is deployed first. */
@Tag("slow")
class RotationTest {
    private static final String OLD = "old-secret-old-secret-old-secret-";
    private static final String NEW = "new-secret-new-secret-new-secret-";
    private static final RedirectParams DASH = new RedirectParams("/dash", "https://app.example");
    private static final int CALLERS = 4;
    private static final int CALLS = 25;

    private Receiver app;
    private volatile List<String> accepted = List.of(OLD);

    @BeforeEach
    void start() throws Exception {
        app = new Receiver()
                .on(
                        "callbacks/redirect",
                        call -> isSigned(call)
                                ? Reply.of("{\"result\":\"https://app.example/x\"}")
                                : Reply.status(401));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    static Stream<Arguments> orders() {
        var oldFirst = List.of(OLD, NEW);
        var newFirst = List.of(NEW, OLD);
        return Stream.of(oldFirst, newFirst)
                .flatMap(core -> Stream.of(oldFirst, newFirst)
                        .flatMap(site -> Stream.of(true, false).map(coreFirst -> Arguments.of(core, site, coreFirst))));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void no_call_fails(List<String> core, List<String> site, boolean coreFirst) throws Exception {
        load(List.of(OLD));
        if (coreFirst) load(core);
        accepted = site;
        load(coreFirst ? core : List.of(OLD));
        load(core);
        if (coreFirst) load(List.of(NEW));
        accepted = List.of(NEW);
        load(coreFirst ? List.of(NEW) : core);
        load(List.of(NEW));
    }

    @Test
    void a_call_that_is_rejected_is_signed_again_once() {
        accepted = List.of("another-secret-another-secret-32");
        var hooks = hooks(List.of(NEW, OLD));
        assertThatThrownBy(() -> hooks.callbacks().redirect().apply(DASH))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("401");
        assertThat(app.calls).hasSize(2);
    }

    @Test
    void the_secret_that_was_accepted_is_the_first_of_the_next_call() {
        var hooks = hooks(List.of(NEW, OLD));
        for (int i = 0; i < 3; i++)
            assertThat(hooks.callbacks().redirect().apply(DASH)).isNotNull();
        assertThat(app.calls).hasSize(4);
    }

    /** Calls at once, by a process that was started with these secrets. */
    private void load(List<String> secrets) throws Exception {
        var hooks = hooks(secrets);
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var begin = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < CALLERS; i++) {
            var thread = new Thread(() -> {
                try {
                    begin.await();
                    for (int call = 0; call < CALLS; call++) {
                        assertThat(hooks.callbacks().redirect().apply(DASH)).isNotNull();
                    }
                } catch (InterruptedException | RuntimeException | AssertionError e) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (var thread : threads) thread.join();
        assertThat(failures).isEmpty();
    }

    private Hooks hooks(List<String> secrets) {
        return Hooks.of(
                HookSettings.at(app.url()).callbacks(List.of("redirect")).timeout(Duration.ofSeconds(60)), secrets);
    }

    private boolean isSigned(Call call) {
        return accepted.stream().anyMatch(secret -> isSignedWith(call, secret));
    }

    private static boolean isSignedWith(Call call, String secret) {
        var parts = call.signature().split("\\.");
        var event = call.eventId() == null ? "" : call.eventId();
        return new HookSigner(secret)
                .sign(call.name(), event, call.body().getBytes(UTF_8), Long.parseLong(parts[1]), parts[2])
                .equals(call.signature());
    }
}
