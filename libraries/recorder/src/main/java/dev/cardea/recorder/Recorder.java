package dev.cardea.recorder;

import dev.cardea.Auth;
import dev.cardea.module.ObserverModule;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the steps of failed sign-ins in memory, so that the reference on an error page leads to the cause. It also
 * keeps the last 20 successful sign-ins, to compare.
 *
 * <pre>{@code
 * Recorder.of(auth).find("9f2c41d07ab3e655").ifPresent(trace -> System.out.println(Explanation.of(trace).text()));
 * }</pre>
 *
 * <p>A trace is kept for 24 hours. It has 64 steps and takes 16 KB at most: steps in its middle are dropped. All traces
 * take 4 MB at most. A client network is the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address.
 * One network adds at most ten traces a minute, and fills at most an eighth of the memory, so no client can push out
 * the traces of others. Visitors who cannot be distinguished share half of the memory: those of an unknown address, and
 * those behind a proxy that is not trusted. The newest of their traces replace the oldest. The recorder sees the steps
 * of this process only. Safe for concurrent use. It starts no thread, except to write to a folder ({@link
 * RecorderOptions#folder}).
 */
public final class Recorder implements Observer, ObserverModule.Memory {
    static final int MAX_FAILURES_A_MINUTE = 10;
    static final int MAX_PENDING = 50;
    static final int MAX_SUCCESSES = 20;
    static final Duration MAX_AGE = Duration.ofHours(24);

    /** 4 MB, at 256 bytes for a step. */
    static final int MAX_STEPS = 16_384;

    /** Of visitors who cannot be distinguished, such as all behind a proxy that is not trusted. */
    static final int MAX_SHARED_PENDING = 400;

    /** Half of all, for visitors who cannot be distinguished: their newest traces replace their oldest. */
    static final int MAX_SHARED_STEPS = MAX_STEPS / 2;

    /** How many of them are written to a folder. More are in memory. */
    static final int MAX_SHARED_WRITTEN_A_MINUTE = 100;

    /** An eighth of all. */
    static final int MAX_STEPS_OF_NETWORK = MAX_STEPS / 8;

    /** Requests that are handled at the same time. */
    private static final int MAX_REQUESTS = 1_024;

    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(5);

    /** How far back the first request can be. A check cookie lives 15 minutes, and visitors return later than that. */
    private static final Duration LONGEST_SIGN_IN = Duration.ofHours(1);

    private final Map<Id, TraceBuilder> requests = new ConcurrentHashMap<>();
    private final Map<RecorderOptions, TraceFolder> folders = new ConcurrentHashMap<>();

    // What follows is read and changed under the lock of this object. Maps are in the order of their last change.
    private final Map<Id, TraceBuilder> pending = new LinkedHashMap<>();
    private final Map<String, KeptTrace> failures = new LinkedHashMap<>();
    private final Map<Optional<ClientNetwork>, Integer> stepsByClient = new HashMap<>();
    private final Deque<Trace> successes = new ArrayDeque<>();
    private final Map<Optional<ClientNetwork>, Integer> failuresThisMinute = new HashMap<>();
    private final Map<Optional<ClientNetwork>, Integer> pendingByClient = new HashMap<>();
    private long minute;
    private int steps;
    private long kept;
    private long evicted;
    private long overQuota;

    /**
     * What the recorder did with the failures since the process started. Immutable.
     *
     * @param kept traces that were kept
     * @param evicted kept traces that were removed before their time, because the memory of all or of their network was
     *     full
     * @param overQuota failures that were not kept: their network had ten in that minute
     */
    public record Counts(long kept, long evicted, long overQuota) {}

    private record KeptTrace(Trace trace, Optional<ClientNetwork> client) {}

    /** Creates a recorder without traces. {@link #of} returns that of an {@code Auth}. */
    public Recorder() {}

    /**
     * Returns the recorder of an {@code Auth}. It has the requests of this process only, and is empty if the configuration
     * turns it off.
     *
     * @throws IllegalStateException if this module was not found as a service
     */
    public static Recorder of(Auth auth) {
        return auth.observer(Recorder.class)
                .orElseThrow(() -> new IllegalStateException(
                        "the recorder wasn't found as a service; if your build puts several jars into one, merge their "
                                + "files META-INF/services/" + ObserverModule.class.getName()));
    }

    /**
     * Returns the trace of a failure, from memory or else from the folder.
     *
     * @param reference that the visitor saw: 16 hexadecimal digits, in the log as {@code [errorId]}
     * @return empty if it is unknown: another process handled the request, or the trace is gone
     */
    public Optional<Trace> find(String reference) {
        var held = findKept(reference);
        if (held.isPresent()) return held;
        for (var folder : folders.values()) {
            var written = folder.read(reference);
            if (written.isPresent()) return written;
        }
        return Optional.empty();
    }

    private synchronized Optional<Trace> findKept(String reference) {
        return Optional.ofNullable(failures.get(reference)).map(KeptTrace::trace);
    }

    /**
     * Returns the first requests of a sign-in, for another process in which it went on. They are in memory only.
     *
     * @param signIn the {@link Trace#missingBegin} of the other process's trace
     * @return empty if this process did not record them, or has forgotten them
     */
    public synchronized Optional<Trace> findBegin(Id signIn) {
        return Optional.ofNullable(pending.get(signIn))
                .filter(begun -> !begun.isWithoutBegin())
                .map(begun -> TraceSize.fit(begun.build(null)));
    }

    /**
     * Returns the trace of a failure with the steps of the first requests of its sign-in before its own.
     *
     * @param begin from {@link #findBegin} of another process
     */
    public static Trace join(Trace begin, Trace failure) {
        return TraceBuilder.join(begin, failure);
    }

    /**
     * Waits until the traces of earlier failures are in the folder, if there is one.
     *
     * @param patience waits no longer than this
     */
    public void flush(Duration patience) {
        folders.values().forEach(folder -> folder.flush(patience));
    }

    /**
     * Returns what observes requests for this recorder, and writes the traces of failures to the folder of the options.
     *
     * @param warnings receives a line if the folder cannot be written
     */
    @Override
    public Observer observer(
            ObserverModule.Options options, @Nullable Digest configuration, Consumer<String> warnings) {
        return writing((RecorderOptions) options, Trace.Source.of(configuration), warnings);
    }

    Observer writing(RecorderOptions options, Trace.Source source, Consumer<String> warnings) {
        var path = options.folder();
        var folder =
                path == null ? null : folders.computeIfAbsent(options, it -> new TraceFolder(options, path, warnings));
        return (at, step) -> observe(at, step, source, folder);
    }

    /** Returns the failures that are kept, oldest first. */
    public synchronized List<Trace> failures() {
        return failures.values().stream().map(KeptTrace::trace).toList();
    }

    /** Returns the last successful sign-ins, oldest first. */
    public synchronized List<Trace> successes() {
        return successes.stream().map(TraceSize::fit).toList();
    }

    /** Returns how many failures were kept and dropped so far. */
    public synchronized Counts counts() {
        return new Counts(kept, evicted, overQuota);
    }

    @Override
    public void observe(StepContext at, Step step) {
        observe(at, step, null, null);
    }

    private void observe(StepContext at, Step step, Trace.@Nullable Source source, @Nullable TraceFolder folder) {
        var request = requests.get(at.request());
        if (request == null) {
            if (!isFirst(step) || requests.size() >= MAX_REQUESTS && !makeRoom(at.time())) return;
            request = new TraceBuilder(source);
            requests.put(at.request(), request);
        }
        request.add(new Trace.Entry(at.time(), at.request(), at.errorId(), step));
        if (step instanceof Step.RequestEnd) {
            requests.remove(at.request());
            var failed = file(at, request);
            if (folder == null) return;
            failed.forEach(trace -> folder.add(trace, at.time()));
            folder.tick(at.time());
        }
    }

    /** Reads of sessions are most of the requests, and are recorded only from an error on. */
    private static boolean isFirst(Step step) {
        if (step instanceof Step.ErrorReport) return true;
        return step instanceof Step.RequestStart start
                && (start.method() == Step.Method.POST || !start.action().isFrequent());
    }

    /** Forgets requests that never ended, because their thread was killed. */
    private boolean makeRoom(Instant now) {
        var oldest = now.minus(LONGEST_REQUEST);
        requests.values().removeIf(request -> request.last().isBefore(oldest));
        return requests.size() < MAX_REQUESTS;
    }

    /** Returns the failures that are kept. */
    private synchronized List<Trace> file(StepContext at, TraceBuilder request) {
        expire(at.time().minus(MAX_AGE));
        var whole = request;
        if (at.flow() != null || !request.references().isEmpty()) whole = join(at, request);
        var failed = new ArrayList<Trace>();
        for (var reference : request.references())
            fail(at.time(), reference, whole).ifPresent(failed::add);
        if (request.isSuccess()) succeed(whole);
        // A sign-in that has ended stays too: the browser may load its last address again.
        if (at.flow() != null) await(at.flow(), whole);
        shrink();
        return failed;
    }

    /** Finds the earlier requests of the sign-in: by its id, or by what the browser is if the id did not come back. */
    private TraceBuilder join(StepContext at, TraceBuilder request) {
        var begun = at.flow() == null ? infer(at.time(), request) : pending.get(at.flow());
        if (begun == null) {
            if (at.flow() != null) request.missBegin(at.flow());
            return request;
        }
        remove(begun);
        if (at.flow() == null) begun.infer();
        var other = pending.values().stream().filter(it -> request.answers(it)).findFirst();
        other.ifPresent(this::remove);
        var whole = other.orElse(begun);
        if (whole != begun) whole.append(begun);
        whole.append(request);
        return whole;
    }

    private @Nullable TraceBuilder infer(Instant now, TraceBuilder request) {
        @Nullable TraceBuilder latest = null;
        for (var begun : pending.values()) {
            if (begun.isLike(request) && begun.last().isAfter(now.minus(LONGEST_SIGN_IN))) latest = begun;
        }
        return latest;
    }

    /** Returns the trace if a folder takes it. */
    private Optional<Trace> fail(Instant now, String reference, TraceBuilder whole) {
        long current = now.getEpochSecond() / 60;
        if (current != minute) failuresThisMinute.clear();
        minute = current;
        var client = whole.client();
        int count = failuresThisMinute.merge(client, 1, Integer::sum);
        // One visitor of many with the same address must not stop the recording of all others.
        if (client.isPresent() && count > MAX_FAILURES_A_MINUTE) {
            overQuota++;
            return Optional.empty();
        }
        forget(reference);
        var trace = TraceSize.fit(whole.build(reference));
        failures.put(reference, new KeptTrace(trace, client));
        kept++;
        stepsByClient.merge(client, trace.entries().size(), Integer::sum);
        steps += trace.entries().size();
        shrink(client);
        return client.isPresent() || count <= MAX_SHARED_WRITTEN_A_MINUTE ? Optional.of(trace) : Optional.empty();
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
        var client = begun.client();
        int most = client.isPresent() ? MAX_PENDING : MAX_SHARED_PENDING;
        if (pendingByClient.getOrDefault(client, 0) >= most) removeOldestOf(client);
        begun.flow(flow);
        pending.put(flow, begun);
        pendingByClient.merge(client, 1, Integer::sum);
        steps += begun.size();
    }

    private void removeOldestOf(Optional<ClientNetwork> client) {
        pending.values().stream()
                .filter(begun -> client.equals(begun.client()))
                .findFirst()
                .ifPresent(this::remove);
    }

    private void remove(TraceBuilder begun) {
        pending.remove(begun.flow());
        pendingByClient.computeIfPresent(begun.client(), (client, count) -> count == 1 ? null : count - 1);
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
            else evict(firstFailure().getKey());
        }
    }

    /** A network replaces its own traces, so it cannot push out those of others in hours either. */
    private void shrink(Optional<ClientNetwork> client) {
        int most = client.isPresent() ? MAX_STEPS_OF_NETWORK : MAX_SHARED_STEPS;
        while (stepsByClient.getOrDefault(client, 0) > most) evict(oldestOf(client));
    }

    private void evict(String reference) {
        forget(reference);
        evicted++;
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
