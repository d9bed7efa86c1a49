package dev.cardea.dev;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Shares one port between this process and the application. It reads the head of a request, and then passes bytes on in
 * both directions, so that WebSockets and event streams work. Each connection carries one request.
 */
final class FrontProxy implements AutoCloseable {
    private static final int MAX_HEAD = 128 * 1024;
    private static final int HEAD_TIMEOUT = 30_000;
    private static final int CONNECT_TIMEOUT = 5_000;
    private static final int LINGER = 1_000;

    private final ServerSocket socket;
    private final Predicate<String> isOwn;
    private final int core;
    private final URI app;

    private FrontProxy(ServerSocket socket, Predicate<String> isOwn, int core, URI app) {
        this.socket = socket;
        this.isOwn = isOwn;
        this.core = core;
        this.app = app;
    }

    /**
     * @param isOwn whether a path goes to this process
     * @param core the port of this process
     * @param app the address of the application
     * @throws IOException if the port cannot be opened
     */
    static FrontProxy start(String host, int port, Predicate<String> isOwn, int core, String app) throws IOException {
        var socket = new ServerSocket();
        socket.setReuseAddress(true);
        try {
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "port " + port + " is in use; stop the program that uses it, or choose another port with --port",
                    e);
        }
        var proxy = new FrontProxy(socket, isOwn, core, URI.create(app));
        daemon(proxy::accept, "cardea-proxy");
        return proxy;
    }

    private static void daemon(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var client = socket.accept();
                daemon(() -> serve(client), "cardea-proxy-connection");
            } catch (IOException e) {
                if (socket.isClosed()) return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            client.setSoTimeout(HEAD_TIMEOUT);
            var head = head(client.getInputStream());
            if (head.isEmpty()) return;
            client.setSoTimeout(0);
            relay(client, head);
            linger(client);
        } catch (IOException e) {
            // The browser or the application has gone; the other side is closed, too.
        }
    }

    private void relay(Socket client, String head) throws IOException {
        boolean own = isOwn.test(path(head));
        try (var upstream = own ? connect("127.0.0.1", core) : connect(app.getHost(), app.getPort())) {
            upstream.setTcpNoDelay(true);
            upstream.getOutputStream().write(single(head).getBytes(StandardCharsets.ISO_8859_1));
            daemon(() -> pass(client, upstream), "cardea-proxy-request");
            answer(upstream.getInputStream(), client.getOutputStream());
        } catch (UnreachableException e) {
            client.getOutputStream().write(unreachable().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Passes the response on. Its head says that the connection ends with it, so that no client sends more over it. */
    private static void answer(InputStream upstream, OutputStream client) throws IOException {
        var head = head(upstream);
        while (isInterim(head)) {
            client.write(head.getBytes(StandardCharsets.ISO_8859_1));
            head = head(upstream);
        }
        if (!head.isEmpty()) client.write(single(head).getBytes(StandardCharsets.ISO_8859_1));
        upstream.transferTo(client);
    }

    /** Whether another head follows (RFC 9110, section 15.2). After 101, a WebSocket does. */
    private static boolean isInterim(String head) {
        var parts = head.split(" ", 3);
        return parts.length > 1 && parts[1].startsWith("1") && !parts[1].startsWith("101");
    }

    /** Passes the rest of the request on, until one of the two closes. */
    private static void pass(Socket client, Socket upstream) {
        try {
            client.getInputStream().transferTo(upstream.getOutputStream());
            upstream.close();
        } catch (IOException e) {
            // The response has ended, or the browser has gone.
        }
    }

    /** Reads what the client still sends, so that closing does not discard the end of the response. */
    private static void linger(Socket client) throws IOException {
        client.shutdownOutput();
        client.setSoTimeout(LINGER);
        try {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            // Long enough.
        }
    }

    private static Socket connect(String host, int port) throws IOException {
        var name = host.replaceAll("[\\[\\]]", "");
        for (var address : InetAddress.getAllByName(name)) {
            var upstream = new Socket();
            try {
                upstream.connect(new InetSocketAddress(address, port < 0 ? 80 : port), CONNECT_TIMEOUT);
                return upstream;
            } catch (IOException e) {
                upstream.close();
            }
        }
        throw new UnreachableException();
    }

    /** Returns the head up to the empty line; empty if the sender closed before, or sent too much. */
    private static String head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0 || bytes.size() == MAX_HEAD) return "";
            bytes.write(next);
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static String path(String head) {
        var parts = head.substring(0, head.indexOf('\r')).split(" ", 3);
        var target = parts.length < 2 ? "" : parts[1];
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Ends the connection with the response, unless it becomes a WebSocket. */
    private static String single(String head) {
        var lines = List.of(head.strip().split("\r\n"));
        if (lines.stream().anyMatch(line -> is(line, "upgrade"))) return head;
        var kept = new ArrayList<String>();
        for (var line : lines) {
            if (!is(line, "connection") && !is(line, "keep-alive") && !is(line, "proxy-connection")) kept.add(line);
        }
        kept.add("Connection: close");
        return String.join("\r\n", kept) + "\r\n\r\n";
    }

    private static boolean is(String line, String name) {
        return line.toLowerCase(Locale.ROOT).startsWith(name + ":");
    }

    private String unreachable() {
        var page =
                DevPages.waiting("Waiting for the application", "The application at " + app + " isn't responding yet.");
        return "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
                + "Cardea-Development: 1\r\nContent-Length: " + page.getBytes(StandardCharsets.UTF_8).length
                + "\r\nConnection: close\r\n\r\n" + page;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    /** The application does not listen. */
    private static final class UnreachableException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
