package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.provider.OAuthProvider;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MarksTest {
    @Test
    void every_mark_is_on_the_button_of_its_provider() {
        var shown = new TreeMap<String, String>();
        for (var brand : Providers.all()) {
            brand.oauth().map(provider -> provider.style().mark()).ifPresent(mark -> shown.put(brand.id(), mark));
        }
        assertThat(shown).isEqualTo(new TreeMap<>(Marks.ALL));
    }

    /** Their licences, or their rules for sign-in buttons, forbid a mark in the colour of the text. */
    @Test
    void brands_whose_rules_forbid_it_have_a_letter() {
        var forbidden = Set.of(
                "apple",
                "azure-ad",
                "dropbox",
                "facebook",
                "gitlab",
                "google",
                "instagram",
                "kakao",
                "keycloak",
                "line",
                "linkedin",
                "microsoft-entra-id",
                "naver",
                "okta",
                "paypal",
                "slack",
                "strava",
                "tiktok",
                "twitter",
                "vk",
                "webex",
                "wechat",
                "zoho",
                "zoom");
        assertThat(Providers.ids()).containsAll(forbidden);
        assertThat(Marks.ALL).doesNotContainKeys(forbidden.toArray(String[]::new));
    }

    @Test
    void a_brand_without_a_mark_asks_for_none() {
        assertThatThrownBy(() -> Marks.of("google"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("google");
    }

    @Test
    void the_data_is_small() {
        assertThat(Marks.ALL.values().stream().mapToInt(String::length).sum()).isLessThan(32_000);
    }

    @Test
    void a_server_of_an_enterprise_shows_the_same_mark() {
        OAuthProvider own = GitHub.enterprise("https://github.acme.example");
        assertThat(own.style().mark()).isEqualTo(Marks.of("github"));
    }
}
