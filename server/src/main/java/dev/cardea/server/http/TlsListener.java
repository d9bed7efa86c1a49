package dev.cardea.server.http;

import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS 1.2 and 1.3 of a listener, with a certificate that can be replaced while connections are open. */
final class TlsListener {
    private static final char[] IN_MEMORY = "in-memory".toCharArray();

    private final SslContextFactory.Server context = new SslContextFactory.Server();

    TlsListener(TlsCertificate certificate) {
        set(context, certificate);
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    }

    SslConnectionFactory connections() {
        return new SslConnectionFactory(context, HttpVersion.HTTP_1_1.asString());
    }

    /** Uses another certificate for connections from now on. */
    void replace(TlsCertificate certificate) {
        try {
            context.reload(changed -> set((SslContextFactory.Server) changed, certificate));
        } catch (Exception e) {
            throw new IllegalStateException("the certificate cannot be replaced", e);
        }
    }

    private static void set(SslContextFactory.Server context, TlsCertificate certificate) {
        context.setKeyStore(certificate.store(IN_MEMORY));
        context.setKeyStorePassword(new String(IN_MEMORY));
        context.setKeyManagerPassword(new String(IN_MEMORY));
    }
}
