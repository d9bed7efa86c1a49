package dev.cardea.providers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The class comment of a provider as Markdown: what it is, how to register, notes, and last what to set.
 *
 * @param paragraphs in order
 * @param makers the public methods that make the provider, as they are called
 */
record DocComment(List<String> paragraphs, List<String> makers) {
    private static final Path SOURCES = Path.of("../../libraries/providers/src/main/java/dev/cardea/providers");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/\\s*public final class");
    private static final Pattern MAKER =
            Pattern.compile("(?m)^    public static (?:OAuthProvider|EmailProvider) (\\w+)\\(([^)]*)\\)");

    /** Returns the class of each provider, by id. */
    static Map<String, String> classes() {
        Map<String, String> classes = new LinkedHashMap<>();
        Pattern.compile("id\\.test\\(\"([^\"]+)\"\\)\\) return (\\w+)\\.BRAND")
                .matcher(source("Providers"))
                .results()
                .forEach(found -> classes.put(found.group(1), found.group(2)));
        return classes;
    }

    /** @param pages of the classes that a comment can link to */
    static DocComment of(String className, Map<String, String> pages) {
        var source = source(className);
        var comment = COMMENT.matcher(source);
        if (!comment.find()) throw new AssertionError(className + " has no comment");
        var text = comment.group(1).replaceAll("(?m)^ \\* ?", "").strip();
        var paragraphs = new ArrayList<String>();
        for (var paragraph : text.split("<p>")) {
            paragraphs.add(markdown(paragraph.replaceAll("\\s+", " ").strip(), pages));
        }
        var makers = MAKER.matcher(source)
                .results()
                .map(found -> className + "." + found.group(1) + "(" + names(found.group(2)) + ")")
                .toList();
        return new DocComment(paragraphs, makers);
    }

    private static String names(String parameters) {
        if (parameters.isBlank()) return "";
        return Pattern.compile(",")
                .splitAsStream(parameters)
                .map(parameter -> parameter.strip().replaceFirst(".* ", ""))
                .collect(Collectors.joining(", "));
    }

    private static String markdown(String text, Map<String, String> pages) {
        var out = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf("{@"); open >= 0; open = text.indexOf("{@", at)) {
            out.append(text, at, open);
            int close = closing(text, open);
            var tag = text.substring(open + 2, close);
            var body = tag.substring(tag.indexOf(' ') + 1);
            out.append(tag.startsWith("code") ? "`" + body + "`" : link(body, pages));
            at = close + 1;
        }
        return out.append(text.substring(at)).toString().replace("&amp;", "&");
    }

    private static String link(String target, Map<String, String> pages) {
        if (target.startsWith("#")) return "`" + target.substring(1).replaceFirst("\\(.*", "") + "`";
        if (!pages.containsKey(target)) throw new AssertionError("no page of " + target);
        return pages.get(target);
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            if (text.charAt(i) == '{') depth++;
            if (text.charAt(i) == '}' && --depth == 0) return i;
        }
        throw new AssertionError("no end: " + text.substring(open));
    }

    private static String source(String className) {
        try {
            return Files.readString(SOURCES.resolve(className + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
