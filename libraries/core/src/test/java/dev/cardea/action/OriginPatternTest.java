package dev.cardea.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.WebUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginPatternTest {
    @Test
    void an_origin_matches_itself_only() {
        var pattern = OriginPattern.parse("https://preview.example");
        assertThat(matches(pattern, "https://preview.example/auth/callback/a")).isTrue();
        assertThat(matches(pattern, "https://PREVIEW.example:443/")).isTrue();
        for (var other : new String[] {
            "http://preview.example",
            "https://preview.example:8443",
            "https://preview.example.evil.example",
            "https://evil.example/https://preview.example",
            "https://apreview.example",
            "https://preview.example."
        }) {
            assertThat(matches(pattern, other)).as(other).isFalse();
        }
    }

    @Test
    void a_star_stands_for_a_part_of_one_label() {
        var pattern = OriginPattern.parse("https://app-*-team.preview.example");
        assertThat(matches(pattern, "https://app-x7-team.preview.example/auth")).isTrue();
        assertThat(matches(pattern, "https://APP-x-y-team.preview.example")).isTrue();
        for (var other : new String[] {
            "https://app--team.preview.example:8443",
            "https://app-team.preview.example",
            "https://app-.evil.-team.preview.example",
            "https://app-evil.example/-team.preview.example",
            "https://app-evil.example?-team.preview.example",
            "https://app-x_y-team.preview.example",
            "http://app-x-team.preview.example",
            "https://app-x-team.preview.example.evil.example"
        }) {
            assertThat(matches(pattern, other)).as(other).isFalse();
        }
        assertThat(matches(OriginPattern.parse("https://*.preview.example:8443"), "https://a.preview.example:8443"))
                .isTrue();
        assertThat(matches(OriginPattern.parse("https://*.preview.example"), "https://preview.example"))
                .isFalse();
    }

    @Test
    void a_pattern_says_whether_it_stands_for_several_origins_and_is_printed_as_it_is_written() {
        var one = OriginPattern.parse("https://PREVIEW.example:443");
        assertThat(one.isStarred()).isFalse();
        assertThat(one).hasToString("https://preview.example");
        var several = OriginPattern.parse("https://app-*-team.preview.example:8443");
        assertThat(several.isStarred()).isTrue();
        assertThat(several).hasToString("https://app-*-team.preview.example:8443");
    }

    @Test
    void the_problem_of_a_pattern_is_its_error_and_a_valid_one_has_none() {
        assertThat(OriginPattern.problemOf("https://*.preview.example")).isEmpty();
        assertThat(OriginPattern.problemOf("https://*.example"))
                .hasValueSatisfying(problem -> assertThat(problem).startsWith("\"https://*.example\" isn't an origin"));
        assertThat(OriginPattern.problemOf("https://\u202eexample"))
                .hasValueSatisfying(problem -> assertThat(problem).startsWith("\"https://?example\" isn't an origin"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "https://*",
                "https://*.example",
                "https://*.com",
                "https://a.*.example",
                "https://a.example*",
                "https://**.preview.example",
                "https://*-*.preview.example",
                "http://*.preview.example",
                "http://preview.example",
                "https://*.preview.example/",
                "https://preview.example/auth",
                "https://preview.example?x",
                "https://user@preview.example",
                "https://*@preview.example.org",
                "preview.example",
                "https://preview .example",
                "https://*.preview.example:999999"
            })
    void ambiguous_patterns_are_rejected(String text) {
        assertThatThrownBy(() -> OriginPattern.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write https://preview.example");
    }

    private static boolean matches(OriginPattern pattern, String url) {
        return WebUrl.parse(url).filter(pattern::matches).isPresent();
    }
}
