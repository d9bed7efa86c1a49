package dev.cardea.server.tracing;

import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random ids, except for a span whose id the application was sent before. Safe for concurrent use. */
final class AnnouncedIds implements IdGenerator {
    private final IdGenerator random = IdGenerator.random();
    private final ThreadLocal<@Nullable String> announced = new ThreadLocal<>();

    /**
     * Starts a span.
     *
     * @param id that it gets; {@code null}: a random one
     */
    <T> T during(@Nullable String id, Supplier<T> start) {
        if (id == null) return start.get();
        announced.set(id);
        try {
            return start.get();
        } finally {
            announced.remove();
        }
    }

    @Override
    public String generateSpanId() {
        var id = announced.get();
        return id == null ? random.generateSpanId() : id;
    }

    @Override
    public String generateTraceId() {
        return random.generateTraceId();
    }
}
