package dev.cardea.internal.method.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestedClaimsTest {
    private static final Claims ID_TOKEN = Claims.of("iss", "https://op.example")
            .with("sub", "ada")
            .with("aud", "app")
            .with("email", "ada@example.com");

    @Test
    void the_default_scopes_ask_for_an_address_and_a_name() {
        var requested = new RequestedClaims(Map.of());
        assertThat(requested.isMissingIn(ID_TOKEN)).isTrue();
        assertThat(requested.isMissingIn(ID_TOKEN.with("name", "Ada"))).isFalse();
        assertThat(requested.isMissingIn(ID_TOKEN.with("name", null))).isTrue();
    }

    @Test
    void each_scope_asks_for_its_own_and_others_for_nothing() {
        assertThat(new RequestedClaims(Map.of("scope", "openid")).isMissingIn(Claims.NONE))
                .isFalse();
        assertThat(new RequestedClaims(Map.of("scope", "openid emails")).isMissingIn(Claims.NONE))
                .isFalse();
        assertThat(new RequestedClaims(Map.of("scope", "email openid")).isMissingIn(ID_TOKEN))
                .isFalse();
        assertThat(new RequestedClaims(Map.of("scope", "openid profile")).isMissingIn(ID_TOKEN))
                .isTrue();
    }

    @Test
    void the_claims_parameter_asks_for_what_it_names() {
        var parameter = "{\"id_token\":{\"acr\":null},\"userinfo\":{\"locale\":{\"essential\":true}}}";
        var requested = new RequestedClaims(Map.of("scope", "openid", "claims", parameter));
        assertThat(requested.isMissingIn(ID_TOKEN.with("acr", "1"))).isTrue();
        assertThat(requested.isMissingIn(ID_TOKEN.with("acr", "1").with("locale", "en")))
                .isFalse();
    }

    @Test
    void a_signed_profile_is_completed_and_never_replaced() {
        var userinfo = Claims.of("iss", "https://evil.example")
                .with("sub", "ada")
                .with("aud", "another")
                .with("email", "ada@example.com")
                .with("email_verified", true)
                .with("name", "Ada");
        var all = RequestedClaims.completed(ID_TOKEN, userinfo);
        assertThat(all.text("iss")).isEqualTo("https://op.example");
        assertThat(all.text("aud")).isEqualTo("app");
        assertThat(all.text("name")).isEqualTo("Ada");
        assertThat(all.value("email_verified")).isEqualTo(true);
    }

    /** Otherwise an unverified address would open the account of its owner. */
    @Test
    void that_another_address_is_verified_says_nothing_of_the_signed_one() {
        var userinfo = Claims.of("sub", "ada")
                .with("email", "other@example.com")
                .with("email_verified", true)
                .with("phone_number", "+2")
                .with("phone_number_verified", true);
        var all = RequestedClaims.completed(ID_TOKEN.with("phone_number", "+1"), userinfo);
        assertThat(all.text("email")).isEqualTo("ada@example.com");
        assertThat(all.has("email_verified")).isFalse();
        assertThat(all.has("phone_number_verified")).isFalse();
    }

    @Test
    void that_an_address_of_userinfo_is_verified_comes_with_it() {
        var userinfo = Claims.of("sub", "ada").with("email", "ada@example.com").with("email_verified", true);
        var all = RequestedClaims.completed(ID_TOKEN.without("email"), userinfo);
        assertThat(all.text("email")).isEqualTo("ada@example.com");
        assertThat(all.value("email_verified")).isEqualTo(true);
    }
}
