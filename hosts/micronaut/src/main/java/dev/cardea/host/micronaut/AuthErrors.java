package dev.cardea.host.micronaut;

import dev.cardea.error.AuthException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers exceptions that handlers let pass without their message, which Micronaut would show and which is for the log.
 */
@Singleton
final class AuthErrors implements ExceptionHandler<AuthException, HttpResponse<?>> {
    private static final Logger LOG = LoggerFactory.getLogger(AuthErrors.class);

    private final ErrorResponseProcessor<?> errors;

    AuthErrors(ErrorResponseProcessor<?> errors) {
        this.errors = errors;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public HttpResponse<?> handle(HttpRequest request, AuthException error) {
        LOG.error("{} {}", error.type(), error.errorId(), error);
        var status = error.type().isUnavailable() ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.INTERNAL_SERVER_ERROR;
        var context = ErrorContext.builder(request).errorMessage(status.getReason());
        return errors.processResponse(context.build(), HttpResponse.status(status));
    }
}
