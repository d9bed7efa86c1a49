package dev.cardea.internal.oauth;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The JWS algorithms that are supported for the tokens of providers (RFC 7518 §3, RFC 8037 §3.1, RFC 9864). */
public final class SignatureAlgorithms {
    static final Set<String> HMAC = Set.of("HS256", "HS384", "HS512");
    private static final Set<String> EDWARDS = Set.of("EdDSA", "Ed25519");
    private static final List<String> SUPPORTED = List.of(
            "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519",
            "HS256", "HS384", "HS512");

    private SignatureAlgorithms() {}

    /**
     * Returns the supported algorithms, asymmetric ones first. {@code ES256K} is not among them: the JDK has had no
     * curve secp256k1 since version 16.
     */
    public static List<String> supported() {
        return SUPPORTED;
    }

    static boolean isSupported(Object algorithm) {
        return algorithm instanceof String name && SUPPORTED.contains(name);
    }

    static boolean isEdwards(String algorithm) {
        return EDWARDS.contains(algorithm);
    }

    /**
     * Returns the JDK's name for the hash of an algorithm (OpenID Connect Core §3.1.3.6; Ed25519 hashes with SHA-512).
     */
    static String hashOf(String algorithm) {
        if (isEdwards(algorithm)) return "SHA-512";
        var size = algorithm.toUpperCase(Locale.ROOT).substring(algorithm.length() - 3);
        return "SHA-" + size;
    }
}
