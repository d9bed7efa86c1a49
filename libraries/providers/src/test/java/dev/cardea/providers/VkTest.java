package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VkTest {
    private final Service service = new Service()
            .profile(Claims.of(
                    "user", Claims.of("user_id", "7").with("first_name", "Ann").with("avatar", "https://p.example/7")));
    private final Journey journey = Journey.with(Vk.provider(), service);

    @Test
    void the_code_is_redeemed_with_the_device_and_the_verifier() {
        var arrived = journey.arrive(Map.of("device_id", "DEVICE"));
        var posted = Form.decode(
                service.asked("https://id.vk.com/oauth2/auth").get(0).text());
        assertThat(posted)
                .containsEntry("device_id", "DEVICE")
                .containsKeys("code_verifier", "client_id", "redirect_uri");
        assertThat(journey.sent()).containsKeys("code_challenge", "state");
        assertThat(arrived.user().name()).isEqualTo("Ann");
        assertThat(arrived.account().providerAccountId()).isEqualTo("7");
    }

    @Test
    void without_a_device_nothing_is_redeemed() {
        journey.leave();
        journey.back(Map.of());
        assertThat(journey.arrived()).isEmpty();
        assertThat(service.asked()).isEmpty();
    }
}
