package dev.cardea.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.cardea.testing.Rounds;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random documents, and random changes of them, 200,000 in all, from a seed that is printed ({@code -Dcardea.fuzz.seed}):
 * {@link JsonParser} and {@link TwoPassJson} give the same values and reject the same texts.
 */
@Tag("slow")
class JsonDifferentialTest {
    private static final int DOCUMENTS = Rounds.of(200_000);
    private static final int DEPTH = 6;
    private static final Pattern DIGITS = Pattern.compile("\\d{20,}");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "-0.0",
            "7",
            "-12",
            "1e5",
            "1E+5",
            "2.50",
            "1e-400",
            "1e400",
            "01",
            "1.",
            ".5",
            "-",
            "+1",
            "1e",
            "0x10",
            "999999999999999999",
            "-999999999999999999",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "18446744073709551616",
            "123456789012345678901234567890",
            "1.7976931348623157e308",
            "1.7976931348623159e308");

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u0061",
            "\\u00",
            "\\n",
            "\\x",
            "'",
            " ",
            "\n",
            "\t",
            "\r",
            "\u0000",
            "\u001f",
            "\u007f",
            "\u00a0",
            "\ufeff",
            "\u2028",
            "\ud83d",
            "\ude00",
            "\u0661",
            "true",
            "TRUE",
            "false",
            "null",
            "nul",
            "NaN",
            "Infinity",
            "//",
            "/*",
            "#",
            ";",
            "=",
            "\"a\":",
            "\"a\":1,",
            "\"\\u0061\":",
            "1",
            "e",
            ".",
            "-");

    private static final String LETTERS = "aab\u00e9\u2028\ud83d\ude00\ud800\u007f/";

    @Test
    void both_parsers_agree_on_every_document() {
        long seed = Long.getLong("cardea.fuzz.seed", 20_261_122L);
        System.out.println("-Dcardea.fuzz.seed=" + seed);
        var random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            var text = document(random, 0);
            for (int changes = random.nextInt(4); changes > 0; changes--) text = changed(text, random);
            if (agree(text)) accepted++;
        }
        // Both kinds were compared.
        assertThat(accepted).isBetween(DOCUMENTS / 10, DOCUMENTS * 9 / 10);
    }

    /** Returns whether both accept the text. */
    private static boolean agree(String text) {
        var one = outcome(() -> JsonParser.parse(text, DEPTH));
        var other = outcome(() -> TwoPassJson.parse(text, DEPTH));
        if (!one.sameAs(other) && !isTakenForZero(text))
            fail("%s%n  here  %s%n  there %s", Json.print(text), one, other);
        return one.problem == null;
    }

    /**
     * Returns whether the other parser misreads a number of the text. It reads digits into a {@code long}, which is 0
     * after a multiple of 2^64, and then treats the next digit as one after a leading zero.
     */
    private static boolean isTakenForZero(String text) {
        return DIGITS.matcher(text)
                .results()
                .map(MatchResult::group)
                .anyMatch(digits -> IntStream.range(1, digits.length())
                        .mapToObj(end -> new BigInteger(digits.substring(0, end)))
                        .anyMatch(prefix -> prefix.signum() > 0 && prefix.getLowestSetBit() >= Long.SIZE));
    }

    private record Outcome(@Nullable Object value, @Nullable String problem) {
        /** If a text has several faults, a single pass may find another one first. */
        boolean sameAs(Outcome other) {
            if (problem == null || other.problem == null) {
                return problem == null
                        && other.problem == null
                        && Json.print(value).equals(Json.print(other.value))
                        && (value == null || value.equals(other.value));
            }
            return problem.equals(other.problem) || problem.equals("not JSON");
        }
    }

    private interface Read {
        @Nullable Object value();
    }

    private static Outcome outcome(Read read) {
        try {
            return new Outcome(read.value(), null);
        } catch (JsonException e) {
            return new Outcome(null, e.getMessage());
        }
    }

    private static String document(Random random, int depth) {
        var space = random.nextInt(8) == 0 ? List.of(" ", "\n", "\r\n", "\t").get(random.nextInt(4)) : "";
        int kind = random.nextInt(depth > DEPTH ? 5 : 9);
        return space
                + switch (kind) {
                    case 0 -> List.of("true", "false", "null").get(random.nextInt(3));
                    case 1 -> NUMBERS.get(random.nextInt(random.nextBoolean() ? 9 : NUMBERS.size()));
                    case 2 -> String.valueOf(random.nextBoolean() ? random.nextLong() : random.nextGaussian());
                    case 3, 4 -> quoted(random);
                    case 5, 6 -> list(random, depth);
                    default -> object(random, depth);
                }
                + space;
    }

    private static String list(Random random, int depth) {
        var out = new StringBuilder("[");
        for (int i = random.nextInt(4); i > 0; i--)
            out.append(document(random, depth + 1)).append(i > 1 ? "," : "");
        return out.append(']').toString();
    }

    private static String object(Random random, int depth) {
        var out = new StringBuilder("{");
        for (int i = random.nextInt(4); i > 0; i--) {
            // Mostly keys that differ.
            var key = random.nextInt(6) == 0 ? quoted(random) : "\"k" + depth + i + "\"";
            out.append(key).append(':').append(document(random, depth + 1)).append(i > 1 ? "," : "");
        }
        return out.append('}').toString();
    }

    private static String quoted(Random random) {
        var out = new StringBuilder("\"");
        for (int i = random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(6)) {
                case 0 -> out.append('\\').append("\"\\/bfnrt".charAt(random.nextInt(8)));
                case 1 -> out.append(String.format("\\u%04x", random.nextInt(0x10000)));
                case 2 -> out.append("\\u0061");
                default -> out.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
        }
        return out.append('"').toString();
    }

    private static String changed(String text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + random.nextInt(4));
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at) + text.substring(end);
            case 1 -> text.substring(0, at) + text.substring(at, end).repeat(2) + text.substring(end);
            case 2 -> text.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + text.substring(end);
            default -> text.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + text.substring(at);
        };
    }
}
