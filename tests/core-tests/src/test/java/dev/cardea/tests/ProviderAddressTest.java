package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Person;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The e-mail address that a provider reports. */
class ProviderAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ada",
                "@example.com",
                "ada@",
                "ada@example.com@evil.example",
                "ada@example.com,eve@evil.example",
                "ada@example.com, eve@evil.example",
                "Ada <ada@example.com>",
                "\"ada@evil.example\"@example.com",
                "ada@example..com",
                "ada@exa\u0000mple.com",
                "a da@example.com"
            })
    void one_that_is_not_exactly_one_address_counts_as_absent(String reported) {
        var site = Site.stored();
        site.op.signsIn(Person.of("ada", "Ada", reported));
        site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");

        assertThat(site.session()).contains("Ada").doesNotContain("example");
        assertThat(site.adapter.getUserByAccount("op", "ada").orElseThrow().email())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Ada@Example.COM, ada@example.com",
        "\uFF41da@example.com, ada@example.com",
        "ada+shop@example.com, ada+shop@example.com"
    })
    void a_valid_one_is_stored_as_links_in_mails_store_it(String reported, String stored) {
        var site = Site.stored();
        site.op.signsIn(Person.of("ada", "Ada", reported));
        site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");

        assertThat(site.adapter.getUserByEmail(stored)).isPresent();
    }

    @Test
    void it_cannot_stand_beside_the_user_whose_address_it_is() {
        var site = Site.stored();
        site.op.signsIn(Person.of("first", "Ada", "ada@example.com"));
        site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        site.op.signsIn(Person.of("second", "Eve", " \uFF21da@example.com"));
        var other = site.anotherBrowser();

        assertThat(other.open(APP + "/auth/signin")
                        .press("Sign in with Demo ID")
                        .url())
                .contains("error=OAuthAccountNotLinked");
    }
}
