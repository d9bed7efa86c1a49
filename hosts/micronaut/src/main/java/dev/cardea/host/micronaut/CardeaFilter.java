package dev.cardea.host.micronaut;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import io.micronaut.context.annotation.Context;
import io.micronaut.core.order.Ordered;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.filter.ServerFilterPhase;
import io.micronaut.http.server.annotation.PreMatching;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/**
 * Answers the routes, guards protected paths, and gives handlers the session. Calls of a store, a provider or a
 * callback run on the executor for blocking tasks. The filter is created at startup, so that an application without
 * {@link Auth} fails to start.
 */
@Context
@ServerFilter(value = ServerFilter.MATCH_ALL_PATTERN, appendContextPath = false)
final class CardeaFilter implements Ordered {
    private final Guard guard;
    private final SessionArguments arguments;
    private final ExecutorService blocking;

    CardeaFilter(
            Auth auth,
            CardeaConfiguration configuration,
            SessionArguments arguments,
            @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        guard = auth.guard(configuration.protect().toArray(String[]::new));
        this.arguments = arguments;
        this.blocking = blocking;
    }

    @Override
    public int getOrder() {
        return ServerFilterPhase.SECURITY.before();
    }

    /** Runs before routing, so that no router decides about Cardea's routes or about protected paths. */
    @PreMatching
    @RequestFilter
    CompletionStage<Optional<HttpResponse<?>>> beforeRouting(HttpRequest<?> http) {
        return blocking(() -> look(http));
    }

    /**
     * Checks the requirements of the route itself. An upgrade to a WebSocket starts here, because Micronaut has already
     * found its route.
     */
    @RequestFilter
    CompletionStage<Optional<HttpResponse<?>>> beforeHandler(HttpRequest<?> http) {
        boolean begins = RequestState.find(http).isEmpty() && http.getHeaders().contains("Upgrade");
        var needed = arguments.needed(http);
        if (!begins && needed.isEmpty()) return CompletableFuture.completedFuture(Optional.empty());
        return blocking(() -> {
            var answer = begins ? look(http) : Optional.<HttpResponse<?>>empty();
            return answer.isPresent() || needed.isEmpty()
                    ? answer
                    : RequestState.of(http).refusal(needed.get()).map(Exchange::response);
        });
    }

    @ResponseFilter
    void withCookies(HttpRequest<?> http, MutableHttpResponse<?> page) {
        RequestState.find(http).ifPresent(state -> state.setCookies(page.code(), page.getHeaders()));
    }

    private Optional<HttpResponse<?>> look(HttpRequest<?> http) {
        try {
            var request = Exchange.request(http);
            // The router reads the path as sent; static files are looked up by the path of java.net.URI.
            var admission = guard.admit(request, http.getUri().getPath());
            if (admission instanceof Admission.Page page) {
                new RequestState(page.visitor()).putInto(http);
                return Optional.empty();
            }
            return Optional.of(Exchange.response(
                    admission instanceof Admission.Denial denial
                            ? denial.response()
                            : ((Admission.Route) admission).answer(Exchange.withBody(request, http))));
        } catch (IllegalArgumentException e) {
            return Optional.of(HttpResponse.badRequest());
        }
    }

    private <T> CompletionStage<T> blocking(Supplier<T> call) {
        return CompletableFuture.supplyAsync(PropagatedContext.wrapCurrent(call), blocking);
    }
}
