package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a site answered.
 *
 * @param call the request
 * @param status {@link #CLOSED} where the connection was closed without an answer
 * @param took from the first byte sent to the last byte received
 */
record Answer(Call call, int status, List<Header> headers, byte[] body, Duration took) {
    /** No answer: the site closed the connection, as servers do with requests that they cannot read. */
    static final int CLOSED = 0;

    /** No answer within the time limit. */
    static final int SILENT = -1;

    Answer {
        headers = List.copyOf(headers);
    }

    List<String> all(String name) {
        return headers.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    Optional<String> header(String name) {
        return all(name).stream().findFirst();
    }

    /** Returns the values of the header of this name as one text in lower case; empty if it is absent. */
    String joined(String name) {
        return String.join(", ", all(name)).toLowerCase(Locale.ROOT);
    }

    String text() {
        return new String(body, UTF_8);
    }

    List<SetCookie> cookies() {
        return all("set-cookie").stream().map(SetCookie::parse).toList();
    }

    Optional<SetCookie> cookie(String name) {
        return cookies().stream().filter(cookie -> cookie.name().equals(name)).findFirst();
    }

    /** Returns where the browser is sent: by {@code Location}, or by the {@code url} of a JSON answer. */
    Optional<String> destination() {
        return header("location").or(() -> JsonAnswers.member(text(), "url"));
    }

    boolean isHtml() {
        var type = joined("content-type");
        return type.isEmpty() || type.contains("html") || type.contains("xml");
    }

    /** Returns headers and body as one text, to look for a word in all of it. */
    String whole() {
        var text = new StringBuilder();
        for (var field : headers)
            text.append(field.name()).append(": ").append(field.value()).append('\n');
        return text.append(text()).toString();
    }

    /** Returns the status in words, for reports. */
    String outcome() {
        return switch (status) {
            case CLOSED -> "the connection was closed";
            case SILENT -> "no answer within " + took.toSeconds() + " seconds";
            default -> "status " + status;
        };
    }

    @Override
    public String toString() {
        return outcome();
    }
}
