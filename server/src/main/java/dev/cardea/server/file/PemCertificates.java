package dev.cardea.server.file;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;

/** Reads certificates in PEM (RFC 7468, {@code CERTIFICATE}), in their order; text around them is ignored. */
final class PemCertificates {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----");

    private PemCertificates() {}

    /** @throws IllegalArgumentException if the text has no certificate, or one of them is malformed */
    static List<X509Certificate> parse(String pem) {
        var blocks = BLOCK.matcher(pem).results().map(match -> match.group()).toList();
        if (blocks.isEmpty()) throw new IllegalArgumentException("it doesn't contain a PEM certificate");
        return blocks.stream().map(PemCertificates::certificate).toList();
    }

    private static X509Certificate certificate(String block) {
        try {
            var bytes = new ByteArrayInputStream(block.getBytes(StandardCharsets.US_ASCII));
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
        } catch (CertificateException e) {
            throw new IllegalArgumentException("a certificate in it is malformed", e);
        }
    }
}
