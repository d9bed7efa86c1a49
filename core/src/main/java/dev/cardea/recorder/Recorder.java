package dev.cardea.recorder;

import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the steps of failed sign-ins in memory, so that the reference on an error page leads to the cause. It keeps the
 * last 20 successful sign-ins too, to compare.
 *
 * <pre>{@code
 * auth.recorder().find("9f2c41d07ab3e655").ifPresent(trace -> System.out.println(trace.explain()));
 * }</pre>
 *
 * <p>A trace is kept for 24 hours. All traces take 4 MB at most. A network of clients is 24 bits of an IPv4 address, or
 * 48 bits of an IPv6 address. It fills at most ten traces a minute and an eighth of the memory, so no client can push
 * out the traces of others. The recorder sees the steps of this process only. Safe for concurrent use, and starts no
 * thread.
 */
public final class Recorder implements Observer {
    static final int MAX_FAILURES_A_MINUTE = 10;
    static final int MAX_PENDING = 50;
    static final int MAX_SUCCESSES = 20;
    static final Duration MAX_AGE = Duration.ofHours(24);

    /** 4 MB, at 256 bytes for a step. */
    static final int MAX_STEPS = 16_384;

    /** An eighth of all. */
    static final int MAX_STEPS_OF_NETWORK = MAX_STEPS / 8;

    /** Requests that are handled at the same time. */
    private static final int MAX_REQUESTS = 1_024;

    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(5);

    /** How far back the first request can be. A check cookie lives 15 minutes, and visitors return later than that. */
    private static final Duration LONGEST_SIGN_IN = Duration.ofHours(1);

    private final Map<Id, TraceBuilder> requests = new ConcurrentHashMap<>();

    // What follows is read and changed under the lock of this object. Maps are in the order of their last change.
    private final Map<Id, TraceBuilder> pending = new LinkedHashMap<>();
    private final Map<String, KeptTrace> failures = new LinkedHashMap<>();
    private final Map<Optional<ClientNetwork>, Integer> stepsByClient = new HashMap<>();
    private final Deque<Trace> successes = new ArrayDeque<>();
    private final Map<Optional<ClientNetwork>, Integer> failuresThisMinute = new HashMap<>();
    private final Map<Optional<ClientNetwork>, Integer> pendingByClient = new HashMap<>();
    private long minute;
    private int steps;

    private record KeptTrace(Trace trace, Optional<ClientNetwork> client) {}

    /** A recorder without traces. {@code Auth} makes its own. */
    public Recorder() {}

    /**
     * Returns the trace of a failure.
     *
     * @param reference that the visitor saw: 16 hexadecimal digits, in the log as {@code [errorId]}
     * @return empty if it is unknown: another process handled the request, or the trace is gone
     */
    public synchronized Optional<Trace> find(String reference) {
        return Optional.ofNullable(failures.get(reference)).map(KeptTrace::trace);
    }

    /** Returns the failures that are kept, oldest first. */
    public synchronized List<Trace> failures() {
        return failures.values().stream().map(KeptTrace::trace).toList();
    }

    /** Returns the last successful sign-ins, oldest first. */
    public synchronized List<Trace> successes() {
        return List.copyOf(successes);
    }

    @Override
    public void observe(StepContext at, Step step) {
        var request = requests.get(at.request());
        if (request == null) {
            if (!isFirst(step) || requests.size() >= MAX_REQUESTS && !makeRoom(at.time())) return;
            request = new TraceBuilder();
            requests.put(at.request(), request);
        }
        request.add(new Trace.Entry(at.time(), at.request(), at.errorId(), step));
        if (step instanceof Step.RequestEnd) {
            requests.remove(at.request());
            file(at, request);
        }
    }

    /** Reads of sessions are most of the requests, and are recorded only from an error on. */
    private static boolean isFirst(Step step) {
        if (step instanceof Step.ErrorReport) return true;
        return step instanceof Step.RequestStart start
                && switch (start.action()) {
                    case SESSION, CSRF, PROVIDERS, VERIFY, ENTER, JWKS -> start.method() == Step.Method.POST;
                    default -> true;
                };
    }

    /** Forgets requests that never ended, because their thread was killed. */
    private boolean makeRoom(Instant now) {
        var oldest = now.minus(LONGEST_REQUEST);
        requests.values().removeIf(request -> request.last().isBefore(oldest));
        return requests.size() < MAX_REQUESTS;
    }

