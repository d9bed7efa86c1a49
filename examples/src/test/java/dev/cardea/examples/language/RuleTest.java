package dev.cardea.examples.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuleTest {
    private static final Rule PHRASE = Rule.phrase("plain wrong -> incorrect");

    @Test
    void a_phrase_is_found_in_javadoc_strings_and_prose() {
        assertThat(found("A.java", "/** Plain\n     * wrong. */")).containsExactly(4);
        assertThat(found("A.java", "var a = \"plain wrong\";")).containsExactly(9);
        assertThat(found("a.ts", "const a = `plain wrong`")).containsExactly(11);
        assertThat(found("a.md", "It is plain\nwrong.")).containsExactly(6);
    }

    @Test
    void code_and_its_comments_are_not_read() {
        assertThat(found("A.java", "int a; // Plain wrong.")).isEmpty();
        assertThat(found("A.java", "plain wrong = 1;")).isEmpty();
        assertThat(found("A.java", "/** {@code plain wrong} */")).isEmpty();
        assertThat(found("A.java", "\"plain\" + \" wrong\"")).isEmpty();
        assertThat(found("a.md", "`plain wrong`\n\n```\nplain wrong\n```\n")).isEmpty();
    }

    @Test
    void a_phrase_is_whole_words() {
        assertThat(found("a.md", "explain wrong, plain wrongly, plain wrong@app.example"))
                .isEmpty();
    }

    @Test
    void a_sentence_of_36_words_is_too_long() {
        assertThat(tooLong("a.md", "word ".repeat(34) + "word.")).isEmpty();
        assertThat(tooLong("a.md", "word ".repeat(35) + "word.")).containsExactly(0);
        assertThat(tooLong("A.java", "/** Short. " + "word ".repeat(35) + "word. */"))
                .containsExactly(11);
    }

    @Test
    void items_cells_and_tags_end_a_sentence() {
        assertThat(tooLong("a.md", "- word word\n".repeat(20))).isEmpty();
        assertThat(tooLong("a.md", "| word word ".repeat(20))).isEmpty();
        assertThat(tooLong("A.java", "/** " + "word ".repeat(20) + "\n * @param a " + "word ".repeat(20) + " */"))
                .isEmpty();
    }

    private static List<Integer> found(String file, String text) {
        return PHRASE.findIn(SourceText.of(file, text));
    }

    private static List<Integer> tooLong(String file, String text) {
        return new Rule.Length().findIn(SourceText.of(file, text));
    }
}
