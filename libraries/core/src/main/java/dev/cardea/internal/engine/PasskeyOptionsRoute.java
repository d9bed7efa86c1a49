package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Route;
import dev.cardea.action.RouteRequest;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Traits;
import java.util.Set;

/** What a script of the sign-in page asks for before it calls the browser. */
final class PasskeyOptionsRoute implements Route {
    private final SignInMethods signInMethods;
    private final OriginGate originGate;
    private final RateLimitGuard rateLimitGuard;

    PasskeyOptionsRoute(SignInMethods signInMethods, OriginGate originGate, RateLimitGuard rateLimitGuard) {
        this.signInMethods = signInMethods;
        this.originGate = originGate;
        this.rateLimitGuard = rateLimitGuard;
    }

    @Override
    public String name() {
        return AuthAction.WEBAUTHN_OPTIONS.wire();
    }

    @Override
    public boolean takesSegment() {
        return true;
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var request = call.request();
        var method = request.providerId()
                .flatMap(signInMethods::provider)
                .map(signInMethods::method)
                .filter(found -> found.traits().start() == Traits.Start.SCRIPT)
                .orElseThrow(() -> new AuthException(
                        ErrorType.INVALID_PROVIDER, "passkey options need the ID of a passkey provider"));
        // Pages request options on their own, for autofill. A request with an address begins a sign-in, or probes
        // for users.
        if (request.query().containsKey("email")) rateLimitGuard.signInStart(originGate.client(request));
        return method.options(new MethodRequest(request, originGate.cookies(request.origin()), call.callbackUrl()));
    }
}
