package dev.cardea.recorder;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A trace as JSON. Values that are read have the forms of recorded ones, whatever the text holds. */
public final class TraceJson {
    private static final long VERSION = 1;
    private static final int DEPTH = 8;
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private TraceJson() {}

    /** Returns the trace as one line of JSON. */
    public static String print(Trace trace) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("cardeaTrace", VERSION);
        object.put("reference", trace.reference());
        object.put("dropped", (long) trace.dropped());
        object.put("inferred", trace.isInferred());
        if (trace.missingBegin() != null)
            object.put("missingBegin", trace.missingBegin().toString());
        if (trace.source() != null) object.put("source", source(trace.source()));
        object.put("steps", trace.entries().stream().map(TraceJson::object).toList());
        return Json.print(object);
    }

    /** Returns how many bytes a step takes among others. */
    static int bytes(Trace.Entry entry) {
        return Json.print(object(entry)).getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private static Map<String, @Nullable Object> source(Trace.Source source) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("version", source.version());
        if (source.configuration() != null)
            object.put("configuration", (long) source.configuration().bits());
        return object;
    }

    private static Map<String, @Nullable Object> object(Trace.Entry entry) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("time", entry.time().toString());
        object.put("request", entry.request().toString());
        if (entry.errorId() != null) object.put("errorId", entry.errorId());
        object.put("step", StepJson.name(entry.step()));
        object.putAll(StepJson.components(entry.step()));
        return object;
    }

    /**
     * Reads what {@link #print} returned.
     *
     * @throws InvalidTraceException if the text is not a whole trace
     */
    public static Trace parse(String text) throws InvalidTraceException {
        try {
            var object = Json.parseObject(text, DEPTH);
            if (!Long.valueOf(VERSION).equals(object.value("cardeaTrace"))) {
                throw new InvalidTraceException("it isn't a trace of this version of Cardea");
            }
            return trace(object);
        } catch (JsonException e) {
            throw new InvalidTraceException("it isn't complete JSON: it may have been cut off");
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new InvalidTraceException("a step in it has a value that no trace has");
        }
    }

    private static Trace trace(Claims object) {
        var entries = new ArrayList<Trace.Entry>();
        for (var item : list(object.value("steps"))) entries.add(entry(item));
        if (entries.isEmpty() || entries.size() > Trace.MAX_STEPS) throw StepJson.wrong();
        var reference = reference(object.value("reference"));
        int dropped = Math.toIntExact(StepJson.as(Long.class, object.value("dropped")));
        boolean isInferred = StepJson.as(Boolean.class, object.value("inferred"));
        return new Trace(reference, entries, dropped, isInferred, id(object.value("missingBegin")), source(object));
    }

    /** A trace of an older version has none. */
    private static Trace.@Nullable Source source(Claims object) {
        var value = object.value("source");
        if (value == null) return null;
        if (!(value instanceof Map<?, ?> map)) throw StepJson.wrong();
        var source = Claims.of(map);
        var configuration = source.value("configuration");
        return new Trace.Source(
                StepJson.as(String.class, source.value("version")),
                configuration == null ? null : new Digest(Math.toIntExact(StepJson.as(Long.class, configuration))));
    }

    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) return list;
        throw StepJson.wrong();
    }

    private static Trace.Entry entry(@Nullable Object item) {
        if (!(item instanceof Map<?, ?> map)) throw StepJson.wrong();
        var object = Claims.of(map);
        var step = StepJson.step(StepJson.as(String.class, object.value("step")), object.asMap());
        return new Trace.Entry(
                time(StepJson.as(String.class, object.value("time"))),
                Id.parse(StepJson.as(String.class, object.value("request"))).orElseThrow(StepJson::wrong),
                reference(object.value("errorId")),
                step);
    }

    /** Any clock's: an explanation cannot show the last years that an instant can have. */
    private static Instant time(String text) {
        var time = Instant.parse(text);
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) throw StepJson.wrong();
        return time;
    }

    private static @Nullable String reference(@Nullable Object value) {
        var id = id(value);
        return id == null ? null : id.toString();
    }

    private static @Nullable Id id(@Nullable Object value) {
        if (value == null) return null;
        return Id.parse(StepJson.as(String.class, value)).orElseThrow(StepJson::wrong);
    }
}
