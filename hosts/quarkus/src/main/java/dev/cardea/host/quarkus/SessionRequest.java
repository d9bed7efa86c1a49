package dev.cardea.host.quarkus;

import dev.cardea.model.SessionPrincipal;
import io.quarkus.security.identity.request.BaseAuthenticationRequest;

/** Asks for the identity of a session that was read already. */
final class SessionRequest extends BaseAuthenticationRequest {
    private final SessionPrincipal principal;

    SessionRequest(SessionPrincipal principal) {
        this.principal = principal;
    }

    SessionPrincipal principal() {
        return principal;
    }
}
