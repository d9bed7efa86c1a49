package dev.cardea.method.oauth;

import dev.cardea.http.WebUrl;
import dev.cardea.method.Visit;
import org.jspecify.annotations.Nullable;

/**
 * Another deployment that the provider sends people to first, because its address is the one that is registered. It
 * passes them on to where they began.
 *
 * @param url where the proxy mounts the library; {@code null}: there is none
 */
record RedirectProxy(@Nullable String url, String providerId) {
    /** Whether this request arrived at the proxy itself. */
    boolean isHere(Visit visit) {
        return url != null
                && WebUrl.parse(url)
                        .filter(u -> u.origin().equals(visit.request().origin()))
                        .isPresent();
    }

    /** The address that the provider sends people to. */
    String redirectUri(Visit visit) {
        if (url == null || isHere(visit)) return visit.providerCallbackUrl(providerId);
        return (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + "/callback/" + providerId;
    }

    /** What the proxy has to know to pass people on; {@code null} where nobody has to be passed on. */
    @Nullable String origin(Visit visit) {
        return url == null || isHere(visit) ? null : visit.providerCallbackUrl(providerId);
    }
}
