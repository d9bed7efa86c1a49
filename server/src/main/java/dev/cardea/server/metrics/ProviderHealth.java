package dev.cardea.server.metrics;

import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.ProviderCall.Result;
import dev.cardea.observe.StepContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** How the last call to each provider ended. Nothing is called for it. Safe for concurrent use. */
public final class ProviderHealth implements Observer {
    private static final Set<Result> DOWN = Set.of(Result.TIMEOUT, Result.UNREACHABLE, Result.INVALID);

    private final LongSupplier nanos;
    private final Map<String, Call> last = new ConcurrentHashMap<>();

    /**
     * The end of a call.
     *
     * @param isAnswered whether the provider answered as such; a rejected code is a response
     */
    public record Answer(boolean isAnswered, Duration age) {}

    private record Call(boolean isAnswered, long at) {}

    /** @param nanos a clock that never goes back */
    public ProviderHealth(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public void observe(StepContext at, Step step) {
        // A call that waited for others says nothing of the provider.
        if (!(step instanceof Step.ProviderCall call) || call.result() == Result.LIMITED) return;
        boolean isAnswered = !DOWN.contains(call.result()) && call.status() < 500;
        last.put(call.provider().label(), new Call(isAnswered, nanos.getAsLong()));
    }

    /** Returns the end of the last call to a provider; empty before the first. */
    public Optional<Answer> of(String provider) {
        return Optional.ofNullable(last.get(provider))
                .map(call -> new Answer(call.isAnswered, Duration.ofNanos(nanos.getAsLong() - call.at)));
    }
}
