package dev.cardea.attacks;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Addresses that lead off a site if it reads them in another way than browsers do. */
final class RedirectCorpus {
    /** {@code E} is the attacker's host, {@code H} the host of the site, {@code S} its scheme. */
    private static final List<String> SHAPES = List.of(
            "//E", "///E", "////E", "//E/%2f..", "/\\E", "\\/E", "\\\\E", "/\\/E", "\\/\\/E", "/%09/E", "/%5cE", "/%2f%2fE",
            "/\t/E", "/\n/E", "/\r/E", "/\u000b/E", "\t//E", " //E", "%20//E", "\u0000//E", "\u00a0//E", "\u3000//E",
            "/.//E", "/..//E", "/./\\E", "/;@E", "//;@E", "//E:443", "//E?H", "//E#H", "//H@E", "//H%40E", "//H:80@E",
            "//H\\@E", "//E\\@H", "//E%00.H", "//E%0d%0a.H", "//E%2eH", "//H.E", "//HE", "//xE", "//E。H", "〵E",
            "//evil。example", "//evil%E3%80%82example", "//ｅvil.example", "//[::ffff:203.0.113.7]", "//203.0.113.7",
            "//3405803783", "//0xcb007107", "//0313.0.0161.07", "S:E", "S:/E", "S://E", "S:///E", "S:\\\\E", "S:\\/E",
            "S:////E", "S://E/", "S://H@E", "S://H:80@E", "S://u:p@E", "S://H%40E", "S://H\\@E", "S://E\\@H",
            "S://E#@H", "S://E?@H", "S://E/@H", "S://H.E", "S://HE", "S://xH", "S://H%2eE", "S://H\t.E", "S://H%00.E",
            "S://H%0a.E", "S://H\n.E", "S://H;E", "S://H,E", "S://H&E", "S://H'E", "S://H:1/", "S://H:65536/", "S://H:/E",
            "S://H:@E", "S://[H]", "S://[E", "S://H]E", "S://-E", "S://_E", "S://E.", "S://E:80", "S://H .E",
            "https:E", "https:/E", "https://E", "https:///E", "http:E", "http:/E", "http://E", "http:///E", "http:\\\\E",
            "HTTPS://EVIL.EXAMPLE", "hTTp://E", "\thttps://E", "h\ntt\tps://E", "ht\rtps:/\t/E", " https://E", "https ://E",
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "javascript://H/%0aalert(1)",
            "javascript:/*H*/alert(1)", "\u0001javascript:alert(1)", "data:text/html,x", "data:text/html;base64,eA==",
            "vbscript:x", "blob:https://E/x", "filesystem:https://E/x", "file:///etc/passwd", "ftp://E/", "ws://E/", "wss://E/",
            "view-source:https://E", "about:blank", "mailto:x@E", "intent://E#Intent;end", "https://", "http://", "://", ":",
            "?", "#", "\u0000", "https://H\r\nLocation: https://E", "/\r\nLocation: https://E", "/%0d%0aLocation:%20https://E",
            "https://E\u202e", "https://\u202eE", "//\u200bE", "/\u200b/E", "/\ufeff/E", "https://E%ff", "//E%", "https://%",
            "https://%45%76il.example", "/%252f%252fE", "%2f%2fE", "%5c%5cE", "%68ttps://E", "https%3a//E", "https%3A%2F%2FE",
            "/redirect?to=//E", "/x/../../..//E", "/x/..//E", "//H/..//E", "//H@E@H", "S://H@E@H", "S://E@H@E", "||E", "/|/E",
            "/`/E", "{//E}", "[//E]", "<//E>", "\"//E", "'//E", "^//E", "*//E", "~//E", "$//E", "!//E", "(//E)", "+//E");

    private RedirectCorpus() {}

    /**
     * Returns the addresses: each shape alone, below a slash and behind the site's origin.
     *
     * @param origin of the site
     */
    static List<String> of(String origin) {
        var scheme = origin.substring(0, origin.indexOf(':'));
        var host = origin.substring(scheme.length() + "://".length());
        Set<String> all = new LinkedHashSet<>();
        for (var shape : SHAPES) {
            var text = filled(shape, scheme, host);
            all.add(text);
            all.add("/" + text);
            all.add(origin + text);
        }
        return new ArrayList<>(all);
    }

    /** Letters of the shapes stand alone: none is part of a word in upper case other than the three. */
    private static String filled(String shape, String scheme, String host) {
        if (shape.startsWith("HTTPS") || shape.contains("Script") || shape.contains("Location") || shape.contains("Intent")) {
            return shape.replaceAll("\\bE\\b", CsrfAttacks.EVIL).replaceAll("\\bH\\b", host);
        }
        var text = shape.startsWith("S:") ? scheme + shape.substring(1) : shape;
        var filled = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escape = i > 0 && text.charAt(i - 1) == '%' || i > 1 && text.charAt(i - 2) == '%';
            if (c == 'E' && !escape) filled.append(CsrfAttacks.EVIL);
            else if (c == 'H' && !escape) filled.append(host);
            else filled.append(c);
        }
        return filled.toString();
    }
}
