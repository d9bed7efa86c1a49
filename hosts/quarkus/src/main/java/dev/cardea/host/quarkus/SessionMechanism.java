package dev.cardea.host.quarkus;

import dev.cardea.host.vertx.RequestState;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.quarkus.vertx.http.runtime.security.HttpCredentialTransport;
import io.quarkus.vertx.http.runtime.security.HttpSecurityUtils;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Authenticates a user with a session for Quarkus, and redirects visitors whom Quarkus rejects to sign in. */
@Singleton
final class SessionMechanism implements HttpAuthenticationMechanism {
    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext ctx, IdentityProviderManager identities) {
        var session = RequestState.seen(ctx).flatMap(SessionMechanism::session);
        if (session.isEmpty()) return Uni.createFrom().nullItem();
        var request = new SessionRequest(SessionPrincipal.of(session.get()));
        return identities.authenticate(HttpSecurityUtils.setRoutingContextAttribute(request, ctx));
    }

    /**
     * If the session is unknown, the visitor has no identity: open pages are shown, and the challenge explains the
     * others.
     */
    private static Optional<Session> session(RequestState visit) {
        try {
            return visit.visitor().session();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext ctx) {
        var visit = RequestState.seen(ctx);
        if (visit.isEmpty()) return Uni.createFrom().nullItem();
        return Uni.createFrom()
                .completionStage(() -> ctx.vertx()
                        .executeBlocking(() -> visit.get().visitor().refusal(), false)
                        .map(refusal -> challenge(refusal, ctx))
                        .toCompletionStage());
    }

    /** The callback may allow every visitor, but Quarkus still needs an identity. */
    private static ChallengeData challenge(Optional<Response> refusal, RoutingContext ctx) {
        if (refusal.isEmpty()) return new ChallengeData(401);
        var headers = ctx.response().headers();
        Map<CharSequence, String> others = new LinkedHashMap<>();
        for (var field : refusal.get().headers().fields()) {
            if (!field.name().equalsIgnoreCase("Set-Cookie")) others.put(field.name(), field.value());
            // The cookies that keep the visitor signed in are set already.
            else if (!headers.contains("Set-Cookie", field.value(), false)) headers.add("Set-Cookie", field.value());
        }
        return new ChallengeData(refusal.get().status(), others);
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of(SessionRequest.class);
    }

    /** The name by which paths and resources select it. */
    @Override
    public Uni<HttpCredentialTransport> getCredentialTransport(RoutingContext ctx) {
        return Uni.createFrom()
                .item(new HttpCredentialTransport(HttpCredentialTransport.Type.COOKIE, "cardea", "cardea"));
    }
}
