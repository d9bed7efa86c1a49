package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A provider without its credentials is found when the site starts, and not by the first visitor. */
class MissingCredentialsTest {
    private static final OAuthProvider ACME = OAuthProvider.oidc("acme-id", "Acme", "https://id.acme.example");

    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    void start_names_the_provider_the_setting_and_the_variable_of_each() {
        assertThatThrownBy(() -> Auth.of(config(ACME)))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.findings())
                                .extracting(Finding::setting)
                                .containsExactly("providers.acme-id.clientId", "providers.acme-id.clientSecret"))
                .hasMessage("the provider acme-id has no clientId, so every sign-in with it fails; set clientId or"
                        + " AUTH_ACME_ID_ID");
        assertThatThrownBy(() -> Auth.of(config(ACME.clientId("app"))))
                .hasMessageContainingAll("clientSecret", "AUTH_ACME_ID_SECRET");
        Auth.of(config(ACME.clientId("app").clientSecret("s")));
    }

    @Test
    void the_variables_are_enough() {
        Auth.of(config(Map.of("AUTH_ACME_ID_ID", "app", "AUTH_ACME_ID_SECRET", "s"), ACME));
    }

    @Test
    void a_client_that_has_no_secret_by_its_nature_needs_none() {
        var app = ACME.clientId("app");
        Auth.of(config(app.client("token_endpoint_auth_method", "none")));
        Auth.of(config(app.clientSecretMaker((provider, now) -> "made at " + now)));
        assertThatThrownBy(() -> Auth.of(config(app.client("token_endpoint_auth_method", "private_key_jwt"))))
                .hasMessageEndingWith("set clientPrivateKey");
        assertThatThrownBy(() -> Auth.of(config(ACME.client("token_endpoint_auth_method", "none"))))
                .hasMessageContaining("AUTH_ACME_ID_ID");
    }

    @Test
    void a_configuration_for_each_request_may_leave_a_provider_without_them() {
        var tenant = config(ACME);
        var auth = Auth.of(request -> tenant);
        assertThat(auth.handle(Request.get("https://app.example/auth/providers"))
                        .text())
                .contains("acme-id");
        assertThat(auth.session(Request.get("https://app.example/"))).isEmpty();
        var csrf = auth.handle(Request.get("https://app.example/auth/csrf"));
        var cookie = csrf.headers().all("set-cookie").get(0).split(";")[0];
        var token = csrf.text().split("\"")[3];
        var started = auth.handle(Request.post(
                        "https://app.example/auth/signin/acme-id",
                        "application/x-www-form-urlencoded",
                        "csrfToken=" + token)
                .header("cookie", cookie));
        assertThat(started.header("location"))
                .hasValueSatisfying(to -> assertThat(to).contains("error=Configuration"));
        // Nothing is asked of the service first, whose address does not exist.
        assertThat(log).anyMatch(line -> line.contains("AUTH_ACME_ID_ID"));
    }

    @Test
    void a_reload_without_them_fails_and_the_old_configuration_stays() {
        var auth = Auth.of(config(ACME.clientId("app").clientSecret("s")));
        assertThatThrownBy(() -> auth.withConfig(config(ACME))).hasMessageContaining("AUTH_ACME_ID_ID");
        assertThat(auth.handle(Request.get("https://app.example/auth/providers"))
                        .status())
                .isEqualTo(200);
    }

    private AuthConfig config(Provider provider) {
        return config(Map.of(), provider);
    }

    private AuthConfig config(Map<String, String> variables, Provider provider) {
        return AuthConfig.builder()
                .env(Env.of(variables))
                .secret("k2FtYnJpZGdlLXRlc3Qtc2VjcmV0LTMyLWJ5dGVz")
                .url("https://app.example")
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error + ": " + error.getCause());
                    }
                })
                .provider(provider)
                .build();
    }
}
