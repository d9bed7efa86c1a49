package dev.cardea.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A mail server that takes every mail, and keeps everything that it is sent. */
public final class SmtpSink implements AutoCloseable {
    private final String greeting;
    private final ServerSocket socket;
    private final StringBuffer received = new StringBuffer();

    public SmtpSink() throws IOException {
        this("220 sink");
    }

    /** @param greeting what the server says first */
    public SmtpSink(String greeting) throws IOException {
        this.greeting = greeting;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SocketThread.start(() -> {
            while (!socket.isClosed()) {
                var client = socket.accept();
                SocketThread.start(() -> serve(client));
            }
        });
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** All lines of all connections. */
    public String received() {
        return received.toString();
    }

    private void serve(Socket client) throws IOException {
        try (client) {
            var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            answer(client, greeting);
            boolean isData = false;
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                received.append(line).append('\n');
                if (isData && !line.equals(".")) continue;
                isData = line.equals("DATA");
                answer(client, isData ? "354 go on" : line.equals("QUIT") ? "221 bye" : "250 ok");
            }
        }
    }

    private static void answer(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed then.
        }
    }
}
