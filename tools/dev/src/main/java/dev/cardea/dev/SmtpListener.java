package dev.cardea.dev;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Receives mails by SMTP from programs on this machine, in place of a mail server. No mail leaves it. Safe for concurrent
 * use.
 */
final class SmtpListener implements AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    /** Clients at a time. */
    private static final int MAX_CLIENTS = 8;
    /** In milliseconds, until a client that sends nothing is disconnected. */
    private static final int PATIENCE = 60_000;

    private final ServerSocket server;
    private final Consumer<ReceivedMail> inbox;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Thread accepting = daemon(this::accept, "cardea-smtp");

    private SmtpListener(ServerSocket server, Consumer<ReceivedMail> inbox) {
        this.server = server;
        this.inbox = inbox;
    }

    /**
     * Listens on the loopback interface only.
     *
     * @param port 0 for a free one
     * @throws IOException if the port is in use
     */
    static SmtpListener start(int port, Consumer<ReceivedMail> inbox) throws IOException {
        var server = new ServerSocket(port, MAX_CLIENTS, InetAddress.getByAddress(LOOPBACK));
        var listener = new SmtpListener(server, inbox);
        listener.accepting.start();
        return listener;
    }

    /** Returns the address for programs, such as {@code smtp://127.0.0.1:1025}. */
    String url() {
        return "smtp://127.0.0.1:" + server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                begin(server.accept());
            } catch (IOException e) {
                // The listener was closed, or the client has gone already.
            }
        }
    }

    private void begin(Socket client) throws IOException {
        if (clients.size() >= MAX_CLIENTS) {
            try (client) {
                client.getOutputStream().write("421 too many clients\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            return;
        }
        clients.add(client);
        daemon(() -> serve(client), "cardea-smtp-client").start();
    }

    private void serve(Socket client) {
        try (client) {
            client.setSoTimeout(PATIENCE);
            new SmtpConversation(client.getInputStream(), client.getOutputStream(), inbox).run();
        } catch (IOException e) {
            // The client has gone, or sent nothing for too long.
        } finally {
            clients.remove(client);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        close(server);
        clients.forEach(SmtpListener::close);
        try {
            // The port is free when no thread waits on it any more.
            accepting.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Closeable open) {
        try {
            open.close();
        } catch (IOException e) {
            // It is closed.
        }
    }
}
