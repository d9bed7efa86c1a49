package dev.cardea.server.outbound;

import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** TLS of outgoing connections. That of Java is loaded at the first one, so it isn't part of each start. */
final class Tls extends SSLContextSpi {
    private final Trust trust = new Trust();
    private @Nullable SSLContext delegate;

    /** The context for all clients of the process. */
    SSLContext context() {
        return new SSLContext(this, null, "TLS") {};
    }

    /** Trusts these authorities, too, instead of those of the call before. */
    synchronized void use(List<X509Certificate> authorities) {
        // A resumed session would pass over an authority that is no longer trusted.
        if (trust.use(authorities) && delegate != null) forget(delegate.getClientSessionContext());
    }

    private static void forget(SSLSessionContext sessions) {
        for (var ids = sessions.getIds(); ids.hasMoreElements(); ) {
            var session = sessions.getSession(ids.nextElement());
            if (session != null) session.invalidate();
        }
    }

    private synchronized SSLContext delegate() {
        if (delegate != null) return delegate;
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, new SecureRandom());
            delegate = context;
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("the default context is initialized already");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return delegate().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return delegate().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return delegate().createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return delegate().createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return delegate().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return delegate().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return delegate().getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return delegate().getSupportedSSLParameters();
    }
}
