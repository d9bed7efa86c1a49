package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;

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
}
