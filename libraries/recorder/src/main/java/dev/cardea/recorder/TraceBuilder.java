package dev.cardea.recorder;

import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace.Entry;
import dev.cardea.recorder.Trace.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers the steps of a request, or of all requests of a sign-in. Not for sharing between threads without a lock. */
final class TraceBuilder {
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> references = new LinkedHashSet<>();
    private @Nullable Id flow;
    private int dropped;
    private boolean isInferred;
    private @Nullable Id missingBegin;
    private @Nullable Source source;
    private boolean isSuccess;
    private @Nullable ClientNetwork client;
    private boolean isForwarded;
    private boolean isFromUnknownProxy;
    private Browser browser = Browser.UNKNOWN;
    private @Nullable ProviderId provider;

    /** @param source {@code null} if it is unknown */
    TraceBuilder(@Nullable Source source) {
        this.source = source;
    }

    synchronized void add(Entry entry) {
        entries.add(entry);
        var step = entry.step();
        if (step instanceof Step.ErrorReport && entry.errorId() != null) references.add(entry.errorId());
        if (step instanceof Step.SignInEnd end) isSuccess = end.result() == Step.SignInEnd.Result.SUCCESS;
        if (step instanceof Step.BrowserFacts facts) {
            client = facts.client();
            browser = facts.browser();
        }
        if (step instanceof Step.RequestStart start) {
            if (start.provider() != null) provider = start.provider();
            isForwarded = start.forwardedHost() != null || start.isForwardedHttps() != null;
        }
        if (step instanceof Step.OriginDecision site)
            isFromUnknownProxy = isForwarded && Boolean.FALSE.equals(site.isPeerTrusted());
        if (entries.size() > Trace.MAX_STEPS) {
            entries.remove(Trace.KEPT_FIRST);
            dropped++;
        }
    }

    /** Appends a later request of the same sign-in. */
    void append(TraceBuilder later) {
        for (var entry : later.entries) add(entry);
        dropped += later.dropped;
        source = later.source;
    }

    /** Remembers which sign-in this is. */
    void flow(Id id) {
        flow = id;
    }

    @Nullable Id flow() {
        return flow;
    }

    void infer() {
        isInferred = true;
    }

    /** Remembers that the first request of a sign-in is not here, unless this is the first one. */
    void missBegin(Id id) {
        if (!hasBegin() && provesBegin()) missingBegin = id;
    }

    /** A cookie was opened, or a link is real. A link that is unknown may never have been sent. */
    private boolean provesBegin() {
        return entries.stream()
                .anyMatch(entry -> entry.step() instanceof Step.CheckRead
                        || entry.step() instanceof Step.LinkRead link && link.result() != Step.LinkRead.Result.UNKNOWN);
    }

    boolean isWithoutBegin() {
        return missingBegin != null;
    }

    private boolean hasBegin() {
        return entries.stream()
                .anyMatch(entry -> entry.step() instanceof Step.SignInStart || entry.step() instanceof Step.CheckSet);
    }

    /** Returns whether another request may belong to the same visitor and provider. */
    boolean isLike(TraceBuilder other) {
        return client != null
                && client.equals(other.client)
                && (browser.equals(other.browser) || isEmbedded() != other.isEmbedded())
                && provider != null
                && provider.equals(other.provider);
    }

    private boolean isEmbedded() {
        return browser.family() == Browser.Family.EMBEDDED;
    }

    /** Returns whether this is the provider's answer to that sign-in, which came with the check cookie of a later one. */
    boolean answers(TraceBuilder begun) {
        for (var entry : entries) {
            if (entry.step() instanceof Step.CheckRead read
                    && read.result() == Step.CheckRead.Result.DIFFERENT
                    && read.value() != null
                    && begun.hasSet(read.value())) return true;
        }
        return false;
    }

    private boolean hasSet(Digest value) {
        return entries.stream()
                .anyMatch(entry -> entry.step() instanceof Step.CheckSet set && value.equals(set.value()));
    }

    Set<String> references() {
        return references;
    }

    boolean isSuccess() {
        return isSuccess;
    }

    /**
     * Returns the network whose share of the memory this takes; empty if it is unknown which visitor it is. A proxy that
     * is not trusted has one address for all visitors.
     */
    Optional<ClientNetwork> client() {
        return isFromUnknownProxy ? Optional.empty() : Optional.ofNullable(client);
    }

    int size() {
        return entries.size();
    }

    synchronized Instant last() {
        return entries.get(entries.size() - 1).time();
    }

    /** Returns one trace of two: another process recorded the first requests of the sign-in. */
    static Trace join(Trace begin, Trace end) {
        var both = new TraceBuilder(end.source());
        begin.entries().forEach(both::add);
        end.entries().forEach(both::add);
        both.dropped += begin.dropped() + end.dropped();
        both.isInferred = end.isInferred();
        return TraceSize.fit(both.build(end.reference()));
    }

    Trace build(@Nullable String reference) {
        return new Trace(reference, entries, dropped, isInferred, missingBegin, source);
    }
}
