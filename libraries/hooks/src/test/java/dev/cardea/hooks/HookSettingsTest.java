package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a developer gets wrong is an error at start that names the setting. */
class HookSettingsTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String URL = "https://app.example/auth/hooks";

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "app.example/hooks", "localhost:3000", "ftp://app.example/hooks"})
    void an_address_that_is_none_is_rejected(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HookSettings.at(url))
                .withMessageContaining("such as https://app.example/auth/hooks");
    }

    @Test
    void a_secret_that_is_missing_is_reported() {
        for (var secrets : List.of(List.<String>of(), List.of(""))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Hooks.of(HookSettings.at(URL), secrets))
                    .withMessageContaining("AUTH_SECRET");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hooks.of(HookSettings.at(URL), (String) null))
                .withMessageContaining("AUTH_SECRET");
    }

    @Test
    void passwords_do_not_travel_over_plain_http_beyond_this_machine() {
        var plain = HookSettings.at("http://web:3000/auth/hooks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hooks.of(plain, SECRET))
                .withMessageContaining("allowHttp");
        for (var fine : List.of(plain.allowHttp(true), HookSettings.at(URL), HookSettings.at("http://[::1]:3000/h"))) {
            assertThat(Hooks.of(fine, SECRET).settings().url()).isNotNull();
        }
    }

    @Test
    void the_application_checks_the_passwords_of_a_credentials_provider() throws Exception {
        try (var app = new Receiver()) {
            app.describes(SECRET, List.of("authorize"), List.of());
            app.on("callbacks/authorize", Reply.of("{\"result\":{\"id\":\"7\"}}"));
            var staff = Hooks.of(HookSettings.at(app.url()), SECRET).credentials("staff");
            assertThat(staff.id()).isEqualTo("staff");
            var request = Request.post("https://app.example/auth/callback/staff", "application/json", "{}");
            assertThat(staff.authorize().authorize(Claims.of("password", "p"), request))
                    .map(User::id)
                    .hasValue("7");
            assertThat(app.calls.get(0).body()).contains("\"provider\":\"staff\"");
        }
    }

    @Test
    void a_credentials_provider_needs_authorize_in_a_list_of_callbacks() {
        var hooks = Hooks.of(HookSettings.at(URL).callbacks(List.of("jwt")), SECRET);
        assertThatIllegalStateException()
                .isThrownBy(() -> hooks.credentials("staff"))
                .withMessageContaining("authorize");
    }
}
