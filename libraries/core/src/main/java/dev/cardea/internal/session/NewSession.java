package dev.cardea.internal.session;

import dev.cardea.internal.net.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session when it is opened. A strategy stores of it what it needs, and says by its own clock when the
 * session begins.
 *
 * @param isRegistered whether the sign-in found or stored the user; otherwise only the application knows whether the store
 *     has this user
 * @param provider its id
 * @param providerSub whom the ID token names; {@code null} without one
 * @param providerSid the session at the provider, if the ID token names one (OpenID Connect Back-Channel Logout, section 2.1)
 * @param client the client's address; {@code null} if it is unknown
 * @param userAgent as the client sent it
 */
public record NewSession(
        String userId,
        boolean isRegistered,
        String provider,
        @Nullable String providerSub,
        @Nullable String providerSid,
        @Nullable IpAddress client,
        @Nullable String userAgent) {}
