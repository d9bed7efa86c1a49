package dev.cardea.internal.method;

import dev.cardea.action.AuthRequest;
import dev.cardea.internal.cookie.AuthCookies;
import org.jspecify.annotations.Nullable;

/**
 * One request to a sign-in method.
 *
 * @param cookies the cookie table for this origin
 * @param callbackUrl where to send the visitor after sign-in, already validated
 * @param beginner the id of the user who is signed in when a sign-in begins; {@code null} if none is
 */
public record MethodRequest(
        AuthRequest authRequest,
        AuthCookies cookies,
        String callbackUrl,
        @Nullable String beginner) {
    public MethodRequest(AuthRequest authRequest, AuthCookies cookies, String callbackUrl) {
        this(authRequest, cookies, callbackUrl, null);
    }

    public MethodRequest beginner(@Nullable String userId) {
        return new MethodRequest(authRequest, cookies, callbackUrl, userId);
    }

    /** The provider's callback address on this site. */
    public String providerCallbackUrl(String providerId) {
        return authRequest.baseUrl() + "/callback/" + providerId;
    }
}
