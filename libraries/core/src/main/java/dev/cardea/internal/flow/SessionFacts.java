package dev.cardea.internal.flow;

import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.NewSession;

/**
 * The facts of the session that a sign-in opens, apart from its user.
 *
 * @param request the one that completed the sign-in
 */
record SessionFacts(VerifiedIdentity identity, MethodRequest request) {
    NewSession of(String userId) {
        var idToken = identity.idToken();
        return new NewSession(
                userId,
                identity.traits().registration() != Traits.Registration.NEVER,
                identity.account().provider(),
                idToken.text("sub"),
                idToken.text("sid"),
                request.client().orElse(null),
                request.userAgent().orElse(null));
    }
}
