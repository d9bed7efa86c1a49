package dev.cardea.testing.replay;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a recorded sign-in again, and says what became of it. Doubles are made from the trace alone: an identity
 * provider that responds as recorded, a store in memory, and a clock at the recorded times. The code is that of this
 * class path, so a fix shows as another result. Nothing outside this process is called. Immutable.
 *
 * <pre>{@code
 * var trace = TraceFile.read(Path.of("traces/9f2c41d07ab3e655-5f1d0c3a.json"));
 * assertThat(Replay.of(trace).agrees()).isFalse(); // mended
 * }</pre>
 *
 * @param recorded the error of the trace; {@code null} after a success
 * @param reached the error this time; {@code null} without one
 * @param obstacle why the trace cannot be run again; {@code null} if it was
 * @param lines what was run, one line for each request
 */
public record Replay(
        @Nullable ErrorType recorded,
        @Nullable ErrorType reached,
        @Nullable String obstacle,
        List<String> lines) {
    public Replay {
        lines = List.copyOf(lines);
    }

    /** Runs a trace again. */
    public static Replay of(Trace trace) {
        var recorded = trace.error().orElse(null);
        var requests = RecordedRequest.of(trace);
        var obstacle = obstacle(trace, requests);
        if (obstacle.isPresent()) return new Replay(recorded, null, obstacle.get(), List.of());
        ReplaySite site;
        try {
            site = new ReplaySite(requests);
        } catch (ConfigurationException e) {
            return new Replay(recorded, null, "no valid configuration fits its steps", List.of());
        }
        for (var request : requests) site.play(request);
        return new Replay(recorded, site.error().orElse(null), null, site.lines());
    }

    private static Optional<String> obstacle(Trace trace, List<RecordedRequest> requests) {
        if (trace.reference() == null) return Optional.of("it succeeded");
        var secret = requests.stream()
                .map(RecordedRequest::provider)
                .filter(Objects::nonNull)
                .map(ProviderId::type)
                .filter(Objects::nonNull)
                .flatMap(type -> missingSecret(type).stream())
                .findFirst();
        if (secret.isPresent()) return secret;
        if (requests.stream()
                .anyMatch(request -> request.has(
                        Step.ProviderCall.class, call -> call.result() == Step.ProviderCall.Result.LIMITED))) {
            return Optional.of("the calls of other visitors, which filled the queue, are not in its trace");
        }
        if (requests.stream().anyMatch(request -> request.action() instanceof ModuleAction)) {
            return Optional.of("it has a route of a module, which is not here");
        }
        var error = trace.error().orElse(null);
        var last = requests.get(requests.size() - 1);
        if (error == ErrorType.ERROR_PAGE_LOOP) return Optional.of("which page shows errors is not in its trace");
        if (error == ErrorType.OAUTH_PROFILE_PARSE_ERROR && last.has(Step.CallbackCall.class, Replay::isGoodProfile)) {
            return Optional.of("what the profile function of the application returned is not in its trace");
        }
        if (last.action() == Step.Action.OTHER && error != ErrorType.UNKNOWN_ACTION) {
            return Optional.of("no valid configuration was found, and a trace doesn't contain one");
        }
        return Optional.empty();
    }

    private static boolean isGoodProfile(Step.CallbackCall call) {
        return call.callback() == Callback.PROFILE && call.result() == Step.CallbackCall.Result.OK;
    }

    /** Returns why no double can stand for what proves a visitor's identity; empty if one can. */
    private static Optional<String> missingSecret(ProviderType type) {
        return switch (type) {
            case WEBAUTHN -> Optional.of("a passkey signs with a key that only its device has");
            case OIDC, OAUTH, EMAIL, CREDENTIALS -> Optional.empty();
        };
    }

    /** Returns whether the same error was reached. */
    public boolean agrees() {
        return obstacle == null && recorded == reached;
    }

    /** Returns what an operator reads: the requests that were run, and how they ended. */
    public String text() {
        if (obstacle != null) return "Replay: this sign-in cannot be run again: " + obstacle + ".\n";
        var end = agrees()
                ? "the current code ends with the recorded error, " + name(recorded)
                : "the current code ends with " + name(reached) + "; recorded was " + name(recorded);
        return lines.stream().map(line -> "  " + line + "\n").collect(Collectors.joining("", "Replay:\n", ""))
                + "Result: " + end + ".\n";
    }

    private static String name(@Nullable ErrorType type) {
        return type == null ? "no error" : type.code();
    }
}
