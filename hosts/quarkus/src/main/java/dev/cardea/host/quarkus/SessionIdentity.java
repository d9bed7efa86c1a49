package dev.cardea.host.quarkus;

import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Makes the identity of a signed-in user, before the application's augmentors. */
@Singleton
final class SessionIdentity implements IdentityProvider<SessionRequest> {
    @Override
    public Class<SessionRequest> getRequestType() {
        return SessionRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(SessionRequest request, AuthenticationRequestContext context) {
        var principal = request.principal();
        return Uni.createFrom()
                .item(QuarkusSecurityIdentity.builder()
                        .setPrincipal(principal)
                        .addRoles(principal.roles())
                        .addAttributes(request.getAttributes())
                        .build());
    }
}
