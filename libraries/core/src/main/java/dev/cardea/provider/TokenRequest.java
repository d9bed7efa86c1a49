package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;

/** Redeems the code in another way than RFC 6749 §4.1.3 (Auth.js: {@code token.request}). */
@FunctionalInterface
public interface TokenRequest {
    /**
     * @param params what the provider sent to the callback
     * @param checks the verified {@code code_verifier}, {@code state} and {@code nonce}, as far as they were
     *     requested, and the {@code redirect_uri} that was sent
     */
    Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http);
}
