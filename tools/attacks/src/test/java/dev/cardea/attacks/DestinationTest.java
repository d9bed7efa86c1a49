package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {
    private static final String ORIGIN = "https://app.example";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                " //evil.example",
                "https:evil.example",
                "https://evil.example",
                "HTTPS://EVIL.EXAMPLE",
                "https://app.example.evil.example",
                "https://app.example@evil.example",
                "https://app.example:444/",
                "http://app.example/",
                "javascript:alert(1)",
                "java\nscript:alert(1)",
                "data:text/html,x"
            })
    void leads_off_the_site(String address) {
        assertThat(Destination.leaves(ORIGIN, address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/dash?to=//evil.example",
                "dash",
                "",
                "?x",
                "#x",
                "https://app.example",
                "https://app.example/",
                "https://app.example?x",
                "https://APP.example#x"
            })
    void stays_on_the_site(String address) {
        assertThat(Destination.leaves(ORIGIN, address)).isFalse();
    }

    @Test
    void the_corpus_has_559_addresses_or_more_and_a_thousand_secrets_are_tried() {
        assertThat(RedirectCorpus.of(ORIGIN)).hasSizeGreaterThanOrEqualTo(559).doesNotHaveDuplicates();
        assertThat(WeakSecrets.all()).hasSize(1_000).doesNotHaveDuplicates().doesNotContain("");
    }
}
