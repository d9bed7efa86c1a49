package dev.cardea.hooks;

import dev.cardea.observe.Callback;
import dev.cardea.observe.Event;
import dev.cardea.observe.Label;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.HookResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds a step for each hook that is called. */
final class HookSteps {
    private static final Map<String, Callback> CALLBACKS = byLabel(Callback.values());
    private static final Map<String, Event> EVENTS = byLabel(Event.values());

    private HookSteps() {}

    private static <L extends Label> Map<String, L> byLabel(L[] all) {
        return Stream.of(all).collect(Collectors.toUnmodifiableMap(Label::label, it -> it));
    }

    /** Asks the application, and adds how it answered. */
    static HookAnswer ask(String callback, Supplier<HookAnswer> call) {
        var observation = Observation.current();
        var hook = CALLBACKS.get(callback);
        if (!observation.isObserved() || hook == null) return call.get();
        long start = System.nanoTime();
        var result = HookResult.INVALID;
        try {
            var answer = call.get();
            result = answer.isDefault() ? HookResult.DEFAULT : HookResult.OK;
            return answer;
        } catch (RuntimeException e) {
            result = result(e);
            throw e;
        } finally {
            observation.add(new Step.HookCall(hook, result, Duration.ofNanos(System.nanoTime() - start)));
        }
    }

    /** Adds how an event was taken. */
    static void sent(Observation observation, String name, @Nullable RuntimeException failure, int status, long start) {
        var event = event(name);
        if (event == null) return;
        HookResult result = failure != null ? result(failure) : result(status);
        observation.add(new Step.HookEvent(event, result, Duration.ofNanos(System.nanoTime() - start)));
    }

    private static HookResult result(int status) {
        if (status / 100 == 2) return HookResult.OK;
        return status / 100 == 3 ? HookResult.REDIRECTED : HookResult.REJECTED;
    }

    static void dropped(Observation observation, String name) {
        var event = event(name);
        if (event != null) observation.add(new Step.HookEventDrop(event));
    }

    /** @param name such as {@code events/signIn} */
    private static @Nullable Event event(String name) {
        return EVENTS.get(name.substring(name.indexOf('/') + 1));
    }

    /** What the application threw is an answer: it rejected. */
    private static HookResult result(RuntimeException failure) {
        if (!(failure instanceof HookException hook)) return HookResult.REJECTED;
        if (hook.isTimeout()) return HookResult.TIMEOUT;
        if (hook.getCause() instanceof IOException) return HookResult.UNREACHABLE;
        if (hook.isRedirect()) return HookResult.REDIRECTED;
        return hook.isRejection() ? HookResult.REJECTED : HookResult.INVALID;
    }
}
