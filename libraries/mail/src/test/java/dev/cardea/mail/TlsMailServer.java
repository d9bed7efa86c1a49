package dev.cardea.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server (RFC 5321, RFC 3207) with TLS that records what it received in clear text and what it received
 * encrypted.
 */
final class TlsMailServer implements AutoCloseable {
    /** When TLS begins. */
    enum Mode {
        /** From the first byte. */
        IMPLICIT,
        STARTTLS,
        /** Never, as if an attacker in between had removed the offer. */
        STRIPPED
    }

    private final ServerSocket socket;
    private final SSLContext tls;
    private final Mode mode;
    private final List<String> inClear = new CopyOnWriteArrayList<>();
    private final List<String> encrypted = new CopyOnWriteArrayList<>();

    TlsMailServer(SSLContext tls, Mode mode) throws IOException {
        this.tls = tls;
        this.mode = mode;
        socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        var thread = new Thread(this::serve, "mail server with TLS of the tests");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Returns the lines that came without TLS. */
    List<String> inClear() {
        return inClear;
    }

    /** Returns the lines that came over TLS. */
    List<String> encrypted() {
        return encrypted;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (var client = socket.accept()) {
                if (mode == Mode.IMPLICIT) converse(secured(client), encrypted, true);
                else converse(client, inClear, true);
            } catch (IOException e) {
                // The client closed the connection, which is allowed.
            }
        }
    }

    private void converse(Socket client, List<String> heard, boolean greets) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        var out = client.getOutputStream();
        if (greets) say(out, "220 here");
        boolean mail = false;
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            heard.add(line);
            var command = line.toUpperCase(Locale.ROOT);
            if (mail) {
                mail = !line.equals(".");
                if (!mail) say(out, "250 taken");
            } else if (command.startsWith("EHLO")) {
                say(out, "250-here");
                if (mode == Mode.STARTTLS && heard == inClear) say(out, "250-STARTTLS");
                say(out, "250 AUTH PLAIN LOGIN");
            } else if (command.equals("STARTTLS") && mode == Mode.STARTTLS) {
                say(out, "220 go ahead");
                converse(secured(client), encrypted, false);
                return;
            } else if (command.startsWith("AUTH")) {
                say(out, "235 welcome");
            } else if (command.startsWith("DATA")) {
                mail = true;
                say(out, "354 go on");
            } else {
                say(out, command.startsWith("QUIT") ? "221 bye" : "250 fine");
            }
        }
    }

    private Socket secured(Socket client) throws IOException {
        var secured = (SSLSocket) tls.getSocketFactory().createSocket(client, null, client.getPort(), false);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
