package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZohoTest {
    private final Service service = new Service()
            .profile(Claims.of("ZUID", 5).with("First_Name", "Solo").with("Email", "solo@example.in"));
    private final Journey journey = Journey.with(Zoho.provider(), service);

    @Test
    void the_code_is_redeemed_and_the_profile_told_where_the_person_is_kept() {
        var arrived = journey.arrive(Map.of("location", "in", "accounts-server", "https://accounts.zoho.in"));
        assertThat(service.asked().get(0).url()).isEqualTo("https://accounts.zoho.in/oauth/v2/token");
        assertThat(service.asked().get(0).header("authorization"))
                .hasValueSatisfying(it -> assertThat(it).startsWith("Basic "));
        assertThat(service.asked().get(1).url()).isEqualTo("https://accounts.zoho.in/oauth/user/info");
        assertThat(arrived.user().name()).isEqualTo("Solo");
        assertThat(arrived.account().providerAccountId()).isEqualTo("5");
    }

    @Test
    void without_a_word_it_is_the_data_centre_at_home() {
        journey.arrive();
        assertThat(service.asked().get(0).url()).isEqualTo("https://accounts.zoho.com/oauth/v2/token");
    }

    @Test
    void no_secret_goes_to_a_server_that_a_browser_made_up() {
        journey.leave();
        for (var server : new String[] {
            "https://accounts.zoho.in.evil.example", "http://accounts.zoho.in", "https://evil.example/", "", "//x"
        }) {
            journey.back(Map.of("accounts-server", server));
        }
        assertThat(journey.arrived()).isEmpty();
        assertThat(service.asked()).isEmpty();
    }
}
