package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where requests come in: which origin they are for, whether that is trusted, and which cookies belong to it. */
final class OriginGate {
    /**
     * A request that was understood and whose origin is trusted.
     *
     * @param received the same as it arrived
     * @param mode of the call in which the site's own server sent it on; {@code null} if it arrived directly
     * @param isSigned whether that server's signature asserts the origin
     * @param hasClient whether its address is the client's
     */
    record AcceptedRequest(
            AuthRequest request,
            AuthCookies cookies,
            Request received,
            @Nullable BridgeMode mode,
            boolean isSigned,
            boolean hasClient) {
        /** The same for another request of this browser. */
        AcceptedRequest with(AuthRequest other) {
            return new AcceptedRequest(other, cookies, received, mode, isSigned, hasClient);
        }

        /** The session cookie that the browser sent. */
        SessionCookie sessionCookie() {
            return SessionCookie.read(cookies, request.cookies());
        }

        /** Handles the request so that an application in another process knows for which of its sites. */
        <T> T during(RemoteApplication application, Supplier<T> handling) {
            return application.during(request.origin(), isSigned, handling);
        }
    }

    private final Site site;
    private final OriginPolicy origins;
    private final OriginPolicy vouched;
    private final AuthCookies plainCookies;
    private final AuthCookies secureCookies;

    OriginGate(Site site) {
        this.site = site;
        var settings = site.settings();
        origins = settings.address.originPolicy();
        vouched = origins.vouched();
        plainCookies = new AuthCookies(false, settings.cookies);
        secureCookies = new AuthCookies(true, settings.cookies);
    }

    /**
     * Lets a request under the base path in.
     *
     * @throws BadRequestException where it cannot be understood
     * @throws ConfigurationException where its origin is not trusted
     */
    AcceptedRequest accept(Request http) {
        return accept(http, origins);
    }

    /**
     * As {@link #accept}, for a call of the site's own server.
     *
     * @param isVouched whether it says which origin the browser sees; then its forwarded headers count
     */
    AcceptedRequest acceptOverBridge(Request http, BridgeMode mode, boolean isVouched) {
        var policy = isVouched ? vouched : origins;
        var accepted = accept(http, policy);
        // Without a forwarded address there is only that of the site's server, which is not the client.
        boolean hasClient = policy.hasForwardedAddress(http);
        var observation = RequestObservation.current();
        if (observation != null && !hasClient) observation.hideAddress();
        return new AcceptedRequest(accepted.request(), accepted.cookies(), http, mode, isVouched, hasClient);
    }

    private AcceptedRequest accept(Request http, OriginPolicy policy) {
        var decision = policy.resolve(http);
        observe(decision, policy.trustsPeer(http));
        var sent = site.paths().asSent(policy.asSent(http, decision.origin()));
        var observation = RequestObservation.current();
        if (observation != null) observation.sent(sent);
        var request = AuthRequest.parse(sent, decision.origin(), site.paths().basePath(), site.settings().routes);
        if (!decision.trusted()) {
            throw new ConfigurationException(
                    ErrorType.UNTRUSTED_HOST,
                    "the host of " + WebUrl.escape(decision.origin() + http.path())
                            + " isn't trusted; set url (AUTH_URL), or trustHost behind a proxy that sets the host");
        }
        return new AcceptedRequest(request, cookies(decision.origin()), http, null, false, true);
    }

    private static void observe(OriginPolicy.Decision decision, boolean isPeerTrusted) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var host = decision.origin().substring(decision.origin().indexOf("://") + 3);
        observation.add(new Step.OriginDecision(
                HostName.of(host), decision.origin().startsWith("https:"), decision.trusted(), isPeerTrusted));
    }

    /**
     * The origin of any request.
     *
     * @throws ConfigurationException where it is not trusted
     */
    String trustedOrigin(Request http) {
        var decision = origins.resolve(http);
        if (!decision.trusted()) {
            throw new ConfigurationException(ErrorType.UNTRUSTED_HOST, "the request's host is not trusted");
        }
        return decision.origin();
    }

    AuthCookies cookies(String origin) {
        return site.settings().address.hasSecureCookies(origin) ? secureCookies : plainCookies;
    }

    /** The session cookie that a browser of this site sent. */
    SessionCookie sessionCookie(Request http, String origin) {
        return SessionCookie.read(cookies(origin), http.cookies());
    }

    boolean areSecure(AuthCookies cookies) {
        return cookies == secureCookies;
    }

    /** Whether one of the named proxies asks. The site's own server is none: it sends on what any client sent. */
    boolean isFromTrustedProxy(AcceptedRequest accepted) {
        return accepted.mode() == null && origins.isFromTrustedProxy(accepted.received());
    }

    /** The client's address; empty where a site's server doesn't say for whom it asks. */
    Optional<IpAddress> client(AcceptedRequest accepted) {
        return accepted.hasClient() ? client(accepted.request()) : Optional.empty();
    }

    Optional<IpAddress> client(AuthRequest request) {
        return origins.clientAddress(request.http());
    }
}
