package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that decides which sign-ins ask for a second factor. */
class HookedSecondFactorTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String AUTH = "https://app.example/auth";
    private static final String INSIDE = "https://app.example/";

    @TempDir
    Path directory;

    private Receiver app;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver().on("callbacks/sendVerificationRequest", Reply.of("{\"result\":null}"));
        app.describes(SECRET, List.of("sendVerificationRequest", "secondFactor"), List.of());
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void a_sign_in_for_which_the_application_requires_one_sets_it_up_first() throws Exception {
        app.on("callbacks/secondFactor", Reply.of("{\"result\":\"required\"}"));

        assertThat(signIn("never").url()).isEqualTo(AUTH + "/factor");
        var asked = asked("callbacks/secondFactor");
        assertThat(asked.get(Claim.object("user")).orElseThrow().text("email")).isEqualTo("ann@example.com");
        assertThat(asked.without("user").toJson()).isEqualTo("{\"provider\":\"mail\",\"amr\":[\"email\"]}");
    }

    @Test
    void the_application_can_excuse_a_sign_in_of_which_the_file_requires_one() throws Exception {
        app.on("callbacks/secondFactor", Reply.of("{\"result\":\"never\"}"));

        assertThat(signIn("required").url()).isEqualTo(INSIDE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":true}",
                "{\"result\":\"always\"}",
                "{\"result\":null}",
                "{\"error\":{\"type\":\"Error\",\"message\":\"full\"}}"
            })
    void an_answer_that_is_no_decision_refuses_the_sign_in(String reply) throws Exception {
        app.on("callbacks/secondFactor", Reply.of(reply));

        assertThat(signIn("never").url()).startsWith(AUTH + "/error?error=AccessDenied");
    }

    @ParameterizedTest
    @CsvSource({"never, https://app.example/", "required, https://app.example/auth/factor"})
    void an_application_without_this_callback_leaves_it_to_the_file(String configured, String url) throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest"), List.of());

        assertThat(signIn(configured).url()).isEqualTo(url);
    }

    private Page signIn(String configured) throws Exception {
        var file = Files.writeString(directory.resolve("c.yml"), """
                env: test
                secret: %s
                url: https://app.example
                store: memory
                providers: [{ id: mail, type: email }]
                accounts: { secondFactor: %s }
                hooks: { url: "%s", timeout: 60000 }
                """.formatted(SECRET, configured, app.url()));
        var auth = Auth.of(ConfigFile.read(file, Env.none()).auth());
        var browser = Browser.of(Origins.of("https://app.example", auth::handle), Clock.systemUTC());
        var page = browser.open(AUTH + "/signin").document();
        var csrf = page.select("input[name=csrfToken]").get(0).val();
        browser.post(AUTH + "/signin/mail", Map.of("csrfToken", csrf, "email", "ann@example.com"));
        return browser.open(
                String.valueOf(asked("callbacks/sendVerificationRequest").text("url")));
    }

    private Claims asked(String name) {
        var call = app.calls.stream().filter(each -> each.name().equals(name)).findFirst();
        return Json.parseObject(call.orElseThrow().body(), Json.TRUSTED_DEPTH);
    }
}
