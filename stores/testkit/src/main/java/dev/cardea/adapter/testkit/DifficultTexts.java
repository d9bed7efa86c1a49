package dev.cardea.adapter.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Texts that have caused errors in stores. The kit appends a unique part if rows must differ. */
final class DifficultTexts {
    static final String HOSTILE = "dev.cardea.adapter.testkit.DifficultTexts#hostile";
    static final String UNKNOWN = "dev.cardea.adapter.testkit.DifficultTexts#unknown";
    static final String ALIKE = "dev.cardea.adapter.testkit.DifficultTexts#alike";

    private DifficultTexts() {}

    /** Returns texts that must be stored and found unchanged. */
    static List<String> hostile() {
        return List.of(
                "' or '1'='1",
                "\"; drop table \"user\"; --",
                "Robert'); DROP TABLE users;--",
                "${jndi:ldap://127.0.0.1/a}",
                "{\"$ne\":null}",
                "[object Object]",
                "__proto__",
                "null",
                "undefined",
                "true",
                "0",
                "-1",
                "1e9",
                "2026-01-31T00:00:00.000Z",
                "%",
                "_",
                "*",
                "?",
                "a:b:c",
                "a/../b",
                "a\\b\\\\c",
                "a\nb\r\nc\td",
                " leading and trailing ",
                "<script>alert(1)</script>",
                "zażółć gęślą jaźń",
                "日本語のテキスト",
                "مرحبا بالعالم",
                "👩‍👩‍👧‍👦🏳️‍🌈",
                "𝕬𝖉𝖆",
                "e\u0301\u0323",
                "\u202Eevil\u202C",
                "\uFEFFmark",
                "zero\u200Bwidth",
                "\u0001\u001F\u007F\u0085");
    }

    /**
     * Returns texts that no row has: all of the above, and texts that a store may be unable to keep but must handle.
     */
    static List<String> unknown() {
        var all = new ArrayList<>(hostile());
        all.add("");
        all.add(" ");
        all.add("a\0b");
        all.add("\uD800");
        all.add("\uDC00\uD800");
        all.add("00000000-0000-0000-0000-000000000000");
        all.add("9".repeat(40));
        all.add("x".repeat(5_000));
        return all;
    }

    /** Returns pairs that some comparison or normalisation treats as equal. */
    static Stream<Arguments> alike() {
        return Stream.of(
                        List.of("ada", "Ada"),
                        List.of("ada", "ADA"),
                        List.of("\u00E9", "e\u0301"),
                        List.of("\uFB01", "fi"),
                        List.of("\u212B", "\u00C5"),
                        List.of("\u00DF", "ss"),
                        List.of("\u0131", "i"),
                        List.of("\u212A", "K"),
                        List.of("a", "\u0430"),
                        List.of("a", "a "),
                        List.of("a", " a"),
                        List.of("a", "a\u200B"),
                        List.of("a", "a\u0301"),
                        List.of("a", "\uFF41"),
                        List.of("\u3042", "\u30A2"),
                        List.of("1", "01"),
                        List.of("1", "1.0"),
                        List.of("1", "\u0661"),
                        List.of("ab", "a%"),
                        List.of("ab", "a_"),
                        List.of("\\", "\\\\"),
                        List.of("+", " "),
                        List.of("%61", "a"))
                .map(pair -> Arguments.of(pair.get(0), pair.get(1)));
    }
}
