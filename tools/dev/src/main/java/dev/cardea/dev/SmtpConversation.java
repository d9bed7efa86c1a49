package dev.cardea.dev;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One client of the SMTP listener (RFC 5321), from the greeting to the end. Any user and password are accepted (RFC 4954),
 * and neither is kept. TLS is not offered, because the connection does not leave this machine.
 */
final class SmtpConversation {
    /** Bytes of one mail. */
    static final int MAX_MAIL = 5 * 1024 * 1024;

    static final int MAX_RECIPIENTS = 100;

    private static final int MAX_LINE = 4 * 1024;
    private static final int MAX_ERRORS = 10;
    private static final int MAX_COMMANDS = 10_000;
    /** Of a mail that is too large, this much is read, so that the client gets the answer. */
    private static final int MAX_DISCARDED = 4 * MAX_MAIL;

    private static final byte[] END_OF_MAIL = "\r\n.\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern SENDER = path("FROM");
    private static final Pattern RECIPIENT = path("TO");
    private static final Pattern SIZE = Pattern.compile("(?i) SIZE=([0-9]{1,18})(?= |$)");
    /** What browsers and other clients of HTTP send, which a page of any site can cause. */
    private static final Set<String> HTTP =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PRI", "HOST:");

    private final InputStream in;
    private final OutputStream out;
    private final Consumer<ReceivedMail> inbox;
    private final List<String> recipients = new ArrayList<>();
    private boolean greeted;
    private @Nullable String sender;
    private int errors;

    SmtpConversation(InputStream in, OutputStream out, Consumer<ReceivedMail> inbox) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.inbox = inbox;
    }

    private static Pattern path(String name) {
        return Pattern.compile("(?i)" + name + ": ?<([^<>\\p{Cntrl}]{0,320})>((?: [^ \\p{Cntrl}]+)*)");
    }

    /** @throws IOException if the client has gone, sends nothing for too long, or sends a line that is too long */
    void run() throws IOException {
        reply("220 localhost Cardea development mode");
        for (int i = 0; i < MAX_COMMANDS && errors < MAX_ERRORS; i++) {
            var line = line();
            int space = line.indexOf(' ');
            var verb = (space < 0 ? line : line.substring(0, space)).toUpperCase(Locale.ROOT);
            if (verb.equals("QUIT")) {
                reply("221 localhost ends the session");
                return;
            }
            if (HTTP.contains(verb)) {
                reply("421 this is not an HTTP server");
                return;
            }
            answer(verb, space < 0 ? "" : line.substring(space + 1).strip());
        }
        reply("421 too many commands or errors");
    }

    private void answer(String verb, String rest) throws IOException {
        switch (verb) {
            case "EHLO" -> {
                greet();
                reply("250-localhost", "250-SIZE " + MAX_MAIL, "250-8BITMIME", "250-SMTPUTF8", "250 AUTH PLAIN LOGIN");
            }
            case "HELO" -> {
                greet();
                reply("250 localhost");
            }
            case "AUTH" -> authenticate(rest);
            case "MAIL" -> from(rest);
            case "RCPT" -> to(rest);
            case "DATA" -> receive();
            case "RSET" -> {
                reset();
                reply("250 reset");
            }
            case "NOOP" -> reply("250 done");
            case "VRFY" -> reply("252 any address is accepted");
            case "STARTTLS" -> error("502 TLS isn't available here; turn it off in the application");
            default -> error("500 unknown command");
        }
    }

    private void greet() {
        greeted = true;
        reset();
    }

    private void reset() {
        sender = null;
        recipients.clear();
    }

    private void authenticate(String rest) throws IOException {
        var words = rest.split(" ", 2);
        var method = words[0].toUpperCase(Locale.ROOT);
        int asked = words.length > 1 ? 1 : 0;
        if (!greeted) {
            error("503 say EHLO first");
        } else if (method.equals("PLAIN")) {
            credentials(asked, List.of("334 "));
        } else if (method.equals("LOGIN")) {
            // The Base64 of "Username:" and "Password:".
            credentials(asked, List.of("334 VXNlcm5hbWU6", "334 UGFzc3dvcmQ6"));
        } else {
            error("504 use PLAIN or LOGIN");
        }
    }

    /** @param given how many of the questions the client has answered already */
    private void credentials(int given, List<String> questions) throws IOException {
        for (var question : questions.subList(given, questions.size())) {
            reply(question);
            if (line().equals("*")) {
                error("501 cancelled");
                return;
            }
        }
        reply("235 accepted");
    }

    private void from(String rest) throws IOException {
        var path = SENDER.matcher(rest);
        if (!greeted) {
            error("503 say EHLO first");
        } else if (!path.matches()) {
            error("501 write MAIL FROM:<address>");
        } else if (isTooLarge(path.group(2))) {
            error("552 an email can have " + MAX_MAIL + " bytes");
        } else {
            reset();
            sender = path.group(1);
            reply("250 sender accepted");
        }
    }

    private static boolean isTooLarge(String parameters) {
        var size = SIZE.matcher(parameters);
        return size.find() && Long.parseLong(size.group(1)) > MAX_MAIL;
    }

    private void to(String rest) throws IOException {
        var path = RECIPIENT.matcher(rest);
        if (sender == null) {
            error("503 send MAIL first");
        } else if (!path.matches() || path.group(1).isEmpty()) {
            error("501 write RCPT TO:<address>");
        } else if (recipients.size() == MAX_RECIPIENTS) {
            error("452 an email can have " + MAX_RECIPIENTS + " recipients");
        } else {
            recipients.add(path.group(1));
            reply("250 recipient accepted");
        }
    }

    private void receive() throws IOException {
        if (sender == null || recipients.isEmpty()) {
            error("503 send MAIL and RCPT first");
            return;
        }
        reply("354 end with a dot on a separate line");
        byte[] message = message();
        if (message == null) {
            error("552 an email can have " + MAX_MAIL + " bytes");
        } else {
            inbox.accept(ReceivedMail.of(sender, recipients, message));
            reply("250 the email is in the inbox");
        }
        reset();
    }

    /** Returns the mail without the dots that only transport needs; {@code null} if it is too large. */
    private byte @Nullable [] message() throws IOException {
        var bytes = new ByteArrayOutputStream();
        long count = 0;
        // The mail begins at the start of a line. Only a line break of two characters ends one (RFC 5321 section
        // 4.1.1.4).
        int matched = 2;
        while (matched < END_OF_MAIL.length) {
            int b = read();
            if (++count > MAX_DISCARDED) throw new IOException("the mail does not end");
            if (b == END_OF_MAIL[matched]) matched++;
            else matched = b == '\r' ? 1 : 0;
            // A dot at the start of a line is not part of the mail.
            boolean isTransport = matched == 3;
            if (count <= MAX_MAIL && !isTransport) bytes.write(b);
        }
        if (count > MAX_MAIL) return null;
        byte[] all = bytes.toByteArray();
        return Arrays.copyOf(all, all.length - 2);
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream(80);
        for (int b = read(); b != '\n'; b = read()) {
            // The first byte of TLS, whose client waits for an answer that does not come.
            if (b == 0x16 || line.size() == MAX_LINE) throw new IOException("not a line of SMTP");
            line.write(b);
        }
        var text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private int read() throws IOException {
        int b = in.read();
        if (b < 0) throw new EOFException("the client has gone");
        return b;
    }

    private void error(String text) throws IOException {
        errors++;
        reply(text);
    }

    private void reply(String... lines) throws IOException {
        out.write((String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
