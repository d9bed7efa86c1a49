package dev.cardea.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryUrlTest {
    @Test
    void parameters_are_set_in_place_or_at_the_end_and_before_a_fragment() {
        assertThat(QueryUrl.of("https://a.example/x?b=1&c=2#there")
                        .set("b", "3")
                        .set("d", "4"))
                .hasToString("https://a.example/x?b=3&c=2&d=4#there");
        assertThat(QueryUrl.of("https://a.example/x#there")).hasToString("https://a.example/x#there");
    }

    @Test
    void several_parameters_are_set_at_once_and_the_original_stays() {
        var url = QueryUrl.of("https://a.example/x?b=1#there");
        assertThat(url.setAll(Map.of("b", "2"))).hasToString("https://a.example/x?b=2#there");
        assertThat(url.parameters()).containsExactly(Map.entry("b", "1"));
        assertThat(url).hasToString("https://a.example/x?b=1#there");
    }

    @Test
    void a_question_mark_behind_the_fragment_does_not_begin_a_query() {
        assertThat(QueryUrl.of("https://a.example/x#y?b=1").set("c", "2")).hasToString("https://a.example/x?c=2#y?b=1");
    }
}
