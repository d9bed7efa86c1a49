package dev.cardea.examples.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One rule of the language guide: finds the offsets at which a text breaks it. */
interface Rule {
    /** The name under which the baseline counts it: the phrase, or what is too long. */
    String name();

    String advice();

    List<Integer> findIn(SourceText text);

    /** A line of {@code forbidden.txt}: {@code phrase -> replacement}. */
    static Rule phrase(String line) {
        var parts = line.split(" -> ", 2);
        if (parts.length < 2) throw new IllegalArgumentException("forbidden.txt: no \" -> \" in: " + line);
        var phrase = parts[0].strip();
        if (!phrase.startsWith("/")) return new Phrase(phrase, parts[1], phrase.split(" ")[0], words(phrase));
        return new Expression(phrase, parts[1], Pattern.compile(phrase.substring(1, phrase.length() - 1)));
    }

    private static Pattern words(String phrase) {
        var spaced = String.join(
                "\\s+", Stream.of(phrase.split(" ")).map(Pattern::quote).toList());
        return Pattern.compile("(?<![\\w@./-])" + spaced + (phrase.endsWith(":") ? "" : "(?![\\w@-])"));
    }

    /** A phrase, tried wherever its first word is. */
    record Phrase(String name, String advice, String first, Pattern pattern) implements Rule {
        @Override
        public List<Integer> findIn(SourceText text) {
            var found = new ArrayList<Integer>();
            var matcher = pattern.matcher(text.words()).useTransparentBounds(true);
            for (int at = text.words().indexOf(first);
                    at >= 0;
                    at = text.words().indexOf(first, at + 1)) {
                if (matcher.region(at, text.words().length()).lookingAt()) found.add(at);
            }
            return found;
        }
    }

    record Expression(String name, String advice, Pattern pattern) implements Rule {
        @Override
        public List<Integer> findIn(SourceText text) {
            return pattern.matcher(text.words())
                    .results()
                    .map(found -> found.start())
                    .toList();
        }
    }

    /** Sentences of more than 35 words. */
    record Length() implements Rule {
        @Override
        public String name() {
            return "sentence over " + Sentences.MAX_WORDS + " words";
        }

        @Override
        public String advice() {
            return "one idea per sentence, at most 30 words";
        }

        @Override
        public List<Integer> findIn(SourceText text) {
            return Sentences.tooLong(text.prose());
        }
    }
}
