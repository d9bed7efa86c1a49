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

/** Authenticates a user with a session for Micronaut Security. */
@Singleton
@Requires(classes = AuthenticationFetcher.class)
final class SecurityAuthentication implements AuthenticationFetcher<HttpRequest<?>> {
    @Override
    public Publisher<Authentication> fetchAuthentication(HttpRequest<?> http) {
        return RequestState.seen(http)
                .flatMap(RequestState::principal)
                .map(principal -> Publishers.just(authentication(principal)))
                .orElseGet(Publishers::empty);
    }

    private static Authentication authentication(SessionPrincipal principal) {
        return Authentication.build(principal.name(), principal.roles(), Map.of("session", principal.session()));
    }
}
