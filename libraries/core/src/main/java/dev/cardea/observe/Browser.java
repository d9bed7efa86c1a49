package dev.cardea.observe;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The family and major version of a browser, from its {@code User-Agent}.
 *
 * @param version the major version; 0 if it is unknown
 */
public record Browser(Family family, int version) {
    public static final Browser UNKNOWN = new Browser(Family.OTHER, 0);

    /** Lists the families in the order in which they are looked for, because most browsers also claim to be others. */
    public enum Family implements Choice {
        /** A browser inside an application, which often keeps separate cookies. */
        EMBEDDED("(FBAN|FBAV|Instagram|Line|GSA|; wv\\))/?()"),
        EDGE("Edg(?:e|A|iOS)?/(\\d{1,4})"),
        OPERA("OPR/(\\d{1,4})"),
        SAMSUNG("SamsungBrowser/(\\d{1,4})"),
        FIREFOX("(?:Firefox|FxiOS)/(\\d{1,4})"),
        CHROME("(?:Chrome|CriOS|Chromium)/(\\d{1,4})"),
        SAFARI("Version/(\\d{1,4})[^ ]* .*Safari/"),
        /** A program that names itself, such as curl. */
        PROGRAM("^(?:curl|Wget|python-|Go-http|Java|okhttp|axios|node)[^ ]{0,32}()"),
        OTHER("(?!)()");

        private final Pattern pattern;

        Family(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }
    }

    /** Reads the first 512 characters. */
    public static Browser of(String userAgent) {
        var text = userAgent.substring(0, Math.min(512, userAgent.length()));
        for (var family : Family.values()) {
            var match = family.pattern.matcher(text);
            if (match.find()) return new Browser(family, version(match));
        }
        return UNKNOWN;
    }

    private static int version(Matcher match) {
        var digits = match.group(match.groupCount());
        return digits == null || digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    @Override
    public String toString() {
        return version == 0 ? family.label() : family.label() + " " + version;
    }
}
