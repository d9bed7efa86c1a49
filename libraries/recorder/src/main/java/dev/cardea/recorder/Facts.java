package dev.cardea.recorder;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the causes need to know about a trace. Immutable. */
final class Facts {
    final Trace trace;

    Facts(Trace trace) {
        this.trace = trace;
    }

    boolean isError(ErrorType... types) {
        return trace.error().filter(List.of(types)::contains).isPresent();
    }

    /** Returns the last step of a kind that meets a condition. */
    <S extends Step> Optional<S> last(Class<S> kind, Predicate<S> condition) {
        return entries(kind, condition).reduce((first, second) -> second).map(entry -> kind.cast(entry.step()));
    }

    <S extends Step> Optional<S> last(Class<S> kind) {
        return last(kind, step -> true);
    }

    <S extends Step> Optional<S> first(Class<S> kind, Predicate<S> condition) {
        return entries(kind, condition).findFirst().map(entry -> kind.cast(entry.step()));
    }

    <S extends Step> boolean has(Class<S> kind, Predicate<S> condition) {
        return entries(kind, condition).findAny().isPresent();
    }

    private <S extends Step> Stream<Entry> entries(Class<S> kind, Predicate<S> condition) {
        return trace.entries().stream()
                .filter(entry -> kind.isInstance(entry.step()) && condition.test(kind.cast(entry.step())));
    }

    /** Returns the host that the browser asked when the sign-in began; empty if the trace begins with the return. */
    Optional<HostName> hostOfBegin() {
        return trace.entries().stream()
                .filter(entry -> entry.step() instanceof Step.SignInStart)
                .findFirst()
                .flatMap(this::hostOf);
    }

    /** Returns the host that the browser asked with the request that failed. */
    Optional<HostName> hostOfFailure() {
        return trace.entries().isEmpty() ? Optional.empty() : hostOf(lastEntry());
    }

    /** Returns the host that the configuration takes the site for; empty if the request did not get that far. */
    Optional<HostName> site() {
        return last(Step.OriginDecision.class).map(Step.OriginDecision::host);
    }

    /** A configured url has the last word about the site's origin, but not about what the browser asked. */
    private Optional<HostName> hostOf(Entry at) {
        return trace.entries().stream()
                .filter(entry -> entry.request().equals(at.request()))
                .flatMap(entry -> entry.step() instanceof Step.RequestStart it ? Stream.of(it) : null)
                .map(it -> it.forwardedHost() == null ? it.host() : it.forwardedHost())
                .findFirst();
    }

    /** Returns the browser facts of the first and of the last request that has them. */
    Optional<Step.BrowserFacts> firstBrowser() {
        return first(Step.BrowserFacts.class, step -> true);
    }

    Optional<Step.BrowserFacts> lastBrowser() {
        return last(Step.BrowserFacts.class);
    }

    /** Returns whether the sign-in that failed had several requests. */
    boolean hasBegin() {
        return has(Step.SignInStart.class, step -> true);
    }

    Duration sinceBegin() {
        if (trace.entries().isEmpty()) return Duration.ZERO;
        return Duration.between(trace.entries().get(0).time(), lastEntry().time());
    }

    private Entry lastEntry() {
        return trace.entries().get(trace.entries().size() - 1);
    }
}
