package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.Provider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.context.ConfigurableApplicationContext;

/** What operators see of sign-in by Actuator. */
@Isolated("an application that starts meanwhile sets up the log of the process anew")
class ActuatorTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final Pattern REFERENCE = Pattern.compile("[0-9a-f]{16}");
    private static final String[] SETTINGS = {
        "AUTH_SECRET=" + SECRET,
        "cardea.providers=google",
        "AUTH_GOOGLE_ID=g",
        "AUTH_GOOGLE_SECRET=planted-google-secret",
        "cardea.session.strategy=jwt",
        "cardea.trust-host=true"
    };

    @TempDir
    Path folder;

    @Test
    void the_endpoint_is_not_exposed_unless_the_application_says_so() {
        try (var app = started()) {
            assertThat(Web.get(app, "/actuator/cardea", "").statusCode()).isEqualTo(404);
            assertThat(Web.get(app, "/actuator/info", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void it_shows_the_settings_with_masked_secrets() {
        try (var app = started(exposing("cardea"))) {
            var answer = Web.get(app, "/actuator/cardea", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            var settings = (Map<?, ?>) parsed(answer.body()).value("settings");
            assertThat(settings.get("secret")).isEqualTo(List.of("******"));
            assertThat(settings.get("basePath")).isEqualTo("/auth");
            assertThat(settings.get("providers").toString()).contains("id=google", "clientId=g", "clientSecret=******");
            assertThat(answer.body()).doesNotContain("planted", SECRET);
        }
    }

    @Test
    void it_explains_the_reference_that_a_visitor_saw() {
        try (var app = started(exposing("cardea"))) {
            var reference = failedSignIn(app);
            assertThat(Web.get(app, "/actuator/cardea", "").body())
                    .contains("\"reference\":\"" + reference + "\"", "\"kept\":1");
            var answer = Web.get(app, "/actuator/cardea/" + reference, "");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"error\":\"", "\"causes\":[{\"id\":\"R", "Remedy: ");
            for (var unknown : List.of("0000000000000000", "x", "..%2F" + reference, reference + "0")) {
                assertThat(Web.get(app, "/actuator/cardea/" + unknown, "").statusCode())
                        .as(unknown)
                        .isGreaterThanOrEqualTo(400)
                        .isLessThan(500);
            }
        }
    }

    @Test
    void an_auth_of_the_application_has_its_failures_and_no_settings() {
        var own = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .trustHost(true)
                .provider(CredentialsProvider.of((fields, request) -> Optional.empty())));
        try (var app = Boot.run(
                beans -> beans.registerBean(Auth.class, () -> own),
                AutoConfigurationTest.HiddenConfiguration.class,
                exposing("cardea"))) {
            var overview = parsed(Web.get(app, "/actuator/cardea", "").body());
            assertThat(overview.has("settings")).isFalse();
            assertThat(overview.has("recorder")).isTrue();
        }
    }

    @Test
    void info_names_the_providers_and_the_kind_of_sessions() {
        try (var app = started(exposing("info"))) {
            var cardea = (Map<?, ?>)
                    parsed(Web.get(app, "/actuator/info", "").body()).value("cardea");
            assertThat(cardea.get("basePath")).isEqualTo("/auth");
            assertThat(cardea.get("providers")).isEqualTo(List.of("google", "credentials"));
            assertThat(cardea.get("sessions")).isEqualTo("jwt");
            assertThat(cardea.containsKey("secret")).isFalse();
        }
        try (var app = started(exposing("info"), "management.info.cardea.enabled=false")) {
            assertThat(Web.get(app, "/actuator/info", "").body()).doesNotContain("cardea");
        }
    }

    /** From Boot 3.4 on, and tried on Boot 4: System.Logger, the bridge of Boot, and Logback are on one thread. */
    @Test
    @Tag("boot4")
    void a_structured_log_has_the_reference_as_a_field() throws Exception {
        var log = folder.resolve("log.json");
        try (var app = started(
                "logging.structured.format.file=ecs", "logging.file.name=" + log, "logging.level.dev.cardea=warn")) {
            var reference = failedSignIn(app);
            var line = Files.readAllLines(log).stream()
                    .filter(each -> each.contains("[auth][warn] "))
                    .findFirst()
                    .map(ActuatorTest::parsed)
                    .orElseThrow();
            assertThat(line.text("error_id")).isEqualTo(reference);
            assertThat(line.text("error_type")).isNotBlank();
            assertThat(line.text("message")).contains("id=" + reference);
        }
    }

    private static ConfigurableApplicationContext started(String... more) {
        var all = new ArrayList<>(List.of(SETTINGS));
        all.addAll(List.of(more));
        return Boot.run(
                beans -> beans.registerBean(
                        Provider.class, () -> CredentialsProvider.of((fields, request) -> Optional.empty())),
                AutoConfigurationTest.HiddenConfiguration.class,
                all.toArray(String[]::new));
    }

    private static String exposing(String endpoint) {
        return "management.endpoints.web.exposure.include=" + endpoint;
    }

    private static Claims parsed(String json) {
        return Json.parseObject(json, Json.TRUSTED_DEPTH);
    }

    /** Returns the reference of a callback that no sign-in began. */
    private static String failedSignIn(ConfigurableApplicationContext app) {
        var failed = Web.get(app, "/auth/callback/google?code=1&state=forged", "");
        var cookies = String.join(" ", failed.headers().allValues("set-cookie"));
        var found = REFERENCE.matcher(cookies.substring(cookies.indexOf("cardea.error-id")));
        assertThat(found.find()).isTrue();
        return found.group();
    }
}
