package dev.cardea.hook;

import java.util.List;

/**
 * A visitor is to be redirected (Auth.js: the params of {@code redirect}).
 *
 * @param url as the client sent it; any text
 * @param baseUrl the origin of the site
 * @param allowedOrigins the other origins that the configuration allows
 */
public record RedirectParams(String url, String baseUrl, List<String> allowedOrigins) {
    public RedirectParams {
        allowedOrigins = List.copyOf(allowedOrigins);
    }

    /** Makes the parameters for a site that allows no other origin. */
    public RedirectParams(String url, String baseUrl) {
        this(url, baseUrl, List.of());
    }
}
