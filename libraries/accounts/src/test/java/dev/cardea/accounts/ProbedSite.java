package dev.cardea.accounts;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A site whose calls of the store a test counts and pauses. */
record ProbedSite(TestSite site, AdapterProbe probe) {
    static ProbedSite standard() {
        return with(it -> it);
    }

    static ProbedSite with(UnaryOperator<AuthConfig.Builder> change) {
        return over(AdapterProbe::on, change);
    }

    static ProbedSite without(Class<? extends Adapter> capability) {
        return over(real -> AdapterProbe.without(capability, real), it -> it);
    }

    private static ProbedSite over(Function<Adapter, AdapterProbe> wrap, UnaryOperator<AuthConfig.Builder> change) {
        var probe = new AtomicReference<AdapterProbe>();
        var site = TestSite.over(
                real -> {
                    probe.set(wrap.apply(real));
                    return probe.get().adapter();
                },
                change);
        return new ProbedSite(site, probe.get());
    }

    /** Returns the calls of the store in a request. */
    List<String> calls(Runnable request) {
        probe.forgetCalls();
        request.run();
        return probe.calls();
    }

    /** A second visitor at the same time. */
    static final class OtherThread implements AutoCloseable {
        private final ExecutorService executor = Executors.newSingleThreadExecutor();

        <T> Future<T> call(Callable<T> work) {
            return executor.submit(work);
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
