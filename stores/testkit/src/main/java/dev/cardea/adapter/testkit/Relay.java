package dev.cardea.adapter.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A network between a client and a server of this machine that can fall silent: connections stay open, and nothing comes
 * through. For {@link OutageContract}. Safe for concurrent use.
 */
public final class Relay implements AutoCloseable {
    private final ServerSocket here;
    private final int there;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean isSilent;

    /** @param port of the server */
    public Relay(int port) {
        there = port;
        try {
            here = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        begin(this::accept);
    }

    /** Where the client connects to. */
    public int port() {
        return here.getLocalPort();
    }

    /** What is sent from now on never arrives. */
    public void fallSilent() {
        isSilent = true;
    }

    /** Lets new connections through; those that fell silent are closed. */
    public void recover() {
        isSilent = false;
        var silent = List.copyOf(sockets);
        sockets.removeAll(silent);
        silent.forEach(Relay::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    private void accept() throws IOException {
        while (true) {
            var client = here.accept();
            sockets.add(client);
            var server = new Socket(InetAddress.getLoopbackAddress(), there);
            sockets.add(server);
            begin(() -> pass(client, server));
            begin(() -> pass(server, client));
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        byte[] buffer = new byte[8_192];
        int length;
        while ((length = from.getInputStream().read(buffer)) >= 0) {
            if (isSilent) return;
            to.getOutputStream().write(buffer, 0, length);
        }
        to.close();
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void begin(Task task) {
        var thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The connection is closed.
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        here.close();
        for (var socket : sockets) socket.close();
    }
}
