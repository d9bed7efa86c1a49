package dev.cardea.server.outbound;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts the authorities of Java, and further ones that can be replaced. Checks host names as Java does. */
final class Trust extends X509ExtendedTrustManager {
    private @Nullable X509ExtendedTrustManager standard;
    /** {@code null}: that of Java alone. */
    private volatile @Nullable X509ExtendedTrustManager extended;

    private List<X509Certificate> added = List.of();

    private X509ExtendedTrustManager current() {
        var own = extended;
        return own == null ? standard() : own;
    }

    /** Read at the first connection: more than a hundred certificates would make each start longer. */
    private synchronized X509ExtendedTrustManager standard() {
        if (standard == null) standard = manager(null);
        return standard;
    }

    /** Returns whether something changed. */
    boolean use(List<X509Certificate> authorities) {
        if (authorities.equals(added)) return false;
        extended = authorities.isEmpty() ? null : manager(with(authorities));
        added = authorities;
        return true;
    }

    private KeyStore with(List<X509Certificate> authorities) {
        try {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (var each : Stream.concat(Stream.of(standard().getAcceptedIssuers()), authorities.stream())
                    .toList()) {
                store.setCertificateEntry("authority-" + number++, each);
            }
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the authorities cannot be used", e);
        }
    }

    /** @param store {@code null}: the authorities of Java */
    private static X509ExtendedTrustManager manager(@Nullable KeyStore store) {
        try {
            var factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return Stream.of(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM checks no certificates", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        current().checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        current().checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current().getAcceptedIssuers();
    }
}
