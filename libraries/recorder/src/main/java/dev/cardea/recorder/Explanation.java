package dev.cardea.recorder;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Says what happened in a sign-in, why, and what to change. Immutable.
 *
 * <pre>{@code
 * System.out.println(Explanation.of(trace).text());
 * }</pre>
 */
public final class Explanation {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'Z'");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final String ERRORS = "docs/errors.md#";

    private final Trace trace;

    private Explanation(Trace trace) {
        this.trace = trace;
    }

    /** Explains a trace. */
    public static Explanation of(Trace trace) {
        return new Explanation(trace);
    }

    /** Returns the causes that fit, the most certain first; empty if no known fault fits, and after a success. */
    public List<Cause> causes() {
        return Faults.causes(new Facts(trace));
    }

    /** Returns the text that {@code cardea explain} prints: steps, causes and remedies. */
    public String text() {
        var text = new StringBuilder();
        head(text);
        for (var entry : trace.entries()) line(text, entry);
        if (trace.dropped() > 0)
            text.append("  (").append(trace.dropped()).append(" steps in the middle are not kept)\n");
        if (trace.isInferred())
            text.append("The first request was matched by network, browser and provider, so it may be another "
                    + "visitor's.\n");
        if (trace.source() != null) text.append(source(trace.source())).append('\n');
        if (trace.missingBegin() != null)
            text.append("The sign-in started in another process, or before a restart, so its first request "
                            + "isn't shown.\n")
                    .append("To see both, use --url for the management listener of every process.\n");
        if (trace.reference() != null) causes(text);
        return text.toString();
    }

    private void head(StringBuilder text) {
        var error = trace.error();
        text.append(provider().map(id -> "Sign-in with " + id).orElse("Request"))
                .append(error.map(type -> " failed: " + type.code()).orElse(" succeeded"));
        if (!trace.entries().isEmpty()) text.append("    ").append(when());
        text.append('\n');
        error.ifPresent(type -> text.append("The visitor saw the error code \"")
                .append(type.publicCode())
                .append("\" with the reference ")
                .append(trace.reference())
                .append(".\n"));
    }

    private Optional<ProviderId> provider() {
        return trace.entries().stream()
                .flatMap(entry -> entry.step() instanceof Step.RequestStart it
                        ? Optional.ofNullable(it.provider()).stream()
                        : null)
                .findFirst();
    }

    private String when() {
        var first = trace.entries().get(0).time();
        var last = trace.entries().get(trace.entries().size() - 1).time();
        var seconds = Duration.between(first, last).toSeconds();
        return format(DAY, last) + (seconds == 0 ? "" : ", " + seconds + " s after it began");
    }

    private String source(Trace.Source source) {
        var configuration = source.configuration() == null ? "" : ", configuration " + source.configuration();
        return "Cardea " + source.version() + configuration + peer().orElse("");
    }

    /** The proxy decides what the other facts of a request are worth. */
    private Optional<String> peer() {
        return trace.entries().stream()
                .map(entry -> entry.step() instanceof Step.OriginDecision it ? it.isPeerTrusted() : null)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later)
                .map(isTrusted -> isTrusted ? ", from a trusted proxy" : ", not from a trusted proxy");
    }

    private static void line(StringBuilder text, Entry entry) {
        var line = entry.step().accept(StepLine.OF_STEP);
        text.append(String.format(
                        Locale.ROOT,
                        "  %s  %-9s %-28s %s",
                        format(TIME, entry.time()),
                        line.word(),
                        line.subject(),
                        line.detail())
                .stripTrailing());
        text.append('\n');
    }

    private void causes(StringBuilder text) {
        var causes = causes();
        for (var cause : causes) {
            text.append("Cause (")
                    .append(cause.certainty().label())
                    .append(", ")
                    .append(cause.id())
                    .append("): ");
            text.append(cause.explanation()).append('\n');
            text.append("Remedy: ").append(cause.remedy()).append('\n');
        }
        if (causes.isEmpty()) {
            text.append("Cause: unknown. The log line with this reference has the exception.\n");
            trace.error()
                    .ifPresent(
                            type -> text.append("Remedy: ").append(type.hint()).append(".\n"));
        }
        trace.error()
                .ifPresent(type ->
                        text.append("See ").append(ERRORS).append(anchor(type)).append('\n'));
    }

    private static String anchor(ErrorType type) {
        return type.code().toLowerCase(Locale.ROOT);
    }

    private static String format(DateTimeFormatter form, Instant time) {
        return form.format(time.atOffset(ZoneOffset.UTC));
    }
}
