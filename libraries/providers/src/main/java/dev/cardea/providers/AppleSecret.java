package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.SecretMaker;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;

/** Makes Apple's client secret: a JWT (RFC 7519) signed with ES256 by the team's key, valid for a few minutes. */
final class AppleSecret implements SecretMaker {
    private static final Duration LIFETIME = Duration.ofMinutes(5);
    private static final String AUDIENCE = "https://appleid.apple.com";

    private final String teamId;
    private final String keyId;
    private final PrivateKey key;

    private AppleSecret(String teamId, String keyId, PrivateKey key) {
        this.teamId = teamId;
        this.keyId = keyId;
        this.key = key;
    }

    /**
     * @throws IllegalArgumentException if the text is not an elliptic-curve key; the message does not contain the text
     */
    static AppleSecret of(String teamId, String keyId, String pem) {
        try {
            var encoded = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(encoded));
            return new AppleSecret(teamId, keyId, KeyFactory.getInstance("EC").generatePrivate(spec));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The cause could quote the key.
            throw new IllegalArgumentException("the private key is not the content of Apple's .p8 file");
        }
    }

    @Override
    public String make(ClientRegistration provider, Instant now) {
        var header = Claims.of("alg", "ES256").with("kid", keyId);
        var claims = Claims.of("iss", teamId)
                .with("iat", now.getEpochSecond())
                .with("exp", now.plus(LIFETIME).getEpochSecond())
                .with("aud", AUDIENCE)
                .with("sub", Objects.requireNonNull(provider.clientId(), "clientId is not set"));
        var signed = encoded(header) + "." + encoded(claims);
        return signed + "." + base64(signature(signed));
    }

    private byte[] signature(String text) {
        try {
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the client secret could not be signed", e);
        }
    }

    private static String encoded(Claims claims) {
        return base64(claims.toJson().getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public String toString() {
        return "AppleSecret[" + keyId + "]";
    }
}
