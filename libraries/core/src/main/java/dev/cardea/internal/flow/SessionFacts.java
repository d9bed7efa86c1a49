package dev.cardea.internal.flow;

import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.NewSession;
import dev.cardea.internal.session.SessionStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The facts of the session that a sign-in opens, apart from its user.
 *
 * @param traits of the sign-in method
 * @param provider its id
 * @param providerSub whom the ID token names; {@code null} without one
 * @param providerSid the session at the provider, if the ID token names one
 * @param request the one that completed the sign-in
 */
record SessionFacts(
        Traits traits,
        String provider,
        @Nullable String providerSub,
        @Nullable String providerSid,
        MethodRequest request) {
    static SessionFacts of(VerifiedIdentity identity, MethodRequest request) {
        var idToken = identity.idToken();
        return new SessionFacts(
                identity.traits(), identity.account().provider(), idToken.text("sub"), idToken.text("sid"), request);
    }

    /** Returns whether the store has the users of a method: tokens of credentials are of users whom the application knows. */
    static boolean hasStoredUser(Traits traits, SessionStrategy sessions) {
        return sessions.traits().needsStoredUsers() || traits.registration() != Traits.Registration.NEVER;
    }

    NewSession of(String userId) {
        return new NewSession(
                userId,
                traits.registration() != Traits.Registration.NEVER,
                provider,
                providerSub,
                providerSid,
                request.client().orElse(null),
                request.userAgent().orElse(null));
    }
}
