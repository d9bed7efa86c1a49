package dev.cardea.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 8259 §4: "The names within an object SHOULD be unique." This parser requires it. */
class JsonParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sub':'a','sub':'b'}",
                "{'a':1,'b':{},'a':2}",
                "{'a':[1,2],'b':'a','a':2}",
                "{'o':{'a':1,'a':1}}",
                "[{'a':1},{'a':1,'a':1}]",
                "{'a':1,'\\u0061':2}",
                "{'\\/':1,'/':2}",
                "{'\\n':1,'\\u000A':2}",
                "{'':1,'':2}",
                "{'\\'':1,'\\u0022':2}"
            })
    void a_repeated_key_is_rejected(String text) {
        assertThatThrownBy(() -> Json.parse(text.replace('\'', '"'), 8))
                .isInstanceOf(JsonException.class)
                .hasMessage("a key occurs twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':'a','b':'a'}",
                "{'a':{'a':{'a':1}}}",
                "[{'a':1},{'a':2}]",
                "{'a':['b','b'],'b':['a','a']}",
                "{'a':'{\\'b\\':1,\\'b\\':2}'}",
                "{'a':1,'A':2,'a ':3}"
            })
    void keys_of_different_objects_and_values_are_left_alone(String text) {
        String json = text.replace('\'', '"');

        assertThat(Json.print(Json.parse(json, 8))).isEqualTo(json);
    }

    @Test
    void depth_is_counted_before_anything_is_parsed() {
        assertThat(Json.parse("[[[]]]", 3)).isEqualTo(List.of(List.of(List.of())));
        assertThatThrownBy(() -> Json.parse("[[[[]]]]", 3)).hasMessage("nested deeper than 3");
        assertThat(Json.parse("\"[[[[\"", 3)).isEqualTo("[[[[");
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000), 32)).hasMessage("nested deeper than 32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "\"", "{\"", "{\"a", "\\", "{\"\\u12", "]", "}}", "{\"\\u00zz\":1}", ",", "[1,]"})
    void text_that_is_not_json_is_rejected_without_a_crash(String text) {
        assertThatThrownBy(() -> Json.parse(text, 8)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01",
                "-01",
                "1.",
                ".5",
                "-",
                "+1",
                "1e",
                "1e+",
                "0x10",
                "NaN",
                "-Infinity",
                "1e400",
                "\u0661",
                "1\u0661",
                "TRUE",
                "tru",
                "nul",
                "'a'",
                "\"\\'\"",
                "\"\\x\"",
                "\"\\u00g1\"",
                "\"\\u066\u0661\"",
                "\"a\nb\"",
                "\"\u0000\"",
                "\ufeff1",
                "1\u0000",
                "\u00a01",
                "/**/1",
                "#\n1",
                "1 2",
                "1,2",
                "[1;2]",
                "[,1]",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\"=1}",
                "{\"a\":}",
                "{\"a\"}",
                "{1:2}",
                "[1",
                "{\"a\":1",
                "{\"a\":1]",
                "[1}",
                "1]",
                "],["
            })
    void nothing_but_the_grammar_of_rfc_8259_is_read(String text) {
        assertThatThrownBy(() -> Json.parse(text, 8)).isInstanceOf(JsonException.class);
    }

    @Test
    void numbers_are_whole_where_they_fit_and_the_nearest_double_elsewhere() {
        assertThat(Json.parse("[0,-0,9223372036854775807,-9223372036854775808]", 8))
                .isEqualTo(List.of(0L, 0L, Long.MAX_VALUE, Long.MIN_VALUE));
        assertThat(Json.parse("[1.0,1e2,-0.0,9223372036854775808,1e-400]", 8))
                .isEqualTo(List.of(1.0, 100.0, -0.0, 9223372036854775808.0, 0.0));
        assertThat(Json.parse("1" + "0".repeat(300), 8)).isEqualTo(1e300);
        assertThat(Json.parse("0." + "1".repeat(100_000), 8)).isEqualTo(0.1111111111111111);
    }

    @Test
    void a_text_is_printed_as_it_is_but_for_what_json_or_utf_8_does_not_have() {
        assertThat(Json.print("Zo\u00eb \ud83d\ude00 </a>\u2028")).isEqualTo("\"Zo\u00eb \ud83d\ude00 </a>\u2028\"");
        assertThat(Json.print("a\"b\\c\n\u0001")).isEqualTo("\"a\\\"b\\\\c\\n\\u0001\"");
        assertThat(Json.print("\ude00a\ud83d")).isEqualTo("\"\\ude00a\\ud83d\"");
    }

    @Test
    void values_cannot_be_modified() {
        var list = (List<?>) Json.parse("[{},[]]", 8);
        assertThat(list).isUnmodifiable();
        assertThat((Map<?, ?>) list.get(0)).isUnmodifiable();
        assertThat((List<?>) list.get(1)).isUnmodifiable();
    }
}
