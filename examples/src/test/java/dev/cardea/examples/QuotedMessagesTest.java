package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Readers search a page for the message that they see, so a page quotes it as the code prints it. */
class QuotedMessagesTest {
    private static final Pattern TROUBLESHOOTING = Pattern.compile("(?ms)^## Troubleshooting\n(.*?)(?=^## |\\z)");
    /** What is bold, or the first cell of a row. */
    private static final Pattern SYMPTOM = Pattern.compile("(?m)^(?:\\*\\*(.+?)\\*\\*|\\| ([^|]+) \\|)");

    private static final Pattern QUOTE = Pattern.compile("`([^`]+)`");
    /** What the code inserts, which differs each time. */
    private static final Pattern VALUE =
            Pattern.compile("…|\\S+@\\S+|\\d+(?:[.:]\\d+)+|callbacks/|\\([A-Z_]+\\)|\\brole$");

    /** Messages of other programs, commands, and messages that the code builds from several parts. */
    private static final Set<String> OTHERS = Set.of(
            "Address already in use",
            "Cannot subclass final class",
            "Could not find artifact dev.cardea:…",
            "ENOENT … cardea-next-0.1.0.tgz",
            "ENOENT … cardea-solid-start-0.1.0.tgz",
            "Found non-empty schema(s)",
            "Port 8080 seems to be in use",
            "Schema validation: missing table [user]",
            "Unable to determine Dialect",
            "blocked by CORS policy",
            "cardea explain --file",
            "missing column [email_verified]",
            "the table account has no column userId",
            "port 3000 is in use",
            "the core answered with 401: the bridge is off",
            "the core answered with 401: the signature is wrong",
            "unexpected status: 400",
            "unexpected status: 404",
            "unexpected status: 503",
            "… must be http/protobuf");

    private final Path root = SourceTree.root();

    @Test
    void a_message_in_the_troubleshooting_of_a_page_is_one_that_the_code_prints() throws IOException {
        var code = code();
        var wrong = new TreeSet<String>();
        for (var page : SourceTree.files()) {
            if (!page.startsWith(root.resolve("docs")) || !page.toString().endsWith(".md")) continue;
            messages(Files.readString(page))
                    .filter(message -> !OTHERS.contains(message))
                    .filter(message -> !parts(message).allMatch(code::contains))
                    .forEach(message -> wrong.add(root.relativize(page) + ": " + message));
        }
        assertThat(wrong).isEmpty();
    }

    private static Stream<String> messages(String page) {
        return TROUBLESHOOTING
                .matcher(page)
                .results()
                .flatMap(section -> SYMPTOM.matcher(section.group(1)).results())
                .map(symptom -> symptom.group(1) == null ? symptom.group(2) : symptom.group(1))
                .flatMap(symptom -> QUOTE.matcher(symptom).results())
                .map(quote -> quote.group(1))
                .filter(quote -> quote.split(" ").length > 2);
    }

    /** Returns what the code has as one literal. */
    private static Stream<String> parts(String message) {
        return VALUE.splitAsStream(message)
                .map(part -> part.replaceAll("^[^\\p{L}\"]+|[^\\p{L}\"]+$", ""))
                .filter(part -> part.contains(" "));
    }

    /** Returns all sources in one line, with literals joined that are one message. */
    private static String code() throws IOException {
        List<Path> files = SourceTree.files().stream()
                .filter(file -> file.toString().matches("(?!.*/src/test/).*/src/.*\\.(java|ts|js)|.*/bin/cardea"))
                .toList();
        var all = new StringBuilder();
        for (var file : files) all.append(Files.readString(file)).append('\n');
        return Pattern.compile("\"\\s*\\+\\s*\"")
                .splitAsStream(all)
                .collect(Collectors.joining())
                .replace("\\\"", "\"")
                .replaceAll("\\s+", " ");
    }
}
