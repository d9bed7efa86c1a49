package dev.cardea.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 8259 §4: "The names within an object SHOULD be unique." Here they must be. */
class JsonShapeTest {
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
    void a_key_that_stands_twice_is_refused(String text) {
        assertThatThrownBy(() -> Json.parse(text.replace('\'', '"'), 8))
                .isInstanceOf(JsonException.class)
                .hasMessage("a key stands there twice");
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
    void what_is_no_json_is_refused_without_a_crash(String text) {
        assertThatThrownBy(() -> Json.parse(text, 8)).isInstanceOf(JsonException.class);
    }
}
