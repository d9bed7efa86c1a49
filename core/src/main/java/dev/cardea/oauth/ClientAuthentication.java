package dev.cardea.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the client proves itself at the token endpoint (OpenID Connect Core §9, RFC 6749 §2.3, RFC 7523 §2.2).
 *
 * @param key for {@code private_key_jwt}
 */
public record ClientAuthentication(
        String method,
        String clientId,
        @Nullable String clientSecret,
        @Nullable PrivateKey key,
        @Nullable String kid) {
    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    /** Adds to the body what the method wants there, and returns the {@code Authorization} header, if there is one. */
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

    private String assertion(ServerMetadata server, Clock clock, Randomness randomness) {
        boolean shared = method.equals("client_secret_jwt");
        var issuer = server.issuer() == null ? server.tokenEndpoint().orElse("") : server.issuer();
        var endpoint = server.tokenEndpoint().orElse(issuer);
        Object audience =
                shared ? issuer : Stream.of(issuer, endpoint).distinct().toList();
        long now = clock.instant().getEpochSecond();
        var claims = Claims.of("jti", randomness.base64Url(32))
                .with("aud", audience)
                .with("exp", now + 60)
                .with("iat", now)
                .with("nbf", now)
                .with("iss", clientId)
                .with("sub", clientId);
        try {
            var algorithm = shared ? JWSAlgorithm.HS256 : algorithm();
            var header =
                    new JWSHeader.Builder(algorithm).keyID(shared ? null : kid).build();
            var jws = new JWSObject(header, new Payload(claims.toJson()));
            jws.sign(signer(shared));
            return jws.serialize();
        } catch (JOSEException e) {
            throw new OAuthException("the client assertion could not be signed", e);
        }
    }

    private JWSAlgorithm algorithm() {
        if (!(privateKey() instanceof ECPrivateKey ec)) return JWSAlgorithm.RS256;
        var curve = Curve.forECParameterSpec(ec.getParams());
        if (Curve.P_384.equals(curve)) return JWSAlgorithm.ES384;
        return Curve.P_521.equals(curve) ? JWSAlgorithm.ES512 : JWSAlgorithm.ES256;
    }

    private JWSSigner signer(boolean shared) throws JOSEException {
        if (shared) return new MACSigner(padded(secret()));
        return privateKey() instanceof ECPrivateKey ec ? new ECDSASigner(ec) : new RSASSASigner(privateKey());
    }

    /** HMAC pads a short key with zeros itself (RFC 2104); the signer wants it done. */
    private static byte[] padded(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        return bytes.length >= 32 ? bytes : Arrays.copyOf(bytes, 32);
    }

    private PrivateKey privateKey() {
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

    /** The method and client id: the rest is secret. */
    @Override
    public String toString() {
        return "ClientAuthentication[" + method + ", " + clientId + "]";
    }
}
