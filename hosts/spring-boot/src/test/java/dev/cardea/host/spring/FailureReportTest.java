package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A wrong configuration ends the start with Spring Boot's report, on either Boot version. */
@ExtendWith(OutputCaptureExtension.class)
class FailureReportTest {
    private static final String SECRET = "AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @Configuration(proxyBeanMethods = false)
    static class NoBeans {}

    @Configuration(proxyBeanMethods = false)
    static class OwnConfig {
        @Bean
        AuthConfig config() {
            return AuthConfig.builder()
                    .env(Env.none())
                    .environment(Environment.PRODUCTION)
                    .secret("short")
                    .build();
        }
    }

    @Test
    void a_missing_secret_is_reported_with_a_command_that_creates_one(CapturedOutput log) {
        start(NoBeans.class);
        assertThat(log.getOut())
                .contains("APPLICATION FAILED TO START")
                .containsPattern("Description:\\R\\Rsecret isn't set\\R\\RAction:\\R\\R"
                        + "set it or AUTH_SECRET to 32 random bytes, for example from `openssl rand -base64 33`")
                .doesNotContain("\tat ");
    }

    @Test
    void missing_credentials_of_a_provider_are_reported_with_their_variables(CapturedOutput log) {
        start(NoBeans.class, SECRET, "cardea.session.strategy=jwt", "cardea.providers=google");
        assertThat(log.getOut())
                .contains(
                        "APPLICATION FAILED TO START",
                        "- the provider google has no clientId",
                        "- the provider google has no clientSecret",
                        "- set clientId or AUTH_GOOGLE_ID",
                        "- set clientSecret or AUTH_GOOGLE_SECRET")
                .doesNotContain("\tat ");
    }

    @Test
    void all_errors_are_in_one_report(CapturedOutput log) {
        start(NoBeans.class, "cardea.base-path=auth");
        assertThat(log.getOut())
                .contains(
                        "- secret isn't set",
                        "- set it or AUTH_SECRET",
                        "- basePath must be a path such as /auth",
                        "- correct basePath")
                .doesNotContain("\tat ");
    }

    @Test
    void a_theme_that_no_browser_reads_is_reported(CapturedOutput log) {
        start(NoBeans.class, SECRET, "cardea.theme.brand-color=two words");
        assertThat(log.getOut())
                .contains("APPLICATION FAILED TO START", "theme.brandColor must be a CSS colour such as #346df1")
                .doesNotContain("\tat ");
    }

    @Test
    void a_path_that_cannot_be_protected_is_reported(CapturedOutput log) {
        start(
                NoBeans.class,
                SECRET,
                "cardea.session.strategy=jwt",
                "cardea.providers=google",
                "AUTH_GOOGLE_ID=id",
                "AUTH_GOOGLE_SECRET=secret",
                "cardea.protect=admin");
        assertThat(log.getOut())
                .contains("APPLICATION FAILED TO START", "cardea.protect has a path that can't be protected: admin")
                .doesNotContain("\tat ");
    }

    @Test
    void settings_have_the_names_of_properties(CapturedOutput log) {
        start(NoBeans.class, "AUTH_SECRET=short", "cardea.environment=production");
        assertThat(log.getOut())
                .contains("secret is shorter than 32 bytes", "or set cardea.environment to development");
    }

    @Test
    void a_store_is_added_with_a_data_source() {
        var finding =
                new Finding(ErrorType.MISSING_ADAPTER, "", "passkeys need an adapter; set {}", List.of("adapter"));
        var failure = new BeanCreationException(
                CardeaAutoConfiguration.CONFIGURATION, "none", new ConfigurationException(List.of(finding)));
        assertThat(new InvalidConfigurationAnalyzer().analyze(failure).getAction())
                .isEqualTo("set spring.datasource.url, with the dependency dev.cardea:cardea-adapter-jdbc");
    }

    @Test
    void a_configuration_of_the_application_keeps_the_names_of_its_builder(CapturedOutput log) {
        start(OwnConfig.class);
        assertThat(log.getOut())
                .contains("APPLICATION FAILED TO START", "or set environment to development")
                .doesNotContain("cardea.environment", "\tat ");
    }

    @Test
    void an_unknown_provider_is_reported(CapturedOutput log) {
        start(NoBeans.class, SECRET, "cardea.providers=gogle");
        assertThat(log.getOut())
                .contains(
                        "cardea.providers contains gogle, which isn't a built-in provider.",
                        "Correct the ID, or remove it and declare a bean of type Provider.")
                .doesNotContain("\tat ");
    }

    private static void start(Class<?> configuration, String... settings) {
        var all = new String[settings.length + 1];
        all[0] = "logging.level.root=error";
        System.arraycopy(settings, 0, all, 1, settings.length);
        assertThat(catchThrowable(
                        () -> Boot.run(beans -> {}, configuration, all).close()))
                .isNotNull();
    }
}
