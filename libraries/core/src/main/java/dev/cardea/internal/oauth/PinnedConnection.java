package dev.cardea.internal.oauth;

import dev.cardea.internal.net.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;

/** Opens the connection of one call to a permitted address, and can close it at any time. */
final class PinnedConnection extends SSLSocketFactory {
    private final SSLSocketFactory tls;
    private final Predicate<IpAddress> allowed;
    private final CheckedAddress socket = new CheckedAddress();
    private volatile boolean hungUp;

    PinnedConnection(SSLSocketFactory tls, Predicate<IpAddress> allowed) {
        this.tls = tls;
        this.allowed = allowed;
    }

    void hangUp() {
        hungUp = true;
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is already closed.
        }
    }

    boolean isHungUp() {
        return hungUp;
    }

    /** Returns an unconnected socket; TLS is added once it is connected. */
    @Override
    public Socket createSocket() {
        return socket;
    }

    @Override
    public Socket createSocket(Socket below, String host, int port, boolean autoClose) throws IOException {
        return tls.createSocket(below, host, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw uncheckedAddress();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw uncheckedAddress();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw uncheckedAddress();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        throw uncheckedAddress();
    }

    private static IOException uncheckedAddress() {
        return new IOException("connect opens connections, because it validates the address");
    }

    private final class CheckedAddress extends Socket {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
            var address = ((InetSocketAddress) endpoint).getAddress();
            if (address != null && !allowed.test(IpAddress.of(address))) {
                throw new IOException(
                        "the address is not public; a configuration made for a request reaches such a provider"
                                + " only with its own http client");
            }
            super.connect(endpoint, timeout);
        }
    }
}
