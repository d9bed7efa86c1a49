package dev.cardea.internal.method.oauth;

import dev.cardea.action.OriginPattern;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.method.MethodRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another deployment that the provider sends people to first, because its address is the one that is registered. It
 * passes them on to where they began.
 *
 * @param url where the proxy mounts the library; {@code null}: there is none
 * @param origins to which this deployment passes answers on where it is the proxy
 */
record RedirectProxy(@Nullable String url, List<OriginPattern> origins, String providerId) {
    /** Whether this request arrived at the proxy itself. */
    boolean isHere(MethodRequest visit) {
        return url != null
                && WebUrl.parse(url)
                        .filter(u -> u.origin().equals(visit.request().origin()))
                        .isPresent();
    }

    /** The address that the provider sends people to. */
    String redirectUri(MethodRequest visit) {
        if (url == null || isHere(visit)) return visit.providerCallbackUrl(providerId);
        return (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + "/callback/" + providerId;
    }

    /**
     * Refuses to pass an answer on to an origin that the proxy was not given. Every deployment that shares the secret can
     * seal a state, and one of them may have believed a forged {@code Host} header.
     *
     * @param target the callback address that the state names
     */
    void requireKnown(WebUrl target) {
        if (!target.path().endsWith("/callback/" + providerId)) {
            throw new AuthException(ErrorType.INVALID_CHECK, "the state is another provider's", null, providerId);
        }
        if (origins.stream().anyMatch(origin -> origin.matches(target))) return;
        throw new AuthException(
                ErrorType.INVALID_CONFIGURATION,
                "the redirect proxy passes answers on to the origins in redirectProxyOrigins only, and "
                        + target.origin() + " is none of them",
                null,
                providerId);
    }

    /** What the proxy has to know to pass people on; {@code null} where nobody has to be passed on. */
    @Nullable String origin(MethodRequest visit) {
        return url == null || isHere(visit) ? null : visit.providerCallbackUrl(providerId);
    }
}
