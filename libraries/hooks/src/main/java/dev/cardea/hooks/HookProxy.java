package dev.cardea.hooks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The HTTP proxy between this machine and an application that is called over https, by the JVM's proxy selector. Plain
 * http, which stays on a private network, is never sent to a proxy.
 */
record HookProxy(String host, int port) {
    private static final int MAX_HEAD = 8 * 1024;
    private static final Pattern OPENED = Pattern.compile("HTTP/1\\.[01] 2[0-9]{2}[ \r]");
    private static final String END = "\r\n\r\n";

    static Optional<HookProxy> of(HookAddress to) {
        var selector = ProxySelector.getDefault();
        if (!to.isTls() || selector == null) return Optional.empty();
        return selector.select(URI.create("https://" + to.host() + ":" + to.port() + "/")).stream()
                .findFirst()
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(proxy -> (InetSocketAddress) proxy.address())
                .map(address -> new HookProxy(address.getHostString(), address.getPort()));
    }

    /**
     * Makes the proxy pass bytes on (RFC 9110, section 9.3.6).
     *
     * @throws IOException if it does not
     */
    static void tunnel(Socket socket, HookAddress to) throws IOException {
        var target = to.host() + ":" + to.port();
        var request = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + END;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        var head = head(socket);
        if (!OPENED.matcher(head).lookingAt()) {
            throw new IOException("the proxy opened no connection: "
                    + head.lines().findFirst().orElse(""));
        }
    }

    /** Reads byte by byte: what follows the head belongs to TLS. */
    private static String head(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf(END, Math.max(0, head.length() - END.length())) < 0) {
            int next = in.read();
            if (next < 0 || head.length() == MAX_HEAD) throw new IOException("the proxy didn't return a complete head");
            head.append((char) next);
        }
        return head.toString();
    }
}
