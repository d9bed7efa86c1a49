package dev.cardea.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A mail server (RFC 5321) that accepts one mail after another, or rejects them with a given reply. */
final class MailServer implements AutoCloseable {
    private final ServerSocket socket;
    private final String ofRecipients;
    private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

    /** @param ofRecipients the reply for each recipient, such as {@code 250 fine} */
    MailServer(String ofRecipients) throws IOException {
        this.ofRecipients = ofRecipients;
        socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        var thread = new Thread(this::serve, "mail server of the tests");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "smtp://127.0.0.1:" + socket.getLocalPort();
    }

    /** Returns the accepted mails, as received. */
    BlockingQueue<String> mails() {
        return mails;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (var client = socket.accept()) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                var out = client.getOutputStream();
                String said = "220 here";
                while (said != null) {
                    out.write((said + "\r\n").getBytes(StandardCharsets.UTF_8));
                    var line = in.readLine();
                    said = line == null ? null : answer(line, in, out);
                }
            } catch (IOException e) {
                if (!socket.isClosed()) throw new UncheckedIOException(e);
            }
        }
    }

    private String answer(String line, BufferedReader in, java.io.OutputStream out) throws IOException {
        var command = line.toUpperCase(Locale.ROOT);
        if (command.startsWith("RCPT")) return ofRecipients;
        if (command.startsWith("QUIT")) return "221 bye";
        if (!command.startsWith("DATA")) return "250 fine";
        out.write("354 go on\r\n".getBytes(StandardCharsets.UTF_8));
        var mail = new StringBuilder();
        for (var each = in.readLine(); each != null && !each.equals("."); each = in.readLine()) {
            mail.append(each).append("\r\n");
        }
        mails.add(mail.toString());
        return "250 taken";
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
