package dev.cardea.host.micronaut;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import io.micronaut.core.order.Ordered;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.filter.ServerFilterPhase;
import io.micronaut.http.server.HttpServerConfiguration;
import io.micronaut.http.server.annotation.PreMatching;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/**
 * Answers the routes, guards protected paths, and gives handlers the session. Calls of a store, a provider or a
 * callback run on the executor for blocking tasks. {@link StartCheck} creates the filter at startup.
 */
@Singleton
@ServerFilter(value = ServerFilter.MATCH_ALL_PATTERN, appendContextPath = false)
final class CardeaFilter implements Ordered {
    /** The attribute with the route of Cardea that a request is for. */
    private static final String ROUTE = "dev.cardea.route";

    private final Guard guard;
    private final SessionArguments arguments;
    private final ExecutorService blocking;

    CardeaFilter(
            Auth auth,
            CardeaConfiguration configuration,
            SessionArguments arguments,
            HttpServerConfiguration server,
            @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        var contextPath = server.getContextPath();
        guard = auth.guard(configuration.protect().toArray(String[]::new)).at(contextPath == null ? "" : contextPath);
        this.arguments = arguments;
        this.blocking = blocking;
    }

    @Override
    public int getOrder() {
        return ServerFilterPhase.TRACING.after();
    }

    /**
     * Runs before routing, so that no router decides which requests are for Cardea's routes, or about protected paths.
     */
    @PreMatching
    @RequestFilter
    CompletionStage<Optional<HttpResponse<?>>> beforeRouting(HttpRequest<?> http) {
        return blocking(() -> look(http));
    }

    /**
     * Answers the routes of Cardea, and checks the requirements of other routes. Only these filters run inside of the
     * span that Micronaut has for the request. An upgrade to a WebSocket starts here, because Micronaut has already found
     * its route.
     */
    @RequestFilter
    CompletionStage<Optional<HttpResponse<?>>> beforeHandler(HttpRequest<?> http) {
        boolean isKnown = RequestState.find(http).isPresent() || route(http).isPresent();
        boolean begins = !isKnown && http.getHeaders().contains("Upgrade");
        var needed = arguments.needed(http);
        if (!begins && needed.isEmpty() && route(http).isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return blocking(() -> {
            var refusal = begins ? look(http) : Optional.<HttpResponse<?>>empty();
            if (refusal.isPresent()) return refusal;
            var route = route(http);
            if (route.isPresent()) return Optional.of(answer(route.get(), http));
            return needed.flatMap(roles -> RequestState.of(http).refusal(roles)).map(Exchange::response);
        });
    }

    @ResponseFilter
    void withCookies(HttpRequest<?> http, MutableHttpResponse<?> page) {
        RequestState.find(http).ifPresent(state -> state.setCookies(page.code(), page.getHeaders()));
    }

    /** Returns the response for a visitor who may not see the page. Attaches the visitor, or Cardea's route. */
    private Optional<HttpResponse<?>> look(HttpRequest<?> http) {
        try {
            var request = Exchange.request(http);
            // The router reads the path as sent; static files are looked up by the path of java.net.URI.
            var admission = guard.admit(request, http.getUri().getPath());
            if (admission instanceof Admission.Page page) {
                new RequestState(page.visitor()).putInto(http);
                return Optional.empty();
            }
            if (admission instanceof Admission.Route route) {
                http.setAttribute(ROUTE, route);
                return Optional.empty();
            }
            return Optional.of(Exchange.response(((Admission.Denial) admission).response()));
        } catch (IllegalArgumentException e) {
            return Optional.of(HttpResponse.badRequest());
        }
    }

    private static Optional<Admission.Route> route(HttpRequest<?> http) {
        return http.getAttribute(ROUTE, Admission.Route.class);
    }

    private static HttpResponse<?> answer(Admission.Route route, HttpRequest<?> http) {
        try {
            return Exchange.response(route.answer(Exchange.withBody(Exchange.request(http), http)));
        } catch (IllegalArgumentException e) {
            return HttpResponse.badRequest();
        }
    }

    private <T> CompletionStage<T> blocking(Supplier<T> call) {
        return CompletableFuture.supplyAsync(PropagatedContext.wrapCurrent(call), blocking);
    }
}
