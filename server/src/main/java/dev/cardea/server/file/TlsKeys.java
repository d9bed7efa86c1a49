package dev.cardea.server.file;

import dev.cardea.server.http.TlsCertificate;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of {@code tls}. */
final class TlsKeys {
    /** Authorities renew certificates by then, so a shorter rest means that the renewal failed. */
    private static final Duration SOON = Duration.ofDays(14);

    static final Key KEY = Key.group(
            "tls",
            "TLS for the site's listener. Leave it out if a proxy terminates TLS.",
            Key.text("certificate", null, "The PEM file with the certificate and its chain."),
            Key.text("key", null, "The PEM file with the private key, in PKCS#8."));

    private TlsKeys() {}

    static @Nullable TlsCertificate read(Section section) {
        var pem = section.fileContents("certificate");
        var key = section.fileContents("key");
        require(section, "certificate");
        require(section, "key");
        if (pem.isEmpty() || key.isEmpty()) return null;
        var chain = chain(section, pem.get());
        var secret = key(section, key.get());
        if (chain.isEmpty() || secret == null || !isValid(section, chain.get(0), Instant.now())) return null;
        if (!fits(chain.get(0).getPublicKey(), secret)) {
            section.wrong("key", "doesn't belong to the certificate in tls.certificate");
            return null;
        }
        return new TlsCertificate(chain, secret);
    }

    private static void require(Section section, String key) {
        if (!section.keys().contains(key)) section.wrong(key, "is missing: set it to a PEM file");
    }

    private static List<X509Certificate> chain(Section section, String pem) {
        try {
            return PemCertificates.parse(pem);
        } catch (IllegalArgumentException e) {
            section.wrong("certificate", "cannot be used: " + e.getMessage());
            return List.of();
        }
    }

    private static @Nullable PrivateKey key(Section section, String pem) {
        try {
            return PemKey.parse(pem);
        } catch (IllegalArgumentException e) {
            section.wrong(
                    "key",
                    "cannot be used: " + e.getMessage() + "; convert it with: openssl pkcs8 -topk8 -nodes -in FILE");
            return null;
        }
    }

    private static boolean isValid(Section section, X509Certificate certificate, Instant now) {
        var begin = certificate.getNotBefore().toInstant();
        var end = certificate.getNotAfter().toInstant();
        if (now.isAfter(end)) section.wrong("certificate", "expired at " + end + "; renew it");
        else if (now.isBefore(begin)) section.wrong("certificate", "is not valid before " + begin);
        else if (now.plus(SOON).isAfter(end))
            section.source().advise("tls: the certificate expires at " + end + "; renew it");
        return !now.isBefore(begin) && !now.isAfter(end);
    }

    /** Whether the public key verifies what the private key signs. */
    private static boolean fits(PublicKey open, PrivateKey secret) {
        var algorithm = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        try {
            byte[] text = {1, 2, 3};
            var signing = Signature.getInstance(algorithm);
            signing.initSign(secret);
            signing.update(text);
            byte[] signature = signing.sign();
            var verifying = Signature.getInstance(algorithm);
            verifying.initVerify(open);
            verifying.update(text);
            return verifying.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
