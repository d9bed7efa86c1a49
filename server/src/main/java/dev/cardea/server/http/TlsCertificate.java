package dev.cardea.server.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The certificate with which a listener identifies itself, and its private key.
 *
 * @param chain the certificate of the site first, then those of authorities
 */
public record TlsCertificate(List<X509Certificate> chain, PrivateKey key) {
    public TlsCertificate {
        chain = List.copyOf(chain);
    }

    /** Returns a key store in memory that holds nothing else. */
    KeyStore store(char[] password) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry("tls", key, password, chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the certificate can't be used for TLS", e);
        }
    }

    /** Prints the name of the certificate's subject, and nothing of the key. */
    @Override
    public String toString() {
        return "TlsCertificate[" + chain.get(0).getSubjectX500Principal() + "]";
    }
}
