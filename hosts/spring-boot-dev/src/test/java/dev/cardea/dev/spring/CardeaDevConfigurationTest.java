package dev.cardea.dev.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.Google;
import dev.cardea.testing.Network;
import dev.cardea.testing.Page;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;

/** A real application, started by the line of the guide. */
@ExtendWith(OutputCaptureExtension.class)
class CardeaDevConfigurationTest {
    @Configuration(proxyBeanMethods = false)
    static class NoBeans {}

    @Configuration(proxyBeanMethods = false)
    static class OwnAuth {
        @Bean
        Auth auth(Environment environment) {
            return Auth.of(AuthConfig.builder().env(environment::getProperty).provider(Google.provider()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AuthWithoutProperties {
        @Bean
        Auth auth() {
            return Auth.of(AuthConfig.builder()
                    .env(Env.of(Map.of(
                            "AUTH_SECRET", "5f0c2e9b71d84a36b8e1f7c09d2a4e63",
                            "AUTH_GOOGLE_ID", "id",
                            "AUTH_GOOGLE_SECRET", "secret")))
                    .provider(Google.provider()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnMail {
        @Bean
        EmailProvider shopMail() {
            return EmailProvider.of("shop", mail -> {
                        throw new AssertionError("a mail left the machine");
                    })
                    .name("Shop mail")
                    .from("shop@app.example");
        }
    }

    private static Page click(RunningShop running, String person) {
        return running.browser()
                .post(running.site() + "/_cardea/sign-in", Map.of("provider", "google", "person", person));
    }

    @Test
    void below_a_context_path_the_pages_of_development_mode_are_below_it_too() {
        try (var running = RunningShop.start(NoBeans.class, "server.servlet.context-path=/app")) {
            var pages = running.site() + "/app/_cardea";
            assertThat(running.browser().open(pages).text()).contains("People", "Ada Admin");
            var click = Map.of("provider", "google", "person", "1001");
            assertThat(running.browser().post(pages + "/sign-in", click).text()).isEqualTo("Hello admin@example.com");
        }
    }

    @Test
    void the_log_has_the_URL_of_the_pages(CapturedOutput log) {
        try (var running = RunningShop.start(
                NoBeans.class, "server.servlet.context-path=/app", "logging.level.dev.cardea.dev.spring=info")) {
            assertThat(log.getOut()).contains("are at " + running.site() + "/app/_cardea");
        }
    }

    private static int users(RunningShop running) {
        var database = JdbcClient.create(running.context().getBean(DataSource.class));
        return Objects.requireNonNull(database.sql("select count(*) from \"user\"")
                .query(Integer.class)
                .single());
    }

    @Test
    void a_click_signs_a_person_in_and_stores_the_user_in_the_database_of_the_application() {
        try (var running = RunningShop.start(NoBeans.class)) {
            assertThat(users(running)).isZero();
            assertThat(click(running, "1001").text()).isEqualTo("Hello admin@example.com");
            assertThat(users(running)).isEqualTo(1);
            assertThat(running.browser().open(running.site() + "/auth/signin").text())
                    .contains("Development mode", "Ada Admin", "Sign in with GitHub");
        }
    }

    @Test
    void sign_in_by_mail_needs_no_mail_server() {
        try (var running = RunningShop.start(NoBeans.class, "cardea.email.from=no-reply@app.example")) {
            assertThat(running.context().getBeansOfType(JavaMailSender.class)).isEmpty();
            assertThat(signInByMail(running, "Sign in with Email")).isEqualTo("Hello bob@example.com");
        }
    }

    @Test
    void the_application_sends_its_own_mails_and_sign_in_links_are_in_the_inbox() {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        server.start();
        try (var running = RunningShop.start(
                NoBeans.class,
                "cardea.email.from=no-reply@app.example",
                "spring.mail.host=127.0.0.1",
                "spring.mail.port=" + server.getSmtp().getPort())) {
            assertThat(signInByMail(running, "Sign in with Email")).isEqualTo("Hello bob@example.com");
            assertThat(server.getReceivedMessages()).isEmpty();
            var mail = new SimpleMailMessage();
            mail.setFrom("shop@app.example");
            mail.setTo("bob@example.com");
            mail.setText("Your order");
            running.context().getBean(JavaMailSender.class).send(mail);
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    @Test
    void a_mail_provider_of_the_application_replaces_the_one_of_the_property() {
        try (var running = RunningShop.start(OwnMail.class, "cardea.email.from=no-reply@app.example")) {
            assertThat(running.context().getBeansOfType(EmailProvider.class)).hasSize(1);
            assertThat(signInByMail(running, "Sign in with Shop mail")).isEqualTo("Hello bob@example.com");
        }
    }

    private static String signInByMail(RunningShop running, String button) {
        var browser = running.browser();
        browser.open(running.site() + "/auth/signin")
                .form(button)
                .fill("email", "bob@example.com")
                .submit();
        return browser.open(running.site() + "/_cardea").follow("Open the link").text();
    }

    @Test
    void an_Auth_of_the_application_that_reads_its_properties_is_in_development_mode() {
        try (var running = RunningShop.start(OwnAuth.class, "cardea.jdbc.migrate-on-start=false")) {
            assertThat(click(running, "1002").text()).isEqualTo("Hello mia@example.com");
        }
    }

    @Test
    void an_Auth_of_the_application_that_does_not_read_them_fails_the_start() {
        assertThatThrownBy(() -> RunningShop.start(AuthWithoutProperties.class).close())
                .hasStackTraceContaining("does not read its property CARDEA_DEV")
                .hasStackTraceContaining("CardeaDev.of(config)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "framework"})
    void a_request_through_a_proxy_is_rejected_whatever_the_application_does_with_forwarded_headers(String strategy) {
        try (var running = RunningShop.start(
                NoBeans.class,
                "server.forward-headers-strategy=" + strategy,
                "server.tomcat.remoteip.remote-ip-header=x-forwarded-for")) {
            var request = Request.get(running.site() + "/auth/session").header("X-Forwarded-For", "127.0.0.1");
            assertThat(Network.INSTANCE.handle(request).status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CARDEA_ENV=production",
                "cardea.environment=production",
                "cardea.url=https://app.example",
                "spring.datasource.url=jdbc:h2:tcp://db.example/shop"
            })
    void production_fails_the_start(String setting) {
        assertThatThrownBy(() -> RunningShop.start(NoBeans.class, setting, "cardea.jdbc.migrate-on-start=false")
                        .close())
                .hasStackTraceContaining("development mode doesn't start in production");
    }
}
