package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPathTest {
    private static final Map<String, Object> PROFILE = Json.parseObject("""
            { "data": { "emails": ["a@example", { "value": "b@example" }], "none": null, "list": [[7]] },
              "https://acme.example/role": "admin", "n": { "a.b": 1, "0": "zero" } }""", 10).asMap();

    @Test
    void dots_enter_objects_and_brackets_enter_lists() {
        assertThat(follow("data.emails[0]")).isEqualTo("a@example");
        assertThat(follow("data.emails[1].value")).isEqualTo("b@example");
        assertThat(follow("data.list[0][0]")).isEqualTo(7L);
        assertThat(follow("data?.emails?.[1]?.value")).isEqualTo("b@example");
    }

    @Test
    void a_name_with_dots_or_digits_is_quoted() {
        assertThat(follow("[\"https://acme.example/role\"]")).isEqualTo("admin");
        assertThat(follow("n['a.b']")).isEqualTo(1L);
        assertThat(follow("n?.[\"0\"]")).isEqualTo("zero");
    }

    @Test
    void a_missing_part_is_an_error_unless_a_question_mark_follows_it() {
        assertThat(follow("missing")).isSameAs(JsonPath.MISSING);
        assertThat(follow("data.emails[9]")).isSameAs(JsonPath.MISSING);
        assertThat(follow("missing?.id")).isSameAs(JsonPath.MISSING);
        assertThat(follow("data.none?.id")).isSameAs(JsonPath.MISSING);
        for (var path : List.of("missing.id", "data.none.id", "data.emails[9].value")) {
            assertThatThrownBy(() -> follow(path))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the profile has no ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''        | a name is missing
            .a        | a name is missing
            a.        | a name is missing
            a..b      | a name is missing
            a?.       | a name is missing
            a?        | "?" is not expected here
            a?b       | "?" is not expected here
            a.[0]     | an index follows without a dot
            a[0       | a bracket is not closed
            a[        | a bracket is not closed
            a["b]     | a bracket is not closed
            a[]       | [] is neither an index nor a quoted name
            a[-1]     | [-1] is neither an index nor a quoted name
            a[1234567] | [1234567] is neither an index nor a quoted name
            a[0]b     | "b" is not expected here
            data.0.id | a list index is written [0]
            """)
    void a_malformed_path_is_rejected_with_the_reason(String path, String reason) {
        assertThatThrownBy(() -> JsonPath.parse(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the path \"" + path + "\": " + reason + "; write a path such as data.emails?.[0]");
    }

    private static Object follow(String path) {
        return JsonPath.parse(path).follow(PROFILE);
    }
}
