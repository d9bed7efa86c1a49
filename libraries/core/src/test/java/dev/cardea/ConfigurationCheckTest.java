package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.module.Extension;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that a module adds to a configuration. */
class ConfigurationCheckTest {
    @Test
    void errors_of_added_checks_are_reported_after_the_built_in_ones() {
        var thrown = catchThrowableOfType(
                ConfigurationException.class,
                () -> config().basePath("auth")
                        .check((site, report) -> report.error(ErrorType.MISSING_ADAPTER, "roles", "set adapter"))
                        .check((site, report) -> report.error(ErrorType.AUTH_ERROR, "roles.admin", "name an admin"))
                        .build());
        assertThat(thrown.type()).isEqualTo(ErrorType.INVALID_CONFIGURATION);
        assertThat(thrown.findings()).extracting(Finding::setting).containsExactly("basePath", "roles", "roles.admin");
        assertThat(thrown.findings().get(1)).isEqualTo(new Finding(ErrorType.MISSING_ADAPTER, "roles", "set adapter"));
    }

    @Test
    void a_correction_is_printed_in_the_words_of_each_kind_of_configuration() {
        var thrown = catchThrowableOfType(
                ConfigurationException.class,
                () -> config().check((site, report) -> report.error(
                                ErrorType.MISSING_ADAPTER,
                                "roles",
                                "roles of adapters need one; set {}, or {} to {}",
                                List.of("adapter", "roles.from")))
                        .build());
        assertThat(thrown).hasMessage("roles of adapters need one; set adapter, or roles.from to {}");
        var finding = thrown.findings().get(0);
        assertThat(finding.message()).isEqualTo(thrown.getMessage());
        assertThat(finding.message(name -> name.equals("adapter") ? "store" : name))
                .isEqualTo("roles of adapters need one; set store, or roles.from to {}");
    }

    @Test
    void an_added_check_reads_values_of_the_environment() {
        var seen = new ArrayList<Object>();
        var store = new InMemoryAdapter();
        config().adapter(store)
                .environment(Environment.DEVELOPMENT)
                .enableWebAuthn(false)
                .env(Env.of(Map.of("AUTH_URL", "https://app.example/auth", "AUTH_ACME_ID", "client")))
                .check((site, report) -> {
                    var acme = (OAuthProvider) site.providers().get(0);
                    seen.addAll(List.of(
                            String.valueOf(acme.clientId()),
                            String.valueOf(site.url()),
                            String.valueOf(site.basePath()),
                            site.strategy(),
                            String.valueOf(site.environment()),
                            site.enableWebAuthn()));
                    assertThat(site.adapter()).isSameAs(store);
                    assertThatThrownBy(() -> site.providers().clear())
                            .isInstanceOf(UnsupportedOperationException.class);
                })
                .build();
        assertThat(seen)
                .containsExactly(
                        "client",
                        "https://app.example/auth",
                        "/auth",
                        SessionOptions.Strategy.DATABASE,
                        "DEVELOPMENT",
                        false);
    }

    @Test
    void a_warning_of_an_added_check_is_logged_once() {
        var warned = new ArrayList<String>();
        ConfigurationCheck check = (site, report) -> {
            report.warn("roles-open");
            report.warn("roles-open");
        };
        config().logger(new AuthLogger() {
                    @Override
                    public void warn(String code) {
                        warned.add(code);
                    }
                })
                .check(check)
                .check(check)
                .build();
        assertThat(warned).contains("roles-open").doesNotHaveDuplicates();
    }

    @Test
    void an_extension_adds_its_own_checks() {
        assertThatThrownBy(() -> config().extension(new Extra()).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("name an admin");
    }

    /** An extension that adds a check. */
    private static final class Extra implements Extension<AuthConfig.Builder> {
        @Override
        public void configure(AuthConfig.Builder config, Env env) {
            config.check((site, report) -> report.error(ErrorType.AUTH_ERROR, "roles", "name an admin"));
        }
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e630123456789abcdef")
                .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"));
    }
}
