package dev.cardea.internal.method.oauth;

import dev.cardea.action.OriginPattern;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.method.MethodRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another deployment to which the provider sends visitors first, because its address is the registered one. It forwards
 * them to the deployment where they began.
 *
 * @param url where the proxy mounts the library; {@code null} without a proxy
 * @param origins to which this deployment forwards answers if it is the proxy
 */
record RedirectProxy(@Nullable String url, List<OriginPattern> origins, String providerId) {
    /** Whether this request arrived at the proxy itself. */
    boolean isHere(MethodRequest request) {
        return url != null
                && WebUrl.parse(url)
                        .filter(u -> u.origin().equals(request.authRequest().origin()))
                        .isPresent();
    }

    /** Returns the address to which the provider sends visitors. */
    String redirectUri(MethodRequest request) {
        if (url == null || isHere(request)) return request.providerCallbackUrl(providerId);
        return (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + "/callback/" + providerId;
    }

    /**
     * Rejects an answer for an origin that is not on the proxy's list. Every deployment that shares the secret can seal
     * a state, and one of them may have trusted a forged {@code Host} header.
     *
     * @param target the callback address that the state names
     */
    void requireKnown(WebUrl target) {
        if (!target.path().endsWith("/callback/" + providerId)) {
            throw new AuthException(ErrorType.INVALID_CHECK, "the state belongs to another provider", null, providerId);
        }
        if (origins.stream().anyMatch(origin -> origin.matches(target))) return;
        throw new AuthException(
                ErrorType.INVALID_CONFIGURATION,
                "the redirect proxy only passes responses to the origins in redirectProxyOrigins, and "
                        + target.origin() + " isn't one of them",
                null,
                providerId);
    }

    /**
     * Returns this deployment's callback address for the state, or {@code null} if no proxy has to forward the answer.
     */
    @Nullable String origin(MethodRequest request) {
        return url == null || isHere(request) ? null : request.providerCallbackUrl(providerId);
    }
}
