package dev.cardea.testing.replay;

import dev.cardea.model.ProviderType;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one request of a trace. Immutable.
 *
 * @param time of its first step
 */
record RecordedRequest(Instant time, List<Step> steps) {
    RecordedRequest {
        steps = List.copyOf(steps);
    }

    /** Returns the requests of a trace, in order. */
    static List<RecordedRequest> of(Trace trace) {
        var byRequest = new LinkedHashMap<Object, List<Trace.Entry>>();
        for (var entry : trace.entries()) {
            byRequest.computeIfAbsent(entry.request(), id -> new ArrayList<>()).add(entry);
        }
        return byRequest.values().stream()
                .map(entries -> new RecordedRequest(
                        entries.get(0).time(),
                        entries.stream().map(Trace.Entry::step).toList()))
                .toList();
    }

    <S extends Step> Stream<S> all(Class<S> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast);
    }

    <S extends Step> Optional<S> first(Class<S> kind) {
        return all(kind).findFirst();
    }

    <S extends Step> boolean has(Class<S> kind, Predicate<S> condition) {
        return all(kind).anyMatch(condition);
    }

    /** Returns what the browser asked for; empty if that step was dropped from a long trace. */
    Optional<Step.RequestStart> start() {
        return first(Step.RequestStart.class);
    }

    RequestAction action() {
        if (start().isPresent()) return start().get().action();
        return begins() ? Step.Action.SIGNIN : Step.Action.CALLBACK;
    }

    boolean isPost() {
        return start().map(it -> it.method() == Step.Method.POST).orElse(begins());
    }

    private boolean begins() {
        return first(Step.SignInStart.class).isPresent();
    }

    /** Returns whether a sign-in begins here. */
    boolean isBegin() {
        return action() == Step.Action.SIGNIN && isPost();
    }

    /** Returns whether a provider or a mail leads here. */
    boolean isReturn() {
        return action() == Step.Action.CALLBACK;
    }

    @Nullable ProviderId provider() {
        return start().map(Step.RequestStart::provider)
                .or(() -> first(Step.SignInStart.class).map(Step.SignInStart::provider))
                .or(() -> first(Step.Return.class).map(Step.Return::provider))
                .orElse(null);
    }

    boolean isForMail() {
        var provider = provider();
        return provider != null && provider.type() == ProviderType.EMAIL;
    }

    boolean hasCsrfCookie() {
        return has(Step.SecretUse.class, it -> it.purpose() == Step.SecretUse.Purpose.CSRF);
    }

    /** Returns whether a check cookie was sealed by a process with another secret. */
    boolean isOfOtherSecret() {
        return has(Step.CheckRead.class, it -> it.result() == Step.CheckRead.Result.UNREADABLE);
    }
}