    private synchronized void file(StepContext at, TraceBuilder request) {
        expire(at.time().minus(MAX_AGE));
        var whole = request;
        if (at.flow() != null || !request.references().isEmpty()) whole = join(at, request);
        for (var reference : request.references()) fail(at.time(), reference, whole);
        if (request.isSuccess()) succeed(whole);
        // A sign-in that has ended stays too: the browser may load its last address again.
        if (at.flow() != null) await(at.flow(), whole);
        shrink();
    }

    /** Finds the earlier requests of the sign-in: by its id, or by what the browser is if the id did not come back. */
    private TraceBuilder join(StepContext at, TraceBuilder request) {
        var begun = at.flow() == null ? inferred(at.time(), request) : pending.get(at.flow());
        if (begun == null) return request;
        remove(begun);
        if (at.flow() == null) begun.infer();
        var other = pending.values().stream().filter(it -> request.answers(it)).findFirst();
        other.ifPresent(this::remove);
        var whole = other.orElse(begun);
        if (whole != begun) whole.append(begun);
        whole.append(request);
        return whole;
    }

    private @Nullable TraceBuilder inferred(Instant now, TraceBuilder request) {
        @Nullable TraceBuilder latest = null;
        for (var begun : pending.values()) {
            if (begun.isLike(request) && begun.last().isAfter(now.minus(LONGEST_SIGN_IN))) latest = begun;
        }
        return latest;
    }

    private void fail(Instant now, String reference, TraceBuilder whole) {
        long current = now.getEpochSecond() / 60;
        if (current != minute) failuresThisMinute.clear();
        minute = current;
        var client = Optional.ofNullable(whole.client());
        if (failuresThisMinute.merge(client, 1, Integer::sum) > MAX_FAILURES_A_MINUTE) return;
        forget(reference);
        var trace = whole.build(reference);
        failures.put(reference, new KeptTrace(trace, client));
        stepsByClient.merge(client, trace.entries().size(), Integer::sum);
        steps += trace.entries().size();
        shrink(client);
    }

    private void forget(String reference) {
        var kept = failures.remove(reference);
        if (kept == null) return;
        int size = kept.trace().entries().size();
        stepsByClient.computeIfPresent(kept.client(), (client, sum) -> sum == size ? null : sum - size);
        steps -= size;
    }

    private void succeed(TraceBuilder whole) {
        var trace = whole.build(null);
        successes.addLast(trace);
        steps += trace.entries().size();
        if (successes.size() > MAX_SUCCESSES)
            steps -= successes.removeFirst().entries().size();
    }

    private void await(Id flow, TraceBuilder begun) {
        var client = Optional.ofNullable(begun.client());
        if (pendingByClient.getOrDefault(client, 0) >= MAX_PENDING) removeOldestOf(client);
        begun.flow(flow);
        pending.put(flow, begun);
        pendingByClient.merge(client, 1, Integer::sum);
        steps += begun.size();
    }

    private void removeOldestOf(Optional<ClientNetwork> client) {
        pending.values().stream()
                .filter(begun -> client.equals(Optional.ofNullable(begun.client())))
                .findFirst()
                .ifPresent(this::remove);
    }

    private void remove(TraceBuilder begun) {
        pending.remove(begun.flow());
        pendingByClient.computeIfPresent(
                Optional.ofNullable(begun.client()), (client, count) -> count == 1 ? null : count - 1);
        steps -= begun.size();
    }

    private void expire(Instant oldest) {
        while (!pending.isEmpty() && firstPending().last().isBefore(oldest)) remove(firstPending());
        while (!failures.isEmpty() && end(firstFailure().getValue().trace()).isBefore(oldest))
            forget(firstFailure().getKey());
    }

    private TraceBuilder firstPending() {
        return pending.values().iterator().next();
    }

    private Map.Entry<String, KeptTrace> firstFailure() {
        return failures.entrySet().iterator().next();
    }

    private void shrink() {
        while (steps > MAX_STEPS && !(pending.isEmpty() && failures.isEmpty())) {
            if (pending.size() > failures.size()) remove(firstPending());
            else forget(firstFailure().getKey());
        }
    }

    /** A network replaces its own traces, so it cannot push out those of others in hours either. */
    private void shrink(Optional<ClientNetwork> client) {
        while (client.isPresent() && stepsByClient.getOrDefault(client, 0) > MAX_STEPS_OF_NETWORK)
            forget(oldestOf(client));
    }

    private String oldestOf(Optional<ClientNetwork> client) {
        return failures.entrySet().stream()
                .filter(kept -> kept.getValue().client().equals(client))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static Instant end(Trace trace) {
        return trace.entries().get(trace.entries().size() - 1).time();
    }

    /** For tests: how many steps are held. */
    synchronized int size() {
        return steps;
    }
}
