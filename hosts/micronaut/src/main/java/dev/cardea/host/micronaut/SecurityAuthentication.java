package dev.cardea.host.micronaut;

import dev.cardea.model.SessionPrincipal;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.filters.AuthenticationFetcher;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/**
 * Authenticates a user with a session for Micronaut Security. It is asked first: handlers that take the session and
 * handlers that take Micronaut's principal then see the same user, also beside a login of Micronaut Security itself.
 */
@Singleton
@Requires(classes = AuthenticationFetcher.class)
final class SecurityAuthentication implements AuthenticationFetcher<HttpRequest<?>> {
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Publisher<Authentication> fetchAuthentication(HttpRequest<?> http) {
        return RequestState.find(http)
                .flatMap(RequestState::principal)
                .map(principal -> Publishers.just(authentication(principal)))
                .orElseGet(Publishers::empty);
    }

    private static Authentication authentication(SessionPrincipal principal) {
        return Authentication.build(principal.name(), principal.roles(), Map.of("session", principal.session()));
    }
}
