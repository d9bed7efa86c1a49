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
    void the_code_is_redeemed_in_the_data_centre_of_the_account() {
        var arrived = journey.arrive(Map.of("location", "in", "accounts-server", "https://accounts.zoho.in"));
        assertThat(service.asked().get(0).url()).isEqualTo("https://accounts.zoho.in/oauth/v2/token");
        assertThat(service.asked().get(0).header("authorization"))
                .hasValueSatisfying(it -> assertThat(it).startsWith("Basic "));
        assertThat(service.asked().get(1).url()).isEqualTo("https://accounts.zoho.in/oauth/user/info");
        assertThat(arrived.user().name()).isEqualTo("Solo");
        assertThat(arrived.account().providerAccountId()).isEqualTo("5");
    }

    @Test
    void the_default_is_the_data_centre_of_the_configuration() {
        journey.arrive();
        assertThat(service.asked().get(0).url()).isEqualTo("https://accounts.zoho.com/oauth/v2/token");
    }

    @Test
    void no_secret_is_sent_to_a_server_that_the_browser_invented() {
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
