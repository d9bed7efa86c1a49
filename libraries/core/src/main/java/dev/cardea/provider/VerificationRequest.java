package dev.cardea.provider;

import dev.cardea.http.Request;
import java.time.Instant;

/**
 * A sign-in link to send (Auth.js: the params of {@code sendVerificationRequest}).
 *
 * @param identifier the address, in its normal form
 * @param url the link
 * @param token the plain token that the link contains
 * @param expires when the link expires
 * @param siteName what the site is called: as configured, or else its host
 * @param theme the configured colors
 * @param request the request of the visitor, with its body as JSON
 */
public record VerificationRequest(
        String identifier,
        String url,
        String token,
        Instant expires,
        EmailSettings provider,
        String siteName,
        Theme theme,
        Request request) {
    /** Prints the provider and expiry only, because the link signs a user in. */
    @Override
    public String toString() {
        return "VerificationRequest[" + provider.id() + ", expires " + expires + "]";
    }
}
