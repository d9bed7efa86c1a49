package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.provider.Theme;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** What the starter finds and creates by itself. */
class AutoConfigurationTest {
    private static final String SECRET = "AUTH_SECRET=3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String H2 = "spring.datasource.url=jdbc:h2:mem:";

    static class EmptyConfiguration {}

    static class Askew {
        @SessionValue("role")
        String role(String name) {
            return name;
        }
    }

    static class HiddenConfiguration {
        @Bean
        org.springframework.security.web.SecurityFilterChain open(
                org.springframework.security.config.annotation.web.builders.HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    @Test
    void provider_ids_and_variables_of_any_property_source_are_enough() {
        try (var app = Boot.run(
                beans -> {},
                HiddenConfiguration.class,
                SECRET,
                "cardea.providers=google,github",
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs",
                "AUTH_GITHUB_ID=h",
                "AUTH_GITHUB_SECRET=hs",
                "cardea.base-path=/login/auth",
                "cardea.url=https://app.example")) {
            assertThat(Web.get(app, "/login/auth/providers", "").body())
                    .contains("\"google\"", "\"github\"", "https://app.example/login/auth/callback/github");
        }
    }

    @Test
    void every_setting_arrives() {
        try (var app = Boot.run(
                beans -> {},
                HiddenConfiguration.class,
                "cardea.secret=3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests,3eb0c1f1a7a94b9d8c6f5e4d3c2b1a10-the-older",
                "cardea.session.strategy=jwt",
                "cardea.session.max-age=7d",
                "cardea.session.update-age=1h",
                "cardea.pages.sign-in=/login",
                "cardea.pages.verify-request=/sent",
                "cardea.trust-host=true",
                "cardea.trusted-proxies=127.0.0.0/8",
                "cardea.allowed-hosts=app.example",
                "cardea.allowed-origins=https://spa.example,http://localhost:5173",
                "cardea.site-name=Acme",
                "cardea.stripped-prefix=/app",
                "cardea.use-secure-cookies=true",
                "cardea.environment=test")) {
            var config = app.getBean(AuthConfig.class);
            assertThat(config.strategy()).isEqualTo(SessionOptions.Strategy.JWT);
            assertThat(config.describe())
                    .containsEntry("allowedOrigins", List.of("http://localhost:5173", "https://spa.example"))
                    .containsEntry("siteName", "Acme")
                    .containsEntry("strippedPrefix", "/app");
            assertThat(config.pages().signIn()).isEqualTo("/login");
            assertThat(config.pages().verifyRequest()).isEqualTo("/sent");
            assertThat(Web.get(app, "/auth/csrf", "").statusCode()).isEqualTo(400);
            var csrf = Web.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Boot.port(app) + "/auth/csrf"))
                    .header("X-Forwarded-Host", "app.example"));
            assertThat(csrf.headers().allValues("set-cookie"))
                    .anyMatch(line -> line.startsWith("__Host-authjs.csrf-token"));
        }
    }

    @Test
    void properties_set_the_theme() {
        try (var app = Boot.run(
                beans -> {},
                HiddenConfiguration.class,
                SECRET,
                "cardea.theme.color-scheme=dark",
                "cardea.theme.logo=/logo.svg",
                "cardea.theme.brand-color=#0f5132",
                "cardea.theme.button-text=#fffffe")) {
            assertThat(Web.get(app, "/auth/signin", "").body()).contains("dark", "/logo.svg", "#0f5132", "#fffffe");
        }
    }

    @Test
    void a_theme_bean_replaces_the_properties() {
        var own = Theme.DEFAULT.brandColor("black");
        try (var app = Boot.run(
                beans -> beans.registerBean(Theme.class, () -> own),
                HiddenConfiguration.class,
                SECRET,
                "cardea.theme.brand-color=#0f5132",
                "cardea.theme.logo=/logo.svg")) {
            assertThat(Web.get(app, "/auth/signin", "").body())
                    .contains("black")
                    .doesNotContain("0f5132", "logo.svg");
        }
    }

    @Test
    void a_rate_limiter_bean_counts_for_all_instances() {
        var keys = new ArrayList<String>();
        RateLimiter shared = new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                keys.add(key);
                return Optional.empty();
            }

            @Override
            public void refund(String key, Limit limit) {}
        };
        try (var app = Boot.run(
                beans -> beans.registerBean(RateLimiter.class, () -> shared),
                HiddenConfiguration.class,
                SECRET,
                "cardea.providers=google",
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs",
                "cardea.trust-host=true",
                "cardea.trusted-proxies=127.0.0.0/8")) {
            Web.send(HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + Boot.port(app) + "/auth/callback/google?code=x&state=y"))
                    .header("X-Forwarded-For", "9.9.9.9"));
            assertThat(keys).containsExactly("callbacks:9.9.9.9");
        }
    }

    @Test
    void a_meter_registry_counts_and_observer_beans_receive_each_step() {
        var steps = new ArrayList<Step>();
        var registry = new SimpleMeterRegistry();
        try (var app = Boot.run(
                beans -> {
                    beans.registerBean(MeterRegistry.class, () -> registry);
                    beans.registerBean(Observer.class, () -> (at, step) -> steps.add(step));
                },
                HiddenConfiguration.class,
                SECRET,
                "cardea.providers=google",
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs")) {
            Web.get(app, "/auth/callback/google?code=x&state=y", "");
            var failed =
                    registry.get("cardea.sign.ins").tag("provider", "google").counter();
            assertThat(failed.count()).isEqualTo(1);
            assertThat(failed.getId().getTag("reason")).isEqualTo("InvalidCheck");
            var kept = registry.get("cardea.recorder.traces").tag("result", "kept");
            assertThat(kept.functionCounter().count()).isEqualTo(1);
            assertThat(steps).hasAtLeastOneElementOfType(Step.SignInEnd.class);
        }
    }

    /** Otherwise a link that the application's own code sends would lead outside the application. */
    @Test
    void the_bean_that_the_application_calls_is_below_the_context_path() {
        try (var app = Boot.run(beans -> {}, HiddenConfiguration.class, SECRET, "server.servlet.context-path=/shop")) {
            var auth = app.getBean(Auth.class);
            assertThat(auth.handles(Request.get("http://localhost/shop/auth/signin")))
                    .isTrue();
            assertThat(auth.handles(Request.get("http://localhost/auth/signin")))
                    .isFalse();
        }
    }

    @Test
    void errors_of_the_configuration_are_reported_at_startup() {
        assertThatThrownBy(
                        () -> Boot.run(beans -> {}, HiddenConfiguration.class).close())
                .rootCause()
                .hasMessageContaining("AUTH_SECRET");
        assertThatThrownBy(() -> Boot.run(beans -> {}, HiddenConfiguration.class, SECRET, "cardea.providers=gogle")
                        .close())
                .rootCause()
                .hasMessageContaining("cardea.providers contains gogle");
        assertThatThrownBy(() -> Boot.run(beans -> {}, HiddenConfiguration.class, SECRET, "cardea.providers=github")
                        .close())
                .rootCause()
                .hasMessageContainingAll("the provider github has no clientId", "AUTH_GITHUB_ID");
        assertThatThrownBy(() -> Boot.run(beans -> beans.registerBean(Askew.class), HiddenConfiguration.class, SECRET)
                        .close())
                .rootCause()
                .hasMessageContaining("must take a User");
    }

    @Test
    void the_applications_database_is_the_store_and_its_mail_server_sends_the_codes() throws Exception {
        var mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        mail.start();
        try (var app = Boot.run(
                beans -> {},
                HiddenConfiguration.class,
                SECRET,
                H2 + "links",
                "cardea.jdbc.migrate-on-start=true",
                "cardea.email.from=no-reply@app.example",
                "cardea.email.codes=true",
                "spring.mail.host=127.0.0.1",
                "spring.mail.port=" + mail.getSmtp().getPort(),
                "management.endpoints.web.exposure.include=health",
                "management.health.mail.enabled=false",
                "management.endpoint.health.show-details=always")) {
            assertThat(app.getBean(Adapter.class)).isInstanceOf(JdbcAdapter.class);
            assertThat(app.getBean(AuthConfig.class).strategy()).isEqualTo(SessionOptions.Strategy.DATABASE);

            var address = "http://127.0.0.1:" + Boot.port(app);
            var browser = Browser.of(Network.INSTANCE);
            browser.open(address + "/auth/signin")
                    .form("Sign in with Email")
                    .fill("email", "grace@example.com")
                    .submit();
            var link = link(mail);
            assertThat(Browser.of(Network.INSTANCE).open(link).text()).contains("Your code");
            browser.open(link);
            assertThat(browser.open(address + "/auth/session").text()).contains("grace@example.com");
            assertThat(((UserAdapter) app.getBean(Adapter.class)).getUserByEmail("grace@example.com"))
                    .isPresent();
            assertThat(Web.get(app, "/actuator/health", "").body()).contains("\"cardea\":{\"status\":\"UP\"}");

            var email = app.getBean(EmailProvider.class);
            var notice = new Mail("grace@example.com", "Your password was changed", "Not you?", "<p>Not you?</p>");
            assertThat(email.sender().send(notice, email)).isTrue();
            var received = mail.getReceivedMessages();
            assertThat(received[received.length - 1].getSubject()).isEqualTo("Your password was changed");
        } finally {
            mail.stop();
        }
    }

    @Test
    void a_store_that_does_not_respond_is_unhealthy_without_details() {
        try (var app = Boot.run(
                beans -> beans.registerBean(Adapter.class, AutoConfigurationTest::down),
                HiddenConfiguration.class,
                SECRET,
                "cardea.session.strategy=jwt",
                "management.endpoints.web.exposure.include=health",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState,cardea",
                "management.endpoint.health.show-details=always")) {
            assertThat(Web.get(app, "/actuator/health/readiness", "").statusCode())
                    .isEqualTo(503);
            var health = Web.get(app, "/actuator/health", "");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body())
                    .contains("\"cardea\":{\"status\":\"DOWN\"}")
                    .doesNotContain("geheim");
        }
    }

    private static String link(GreenMail mail) {
        var text = com.icegreen.greenmail.util.GreenMailUtil.getBody(mail.getReceivedMessages()[0]);
        var link = Pattern.compile("http://127\\S+")
                .matcher(text.replace("=\r\n", "").replace("=3D", "="));
        if (!link.find()) throw new AssertionError("no link in " + text);
        return link.group();
    }

    /** A store without its network. */
    private static Adapter down() {
        return (Adapter) Proxy.newProxyInstance(
                AutoConfigurationTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "toString" -> "down";
                    case "hashCode" -> 1;
                    case "equals" -> proxy == args[0];
                    default -> throw new IllegalStateException("the password is geheim");
                });
    }
}
