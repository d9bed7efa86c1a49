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
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Authenticates a user with a session for Quarkus, and redirects visitors whom Quarkus rejects to sign in. It comes
 * before the mechanisms that read a cookie or a header: the identity and the session then are of the same user.
 */
@Singleton
final class SessionMechanism implements HttpAuthenticationMechanism {
    /** After client certificates (3000), which inclusive authentication wants first; before basic (2000) and others. */
    private static final int PRIORITY = 2500;

    private final String formLogin;

    @Inject
    SessionMechanism(
            @ConfigProperty(name = "quarkus.http.auth.form.post-location", defaultValue = "/j_security_check")
                    String formLogin) {
        this.formLogin = formLogin;
    }

    @Override
    public int getPriority() {
        return PRIORITY;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext ctx, IdentityProviderManager identities) {
        if (isFormLogin(ctx)) return Uni.createFrom().nullItem();
        var session = RequestState.find(ctx).flatMap(SessionMechanism::session);
        if (session.isEmpty()) return Uni.createFrom().nullItem();
        var request = new SessionRequest(SessionPrincipal.of(session.get()));
        return identities.authenticate(HttpSecurityUtils.setRoutingContextAttribute(request, ctx));
    }

    /** The mechanism of the form login answers its own path while it authenticates, so it has to be asked. */
    private boolean isFormLogin(RoutingContext ctx) {
        return ctx.request().method().equals(HttpMethod.POST)
                && ctx.normalizedPath().endsWith(formLogin);
    }

    /**
     * If the session is unknown, the visitor has no identity: open pages are shown, and the challenge explains the
     * others.
     */
    private static Optional<Session> session(RequestState state) {
        try {
            return state.visitor().session();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext ctx) {
        var state = RequestState.find(ctx);
        if (state.isEmpty()) return Uni.createFrom().nullItem();
        return Uni.createFrom()
                .completionStage(() -> ctx.vertx()
                        .executeBlocking(() -> state.get().visitor().refusal(), false)
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
