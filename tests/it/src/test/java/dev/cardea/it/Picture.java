package dev.cardea.it;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page as a picture shows it.
 *
 * @param html without anything that differs from one request to the next
 */
record Picture(String html, int width, int height) {
    /** Removes what differs from one request to the next, and what a browser without scripts would show. */
    static String settled(String html) {
        return html.replaceAll("nonce=\"[^\"]*\"", "")
                .replaceAll("(name=\"csrfToken\" value=)\"[^\"]*\"", "$1\"\"")
                .replaceAll("\\b[0-9a-f]{16}\\b", FailedSignIn.REFERENCE)
                .replaceAll("([?&;]token=)[^&\"]*", "$1")
                .replaceAll("(?s)<noscript>.*?</noscript>", "");
    }

    /** Puts pages of the same height side by side. */
    static Picture beside(int height, Picture... pages) {
        var frames = Stream.of(pages).map(Picture::frame).collect(Collectors.joining());
        int width = Stream.of(pages).mapToInt(Picture::width).sum();
        return new Picture("<body style=\"margin:0;display:flex\">" + frames, width, height);
    }

    private static String frame(Picture page) {
        var text = page.html().replace("&", "&amp;").replace("\"", "&quot;");
        return "<iframe style=\"border:0;width:" + page.width() + "px;height:" + page.height() + "px\" srcdoc=\"" + text
                + "\"></iframe>";
    }
}
