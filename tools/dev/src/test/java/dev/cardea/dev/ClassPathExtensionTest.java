package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Request;
import dev.cardea.providers.Google;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** This module on the class path, with a configuration that does not name it. */
class ClassPathExtensionTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static AuthConfig.Builder configuration(Map<String, String> variables) {
        return AuthConfig.builder().env(Env.of(variables)).secret(SECRET).provider(Google.provider());
    }

    private static boolean isDevelopment(Auth auth) {
        return auth.handles(Request.get(LocalBrowser.SITE + "/_cardea"));
    }

    @Test
    void a_configuration_that_does_not_ask_for_development_mode_stays_as_it_is() {
        var given = Map.of("AUTH_GOOGLE_ID", "id", "AUTH_GOOGLE_SECRET", "secret");
        assertThat(isDevelopment(Auth.of(configuration(given)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "0", "", "off"})
    void a_variable_that_is_false_does_not_ask_for_it(String value) {
        var given = Map.of("AUTH_GOOGLE_ID", "id", "AUTH_GOOGLE_SECRET", "secret", "CARDEA_DEV", value);
        assertThat(isDevelopment(Auth.of(configuration(given)))).isFalse();
    }

    @Test
    void a_variable_switches_it_on_and_a_person_signs_in() {
        var auth = Auth.of(configuration(Map.of("CARDEA_DEV", "true")));
        assertThat(isDevelopment(auth)).isTrue();
        var choice =
                LocalBrowser.of(auth).open(LocalBrowser.SITE + "/auth/signin").press("Sign in with Google");
        assertThat(choice.text()).contains("This isn't the real Google");
    }

    @Test
    void a_builder_that_builds_again_stays_in_development_mode() {
        var builder = configuration(Map.of("CARDEA_DEV", "true"));
        builder.build();
        var again = Auth.of(builder);
        assertThat(isDevelopment(again)).isTrue();
        assertThat(again.handle(LocalBrowser.from("192.0.2.1", Request.get(LocalBrowser.SITE + "/auth/session")))
                        .status())
                .isEqualTo(403);
        assertThat(LocalBrowser.of(again).open(LocalBrowser.SITE + "/_cardea").text())
                .contains("Google");
    }

    @Test
    void CardeaDev_and_the_variable_together_are_one_development_mode() {
        var auth = Auth.of(CardeaDev.of(configuration(Map.of("CARDEA_DEV", "true"))));
        var page = LocalBrowser.of(auth).open(LocalBrowser.SITE + "/auth/signin");
        assertThat(page.document().select(".cardea-development")).hasSize(1);
    }

    @Test
    void production_is_rejected() {
        var both = Map.of("CARDEA_DEV", "true", "CARDEA_ENV", "production");
        assertThatThrownBy(() -> configuration(both).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("development mode doesn't start in production");
    }
}
