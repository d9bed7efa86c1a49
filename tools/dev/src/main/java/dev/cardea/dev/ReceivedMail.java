package dev.cardea.dev;

import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail of an application.
 *
 * @param from the sender as the mail names it; else that of the transport
 * @param to the recipients of the transport, separated by commas
 * @param text plain; empty if the mail has none
 * @param html empty if the mail has none
 */
record ReceivedMail(String from, String to, String subject, String text, String html) {
    /** Characters of a part that the inbox shows. */
    private static final int MAX_TEXT = 512 * 1024;

    private static final int MAX_HEADER = 500;
    /** Of a header as it was sent: unfolding takes time with the square of its length. */
    private static final int MAX_RAW_HEADER = 8 * 1024;

    private static final int MAX_DEPTH = 10;
    private static final int MAX_PARTS = 100;
    /** Lines that may begin a part. The parser reads all parts of a mail, whether they are shown or not. */
    private static final int MAX_BOUNDARIES = 1_000;

    private static final int MAX_SOURCE = 16 * 1024;
    private static final Session SESSION = session();
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final String PUNCTUATION = ".,;:!?)]";
    private static final Pattern LINK = Pattern.compile("https?://[^\\s\"'<>]+");
    private static final Pattern TARGET = Pattern.compile("(?i)href\\s*=\\s*[\"']?(https?://[^\\s\"'<>]+)");

    /** Reads a mail (RFC 5322, MIME). What cannot be read is shown as it was sent. */
    static ReceivedMail of(String sender, List<String> recipients, byte[] message) {
        var parts = new Parts();
        try {
            if (boundaries(message) > MAX_BOUNDARIES) throw new MessagingException("the mail has too many parts");
            var mime = new MimeMessage(SESSION, new ByteArrayInputStream(message));
            parts.add(mime, 0);
            var from = header(mime, "From");
            return new ReceivedMail(
                    from.isEmpty() ? sender : from,
                    String.join(", ", recipients),
                    header(mime, "Subject"),
                    parts.isEmpty() ? source(message) : parts.text,
                    parts.html);
        } catch (MessagingException | IOException | RuntimeException e) {
            return new ReceivedMail(sender, String.join(", ", recipients), "", source(message), "");
        }
    }

    /** Returns how many lines begin as a boundary does (RFC 2046 section 5.1.1). */
    private static int boundaries(byte[] message) {
        int count = 0;
        for (int i = 0; i + 1 < message.length; i++) {
            boolean startsLine = i == 0 || message[i - 1] == '\n' || message[i - 1] == '\r';
            if (startsLine && message[i] == '-' && message[i + 1] == '-') count++;
        }
        return count;
    }

    /** Headers may be UTF-8 (RFC 6532). */
    private static Session session() {
        var properties = new Properties();
        properties.put("mail.mime.allowutf8", "true");
        return Session.getInstance(properties);
    }

    /** Returns the first web address in the mail; empty if it has none. */
    String url() {
        var link = LINK.matcher(text);
        if (link.find()) return withoutPunctuation(link.group());
        var target = TARGET.matcher(html);
        return target.find() ? target.group(1).replace("&amp;", "&") : "";
    }

    /** What ends the sentence is not part of the address. */
    private static String withoutPunctuation(String link) {
        int end = link.length();
        while (PUNCTUATION.indexOf(link.charAt(end - 1)) >= 0) end--;
        return link.substring(0, end);
    }

    private static String header(MimeMessage mime, String name) throws MessagingException, IOException {
        var value = mime.getHeader(name, null);
        if (value == null) return "";
        var decoded = MimeUtility.decodeText(MimeUtility.unfold(shorten(value, MAX_RAW_HEADER)));
        return shorten(CONTROL.matcher(decoded).replaceAll(" ").strip(), MAX_HEADER);
    }

    private static String source(byte[] message) {
        return shorten(new String(message, StandardCharsets.UTF_8), MAX_SOURCE);
    }

    private static String shorten(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "\u2026";
    }

    /** The first plain text and the first HTML of a mail. */
    private static final class Parts {
        private String text = "";
        private String html = "";
        private int count;

        boolean isEmpty() {
            return text.isEmpty() && html.isEmpty();
        }

        void add(Part part, int depth) throws MessagingException, IOException {
            if (++count > MAX_PARTS || depth > MAX_DEPTH) return;
            if (part.isMimeType("multipart/*")) {
                var all = new MimeMultipart(part.getDataHandler().getDataSource());
                for (int i = 0; i < all.getCount() && count <= MAX_PARTS; i++) add(all.getBodyPart(i), depth + 1);
                return;
            }
            boolean isAttachment = Part.ATTACHMENT.equalsIgnoreCase(disposition(part));
            if (isAttachment) return;
            if (part.isMimeType("text/html")) html = html.isEmpty() ? content(part) : html;
            else if (part.isMimeType("text/plain")) text = text.isEmpty() ? content(part) : text;
        }

        private static @Nullable String disposition(Part part) {
            try {
                return part.getDisposition();
            } catch (MessagingException e) {
                return null;
            }
        }

        private static String content(Part part) throws MessagingException, IOException {
            byte[] bytes;
            try (var in = part.getInputStream()) {
                bytes = in.readNBytes(4 * MAX_TEXT);
            } catch (IOException | MessagingException e) {
                // Broken Base64, or an encoding that does not exist.
                try (var raw = part instanceof MimeMessage mail
                        ? mail.getRawInputStream()
                        : ((MimeBodyPart) part).getRawInputStream()) {
                    bytes = raw.readNBytes(4 * MAX_TEXT);
                }
            }
            return shorten(new String(bytes, charset(part.getContentType())), MAX_TEXT);
        }

        private static Charset charset(String type) {
            try {
                var name = new ContentType(type).getParameter("charset");
                return name == null ? StandardCharsets.UTF_8 : Charset.forName(MimeUtility.javaCharset(name));
            } catch (MessagingException | IllegalArgumentException e) {
                return StandardCharsets.UTF_8;
            }
        }
    }
}
