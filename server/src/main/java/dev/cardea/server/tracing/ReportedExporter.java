package dev.cardea.server.tracing;

import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Exports spans, and reports those that were lost: at the first failure, then at most once a minute. The SDK's own
 * entries hold a stack trace each, and are switched off. Safe for concurrent use.
 */
final class ReportedExporter implements SpanExporter {
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final SpanExporter exporter;
    private final String origin;
    private final LongSupplier nanos;
    private final Consumer<String> log;
    private long lost;
    private boolean hasReported;
    private long reportedAt;

    /**
     * @param origin of the collector, for the message
     * @param nanos a clock that never goes back
     */
    ReportedExporter(SpanExporter exporter, String origin, LongSupplier nanos, Consumer<String> log) {
        this.exporter = exporter;
        this.origin = origin;
        this.nanos = nanos;
        this.log = log;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        // The exporter may reuse what it was given.
        int size = spans.size();
        var result = exporter.export(spans);
        return result.whenComplete(() -> {
            if (!result.isSuccess()) report(size, result.getFailureThrowable());
        });
    }

    private synchronized void report(int spans, @Nullable Throwable failure) {
        lost += spans;
        if (hasReported && nanos.getAsLong() - reportedAt < PAUSE) return;
        log.accept(lost + " spans weren't exported: the collector at " + origin + " " + reason(failure)
                + "; sign-in isn't affected, and further failures are logged once a minute");
        hasReported = true;
        reportedAt = nanos.getAsLong();
        lost = 0;
    }

    private static String reason(@Nullable Throwable failure) {
        if (failure instanceof HttpExportException http && http.getResponse() != null) {
            return "responded with status " + http.getResponse().getStatusCode();
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpTimeoutException) return "didn't respond in time";
        }
        return "couldn't be reached";
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
