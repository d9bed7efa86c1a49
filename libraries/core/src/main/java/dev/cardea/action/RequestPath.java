package dev.cardea.action;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the path of a request is read where it decides who may see a page. */
public final class RequestPath {
    /** No client encodes a path more often; what still changes then was made to deceive. */
    public static final int MAX_DECODINGS = 4;

    private static final Pattern UNICODE_ESCAPE = Pattern.compile("%[uU]([0-9a-fA-F]{4})");

    private RequestPath() {}

    /**
     * Percent-decodes once, as UTF-8, and keeps malformed escapes. {@code %uNNNN} is decoded too, because some servers read
     * it, though no standard has it.
     */
    public static String decoded(String path) {
        if (path.indexOf('%') < 0) return path;
        return percentDecoded(UNICODE_ESCAPE.matcher(path).replaceAll(escape -> {
            char letter = (char) Integer.parseInt(escape.group(1), 16);
            return Matcher.quoteReplacement(String.valueOf(Character.isSurrogate(letter) ? '\uFFFD' : letter));
        }));
    }

    /** Returns whether some decoding of a path has an escape {@code %uNNNN}, which servers read in different ways. */
    public static boolean hasUnicodeEscape(String path) {
        var text = path;
        for (int i = 0; i <= MAX_DECODINGS && text.indexOf('%') >= 0; i++) {
            if (UNICODE_ESCAPE.matcher(text).find()) return true;
            text = percentDecoded(text);
        }
        return false;
    }

    private static String percentDecoded(String path) {
        var bytes = path.getBytes(StandardCharsets.UTF_8);
        var out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low < 0) {
                out.write(bytes[i]);
            } else {
                out.write(high * 16 + low);
                i += 2;
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /**
     * The one spelling of a path that rules can be compared with: decoded, in lower case, without parameters of segments,
     * empty segments and a last slash.
     *
     * @throws BadRequestException where routers read the path in different ways: it has a segment {@code ..}, a control
     *     character, an escape {@code %uNNNN}, bytes that are not UTF-8, or is still encoded after {@value #MAX_DECODINGS} decodings
     */
    public static String normal(String path) {
        if (hasUnicodeEscape(path)) throw new BadRequestException("the path has an escape that is not standard");
        var segments = new ArrayList<String>();
        for (var part : fullyDecoded(path).replace('\\', '/').split("/")) {
            int semicolon = part.indexOf(';');
            var segment = (semicolon < 0 ? part : part.substring(0, semicolon)).strip();
            if (segment.equals("..")) throw new BadRequestException("the path has a segment ..");
            if (!segment.isEmpty() && !segment.equals(".")) segments.add(lowerCase(segment));
        }
        return "/" + String.join("/", segments);
    }

    private static String fullyDecoded(String path) {
        var text = path;
        for (int i = 0; i <= MAX_DECODINGS; i++) {
            var decoded = decoded(text);
            if (decoded.equals(text)) return readable(text);
            text = decoded;
        }
        throw new BadRequestException("the path is encoded too often");
    }

    private static String readable(String path) {
        if (path.chars().anyMatch(c -> c < 0x20 || c == 0x7f || c == 0xfffd)) {
            throw new BadRequestException("the path has a character that is none");
        }
        return path;
    }

    /** Each letter up and down, as {@link String#equalsIgnoreCase} compares: some letters meet only one way. */
    private static String lowerCase(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c))));
        return out.toString();
    }
}
