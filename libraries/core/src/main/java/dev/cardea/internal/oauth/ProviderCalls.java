package dev.cardea.internal.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.observe.Step.OAuthError;
import dev.cardea.observe.Step.ProviderCall.Result;
import dev.cardea.observe.Step.ProviderCallStart.ClientProof;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls to one provider, each with its steps. Safe for concurrent use. */
public final class ProviderCalls {
    /** Longer answers are described by their status alone. */
    private static final int MAX_DESCRIBED = 64 * 1024;

    private static final Set<Endpoint> JSON = Set.of(Endpoint.DISCOVERY, Endpoint.JWKS, Endpoint.TOKEN);

    private final ProviderId provider;
    private final HttpHandler http;

    public ProviderCalls(ProviderId provider, HttpHandler http) {
        this.provider = provider;
        this.http = http;
    }

    /** Returns the way to one address of the provider. */
    public HttpHandler to(Endpoint endpoint) {
        return request -> call(endpoint, request);
    }

    private Response call(Endpoint endpoint, Request request) {
        var observation = Observation.current();
        if (!observation.isObserved()) return http.handle(request);
        observation.add(new Step.ProviderCallStart(provider, endpoint, proof(endpoint, request)));
        var host = WebUrl.parse(request.url())
                .map(url -> HostName.of(url.authority()))
                .orElse(HostName.INVALID);
        long start = System.nanoTime();
        try {
            var response = http.handle(request);
            observation.add(step(endpoint, host, response, start));
            return response;
        } catch (RuntimeException e) {
            observation.add(new Step.ProviderCall(provider, endpoint, host, result(e), 0, since(start), null, null));
            throw e;
        }
    }

    private Step step(Endpoint endpoint, HostName host, Response response, long start) {
        var object = object(response);
        boolean isMisread = JSON.contains(endpoint) && object == null && response.body().length <= MAX_DESCRIBED;
        var result = response.status() >= 400 ? Result.REJECTED : isMisread ? Result.INVALID : Result.OK;
        var error = object == null || !object.has("error") ? null : error(object.text("error"));
        var shape = object == null ? null : Shape.of(object);
        return new Step.ProviderCall(provider, endpoint, host, result, response.status(), since(start), error, shape);
    }

    /** How the request authenticates the application. A public client sends its id alone. */
    private static @Nullable ClientProof proof(Endpoint endpoint, Request request) {
        if (endpoint != Endpoint.TOKEN) return null;
        if (request.headers().has("authorization")) return ClientProof.SECRET;
        var form = request.text();
        if (form.contains("client_assertion=")) return ClientProof.ASSERTION;
        return form.contains("client_secret=") ? ClientProof.SECRET : null;
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static @Nullable Claims object(Response response) {
        if (response.body().length > MAX_DESCRIBED) return null;
        try {
            return Json.parseObject(response.text(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            return null;
        }
    }

    private static Result result(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpTimeoutException) return Result.TIMEOUT;
            if (cause instanceof TooManyCallsException) return Result.LIMITED;
        }
        return Result.UNREACHABLE;
    }

    /** Returns the code as a value of the closed list. */
    public static OAuthError error(@Nullable String code) {
        if (code == null) return OAuthError.OTHER;
        for (var known : OAuthError.values()) if (known.label().equals(code.toLowerCase(Locale.ROOT))) return known;
        return OAuthError.OTHER;
    }
}
