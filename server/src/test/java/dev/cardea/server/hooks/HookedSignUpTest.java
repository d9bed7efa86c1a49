package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
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
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that decides who may become a user. */
class HookedSignUpTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String AUTH = "https://app.example/auth";

    @TempDir
    Path directory;

    private Receiver app;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver().on("callbacks/sendVerificationRequest", Reply.of("{\"result\":null}"));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":false}",
                "{\"result\":\"yes\"}",
                "{\"error\":{\"type\":\"Error\",\"message\":\"full\"}}"
            })
    void a_visitor_whom_the_application_does_not_allow_is_refused_after_the_proof(String reply) throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest", "signUp"), List.of());
        app.on("callbacks/signUp", Reply.of(reply));

        assertThat(signUp("open").url()).startsWith(AUTH + "/error?error=AccessDenied");
        assertThat(asked("callbacks/signUp").toJson())
                .isEqualTo("{\"email\":\"ann@example.com\",\"isEmailProven\":true,\"name\":\"Ann\","
                        + "\"provider\":\"mail\",\"fields\":{}}");
    }

    @Test
    void a_visitor_whom_the_application_allows_signs_up() throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest", "signUp"), List.of());
        app.on("callbacks/signUp", Reply.of("{\"result\":true}"));

        assertThat(signUp("open").url()).isEqualTo("https://app.example/");
    }

    @ParameterizedTest
    @CsvSource({
        "open, https://app.example/",
        "closed, https://app.example/auth/error?error=AccessDenied&code=SignUpClosed"
    })
    void an_application_without_this_callback_leaves_it_to_the_file(String signUp, String url) throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest"), List.of());

        assertThat(signUp(signUp).url()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sendVerificationRequest", "generateVerificationToken"})
    void the_email_has_a_code_of_Cardea_that_only_works_where_the_sign_up_began(String callback) throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest", callback), List.of());
        app.on("callbacks/generateVerificationToken", Reply.of("{\"result\":\"1\"}"));

        signUp("open");

        assertThat(asked("callbacks/sendVerificationRequest").text("token")).matches("\\d{8}");
        assertThat(app.calls).noneMatch(call -> call.name().equals("callbacks/generateVerificationToken"));
    }

    /** By the form for new accounts where there is one, else by email. */
    private Page signUp(String who) throws Exception {
        var file = Files.writeString(directory.resolve("c.yml"), """
                env: test
                secret: %s
                url: https://app.example
                store: memory
                providers: [{ id: mail, type: email }]
                accounts: { signUp: %s }
                hooks: { url: "%s", timeout: 60000 }
                """.formatted(SECRET, who, app.url()));
        var auth = Auth.of(ConfigFile.read(file, Env.none()).auth());
        var browser = Browser.of(Origins.of("https://app.example", auth::handle), Clock.systemUTC());
        var page = browser.open(AUTH + "/signin").document();
        var csrf = Objects.requireNonNull(page.selectFirst("input[name=csrfToken]"))
                .val();
        var fields = Map.of(
                "csrfToken",
                csrf,
                "email",
                "ann@example.com",
                "password",
                "seven copper lanterns drifting",
                "name",
                "Ann");
        browser.post(AUTH + (who.equals("closed") ? "/signin/mail" : "/signup"), fields);
        return browser.open(
                String.valueOf(asked("callbacks/sendVerificationRequest").text("url")));
    }

    private Claims asked(String name) {
        var call = app.calls.stream().filter(each -> each.name().equals(name)).findFirst();
        return Json.parseObject(call.orElseThrow().body(), Json.TRUSTED_DEPTH);
    }
}
