package dev.cardea.host.micronaut;

import dev.cardea.http.Response;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import io.micronaut.security.authentication.AuthorizationException;
import io.micronaut.security.authentication.DefaultAuthorizationExceptionHandler;
import io.micronaut.security.authentication.WwwAuthenticateChallengeProvider;
import io.micronaut.security.config.RedirectConfiguration;
import io.micronaut.security.config.RedirectService;
import io.micronaut.security.errors.PriorToLoginPersistence;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Redirects a visitor whom Micronaut Security rejects to sign in. A plain 401 is left to Micronaut. */
@Singleton
@Requires(classes = AuthorizationException.class)
@Replaces(DefaultAuthorizationExceptionHandler.class)
final class SecurityRefusal extends DefaultAuthorizationExceptionHandler {
    @SuppressWarnings("rawtypes")
    SecurityRefusal(
            ErrorResponseProcessor<?> errors,
            RedirectConfiguration redirects,
            RedirectService redirect,
            List<WwwAuthenticateChallengeProvider<HttpRequest<?>>> challenges,
            @Nullable PriorToLoginPersistence prior) {
        super(errors, redirects, redirect, challenges, prior);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public MutableHttpResponse<?> handle(HttpRequest request, AuthorizationException refused) {
        HttpRequest<?> http = request;
        var refusal = refused.isForbidden()
                ? Optional.<Response>empty()
                : RequestState.find(http)
                        .flatMap(state -> state.refusal(Set.of()))
                        .filter(answer -> answer.status() != 401);
        if (refusal.isPresent()) return Exchange.response(refusal.get());
        return super.handle(request, refused);
    }
}
