package dev.cardea.provider;

import dev.cardea.http.Request;
import java.time.Instant;

/**
 * A sign-in link to send (interface: the params of {@code sendVerificationRequest}).
 *
 * @param identifier the address, in its normal form
 * @param url the link
 * @param token the plain token that the link holds
 * @param expires when the link stops working
 * @param theme the configured colours
 * @param request the request that asked for it, its body as JSON
 */
public record VerificationRequest(
        String identifier,
        String url,
        String token,
        Instant expires,
        EmailProvider provider,
        Theme theme,
        Request request) {
    /** The provider and expiry only: the link signs somebody in. */
    @Override
    public String toString() {
        return "VerificationRequest[" + provider.id() + ", expires " + expires + "]";
    }
}
