package dev.cardea.observe;

/**
 * Receives the steps of every request. Set it with {@code AuthConfig.Builder.observer}.
 *
 * <pre>{@code
 * config.observer((at, step) -> {
 *     if (step instanceof Step.SignInEnd end) counter(end.provider().label(), end.result()).increment();
 * });
 * }</pre>
 *
 * <p>Called on the thread that handles the request, by many threads at the same time, in the order of the steps of a
 * request. An observer must not block: the visitor waits for it. An exception is logged once for each observer, and
 * does not affect the response.
 */
@FunctionalInterface
public interface Observer {
    /** @param at when the step happened, and in which request and sign-in */
    void observe(StepContext at, Step step);
}
