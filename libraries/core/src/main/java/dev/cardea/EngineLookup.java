package dev.cardea;

import dev.cardea.action.BadRequestException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.MisconfiguredResponder;
import dev.cardea.internal.engine.SharedState;
import java.time.Clock;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine for one request, or why there is none. It is looked up once for each request and then passed on, as the
 * application's function may ask a database for its configuration. Immutable.
 */
final class EngineLookup {
    private final @Nullable AuthEngine engine;
    private final @Nullable RuntimeException failure;
    private final String contextPath;
    private final SharedState shared;

    private EngineLookup(
            @Nullable AuthEngine engine, @Nullable RuntimeException failure, String contextPath, SharedState shared) {
        this.engine = engine;
        this.failure = failure;
        this.contextPath = contextPath;
        this.shared = shared;
    }

    /**
     * Asks for an engine once. Never throws.
     *
     * @param contextPath of the application that the request is for; empty for none
     */
    static EngineLookup of(
            Request request, Function<Request, AuthEngine> engines, String contextPath, SharedState shared) {
        try {
            return new EngineLookup(engines.apply(request), null, contextPath, shared);
        } catch (RuntimeException e) {
            return new EngineLookup(null, e, contextPath, shared);
        }
    }

    /** Returns whether a request is for the routes; see {@link Auth#handles}. Never throws. */
    boolean handles(Request request) {
        try {
            return required().handles(request);
        } catch (RuntimeException e) {
            return misconfigured(e).handles(request);
        }
    }

    /** Handles a request under the base path. Never throws for what a visitor sent. */
    Response handle(Request request) {
        if (engine != null) return engine.handle(request);
        return misconfigured(Objects.requireNonNull(failure)).answer(request, shared, Clock.systemUTC());
    }

    /** @throws ConfigurationException if the configuration is broken */
    AuthEngine required() {
        if (engine != null) return engine;
        if (failure instanceof ConfigurationException || failure instanceof BadRequestException) throw failure;
        throw new ConfigurationException(
                ErrorType.INVALID_CONFIGURATION,
                "the configuration function threw; see the cause",
                Objects.requireNonNull(failure));
    }

    private MisconfiguredResponder misconfigured(RuntimeException cause) {
        return MisconfiguredResponder.of(cause).at(contextPath);
    }
}
