package dev.cardea.hooks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A connection to the application, for one call at a time. The thread that calls also reads the answer, so no call is
 * handed to another thread. Only {@link #close} may be called by another thread: it ends a call at any moment.
 */
final class HookConnection implements AutoCloseable {
    private final SocketChannel channel;
    private final OutputStream out;
    private final HookAnswerReader in;
    private volatile long restsSince;

    private HookConnection(SocketChannel channel, OutputStream out, HookAnswerReader in) {
        this.channel = channel;
        this.out = out;
        this.in = in;
    }

    /**
     * Connects to the first address of the host that accepts.
     *
     * @param factory decides which certificates are trusted; the host's name is checked in any case
     * @param call closes the connection when its time is over, while it is made as well
     */
    static HookConnection open(HookAddress to, SSLSocketFactory factory, int most, HookCall call) throws IOException {
        var proxy = HookProxy.of(to);
        IOException last = null;
        for (var address : InetAddress.getAllByName(proxy.map(HookProxy::host).orElse(to.host()))) {
            var channel = SocketChannel.open();
            call.uses(channel);
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.connect(new InetSocketAddress(
                        address, proxy.map(HookProxy::port).orElse(to.port())));
                if (proxy.isPresent()) HookProxy.tunnel(channel.socket(), to);
                return over(channel, to, factory, most);
            } catch (IOException e) {
                channel.close();
                if (call.isOver()) throw e;
                last = e;
            }
        }
        throw last == null ? new IOException("no address") : last;
    }

    private static HookConnection over(SocketChannel channel, HookAddress to, SSLSocketFactory factory, int most)
            throws IOException {
        var socket = channel.socket();
        if (to.isTls()) {
            var tls = (SSLSocket) factory.createSocket(socket, to.host(), to.port(), true);
            var parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
            socket = tls;
        }
        return new HookConnection(
                channel, socket.getOutputStream(), new HookAnswerReader(socket.getInputStream(), most));
    }

    /** @throws IOException where it is not answered by one whole answer; the connection is of no more use then */
    HookAnswerReader.Answer exchange(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        return in.read();
    }

    /** Whether the next call may use it: the last answer left nothing behind and did not end it. */
    boolean isReusable() {
        return in.isReusable();
    }

    void rest(long nanos) {
        restsSince = nanos;
    }

    long restsSince() {
        return restsSince;
    }

    /** Returns whether the application has closed it, or has sent bytes without a request. */
    boolean isStale() {
        try {
            channel.configureBlocking(false);
            int read = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return read != 0;
        } catch (IOException e) {
            return true;
        }
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone then.
        }
    }
}
