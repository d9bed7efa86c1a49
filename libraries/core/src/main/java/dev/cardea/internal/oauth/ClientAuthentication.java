package dev.cardea.internal.oauth;

import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.SigningKey;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the client at the token endpoint (OpenID Connect Core §9, RFC 6749 §2.3, RFC 7523 §2.2).
 *
 * @param key for {@code private_key_jwt}
 * @param audience of the assertions of {@code client_secret_jwt} and {@code private_key_jwt}
 */
public record ClientAuthentication(
        String method,
        String clientId,
        @Nullable String clientSecret,
        @Nullable SigningKey key,
        AssertionAudience audience) {
    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    /**
     * Adds to the body what the method requires there, and returns the {@code Authorization} header, if there is one.
     */
    @Nullable String apply(Map<String, String> body, ServerMetadata server, Clock clock, Randomness randomness) {
        switch (method) {
            case "client_secret_basic" -> {
                return "Basic " + base64(encoded(clientId) + ":" + encoded(secret()));
            }
            case "client_secret_post" -> {
                body.put("client_id", clientId);
                body.put("client_secret", secret());
            }
            case "client_secret_jwt", "private_key_jwt" -> {
                body.put("client_id", clientId);
                body.put("client_assertion_type", ASSERTION_TYPE);
                body.put("client_assertion", assertion(server, clock, randomness));
            }
            case "none" -> body.put("client_id", clientId);
            default -> throw new OAuthException("token_endpoint_auth_method " + method + " is not supported");
        }
        return null;
    }

    /** Returns whether the client proves itself by assertions for the issuer, which some services reject. */
    boolean assertsForIssuer() {
        return (method.equals("client_secret_jwt") || method.equals("private_key_jwt"))
                && audience == AssertionAudience.ISSUER;
    }

    private String assertion(ServerMetadata server, Clock clock, Randomness randomness) {
        boolean shared = method.equals("client_secret_jwt");
        long now = clock.instant().getEpochSecond();
        var claims = Claims.of("jti", randomness.base64Url(32))
                .with("aud", audience(server))
                .with("exp", now + 60)
                .with("iat", now)
                .with("nbf", now)
                .with("iss", clientId)
                .with("sub", clientId);
        return shared ? ClientAssertion.sign(claims, secret()) : ClientAssertion.sign(claims, signingKey());
    }

    /** A single text, never a list: each of two audiences could replay the assertion at the other. */
    private String audience(ServerMetadata server) {
        var endpoint = server.tokenEndpoint().orElse("");
        var issuer = server.issuer();
        return issuer == null || audience == AssertionAudience.TOKEN_ENDPOINT ? endpoint : issuer;
    }

    private SigningKey signingKey() {
        if (key == null) throw new OAuthException("private_key_jwt needs clientPrivateKey");
        return key;
    }

    private String secret() {
        if (clientSecret == null) throw new OAuthException(method + " needs clientSecret");
        return clientSecret;
    }

    private static String encoded(String text) {
        return Form.encodeComponent(text).replace("%20", "+");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Prints the method and client id only; the rest is secret. */
    @Override
    public String toString() {
        return "ClientAuthentication[" + method + ", " + clientId + "]";
    }
}
