package dev.cardea.hook;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The request that caused an event, for audit logs. Not part of Auth.js. Immutable.
 *
 * <p><b>Security:</b> the address and the user agent are personal data. Store them only as long as you need them.
 *
 * @param id the id that the framework or a trusted proxy gave the request ({@link
 *     dev.cardea.AuthConfig.Builder#requestIds}), or else the number by which observers know it ({@link
 *     dev.cardea.observe.StepContext#request}). Logs and traces have the same one.
 * @param clientAddress the client's IP address, as for rate limits: forwarded headers are only trusted from trusted
 *     proxies ({@link dev.cardea.AuthConfig.Builder#trustedProxies}). {@code null} if it is unknown.
 * @param userAgent what the client calls itself (RFC 9110, section 10.1.5), on one line of at most 512 characters;
 *     {@code null} if it says nothing
 */
public record EventRequest(
        String id,
        @Nullable InetAddress clientAddress,
        @Nullable String userAgent) {
    private static final int MAX_USER_AGENT = 512;

    /** Cuts the user agent, and replaces its control characters by spaces. */
    public EventRequest {
        userAgent = userAgent == null ? null : line(userAgent);
    }

    private static @Nullable String line(String text) {
        var line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < MAX_USER_AGENT; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString().isBlank() ? null : line.toString();
    }
}
