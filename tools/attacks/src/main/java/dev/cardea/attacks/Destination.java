package dev.cardea.attacks;

import java.util.Locale;

/** Where a browser goes by an address in an answer, read as browsers read it (WHATWG URL, basic parser). */
final class Destination {
    private Destination() {}

    /** Returns whether the browser leaves an origin, or may: what is not clearly an address of the origin leaves it. */
    static boolean leaves(String origin, String address) {
        // Browsers drop these, and read a backslash as a slash.
        var read =
                address.strip().replaceAll("[\\t\\r\\n]", "").replace('\\', '/').replaceAll("^[\\x00-\\x20]+", "");
        if (read.isEmpty()) return false;
        if (read.toLowerCase(Locale.ROOT).startsWith(origin.toLowerCase(Locale.ROOT))) {
            var rest = read.substring(origin.length());
            return !rest.isEmpty() && "/?#".indexOf(rest.charAt(0)) < 0;
        }
        return read.startsWith("//") || read.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    }
}
