package dev.cardea.internal.method;

import dev.cardea.action.AuthRequest;
import dev.cardea.internal.cookie.AuthCookies;

/**
 * One request to a sign-in method.
 *
 * @param cookies the cookie table for this origin
 * @param callbackUrl where to send the visitor after sign-in, already validated
 */
public record MethodRequest(AuthRequest authRequest, AuthCookies cookies, String callbackUrl) {
    /** The provider's callback address on this site. */
    public String providerCallbackUrl(String providerId) {
        return authRequest.baseUrl() + "/callback/" + providerId;
    }
}
