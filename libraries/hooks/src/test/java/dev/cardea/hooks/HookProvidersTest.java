package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.hook.ApplicationException;
import dev.cardea.hook.SignInParams;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Inbox;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Functions of providers that the application answers. */
class HookProvidersTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final Profile PROFILE =
            Profile.of(Claims.of("sub", "7").with("name", "Ann").with("team", "red"));
    private static final TokenSet TOKENS = TokenSet.of(
            Claims.of("access_token", "a").with("refresh_token", "r").with("x", 1L));

    private Receiver app;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void a_profile_becomes_a_user_with_any_fields() {
        app.describes(SECRET, List.of("profile"), List.of());
        app.on("callbacks/profile", Reply.of("{\"result\":{\"id\":7,\"name\":\"Ann\",\"role\":\"admin\"}}"));
        var user = acme().user(PROFILE, TOKENS, request -> Response.of(404));
        assertThat(user.id()).isEqualTo("7");
        assertThat(user.claims().text("role")).isEqualTo("admin");
        assertThat(asked("callbacks/profile").toJson())
                .isEqualTo(
                        "{\"provider\":\"acme\",\"profile\":" + PROFILE.claims().toJson() + ",\"tokens\":"
                                + TOKENS.claims().toJson() + "}");
    }

    @Test
    void a_provider_that_the_application_has_no_function_for_keeps_its_own() {
        app.describes(SECRET, List.of("profile", "account"), List.of());
        assertThat(acme().user(PROFILE, TOKENS, request -> Response.of(404)).name())
                .isEqualTo("Ann");
        assertThat(acme().stored(TOKENS).toJson()).isEqualTo("{\"access_token\":\"a\",\"refresh_token\":\"r\"}");
        var mapped = OAuthProvider.oidc("acme", "Acme", null).profile((p, t) -> User.of("own", null, null));
        assertThat(((OAuthProvider) hooks().provider(mapped))
                        .user(PROFILE, TOKENS, request -> Response.of(404))
                        .id())
                .isEqualTo("own");
    }

    @Test
    void an_application_without_the_hook_is_not_asked() {
        app.describes(SECRET, List.of(), List.of());
        assertThat(acme().user(PROFILE, TOKENS, request -> Response.of(404)).name())
                .isEqualTo("Ann");
        assertThat(app.calls).isEmpty();
    }

    @Test
    void the_application_chooses_what_is_stored_of_the_tokens() {
        app.describes(SECRET, List.of("account"), List.of());
        app.on("callbacks/account", Reply.of("{\"result\":{\"refresh_token\":\"r\"}}"));
        assertThat(acme().stored(TOKENS).toJson()).isEqualTo("{\"refresh_token\":\"r\"}");
        app.on("callbacks/account", Reply.of("{\"result\":null}"));
        assertThat(acme().stored(TOKENS).toJson()).isEqualTo("{}");
    }

    @Test
    void an_answer_of_another_kind_is_an_error() {
        app.describes(SECRET, List.of("profile", "account", "generateVerificationToken"), List.of());
        app.on("callbacks/profile", Reply.of("{\"result\":null}")).on("callbacks/account", Reply.of("{\"result\":5}"));
        app.on("callbacks/generateVerificationToken", Reply.of("{\"result\":123456}"));
        assertThatThrownBy(() -> acme().user(PROFILE, TOKENS, request -> Response.of(404)))
                .isInstanceOf(HookException.class);
        assertThatThrownBy(() -> acme().stored(TOKENS)).isInstanceOf(HookException.class);
        var mail = (EmailProvider) hooks().provider(EmailProvider.of("mail", request -> {}));
        assertThatThrownBy(() ->
                        Objects.requireNonNull(mail.generateVerificationToken()).get())
                .isInstanceOf(HookException.class);
    }

    @Test
    void the_application_sends_other_emails_too_or_the_provider_does() {
        app.describes(SECRET, List.of("sendMail"), List.of());
        app.on("callbacks/sendMail", Reply.of("{\"result\":null}"));
        var own = EmailProvider.of("mail", request -> {}).from("no-reply@app.example");
        var mail = new Mail("ada@example.com", "Your password was changed", "Not you?", "<p>Not you?</p>");
        var hooked = (EmailProvider) hooks().provider(own);
        assertThat(hooked.sender().send(mail, hooked)).isTrue();
        assertThat(asked("callbacks/sendMail").toJson())
                .isEqualTo(
                        "{\"to\":\"ada@example.com\",\"subject\":\"Your password was changed\",\"text\":\"Not you?\","
                                + "\"html\":\"<p>Not you?</p>\",\"provider\":{\"id\":\"mail\",\"type\":\"email\",\"name\":\"Email\","
                                + "\"from\":\"no-reply@app.example\",\"maxAge\":86400}}");

        app.describes(SECRET, List.of(), List.of());
        var unasked = (EmailProvider) hooks().provider(own);
        assertThat(unasked.sender().send(mail, unasked)).isFalse();
        var inbox = new Inbox();
        var sending = (EmailProvider) hooks().provider(own.sender(inbox));
        assertThat(sending.sender().send(mail, sending)).isTrue();
        assertThat(inbox.notices()).containsExactly(mail);
    }

    @Test
    void codes_are_the_applications_only_where_it_makes_some() {
        app.describes(SECRET, List.of(), List.of());
        var hooks = hooks();
        hooks.requireReady();
        var mail = (EmailProvider) hooks.provider(EmailProvider.of("mail", request -> {}));
        assertThat(mail.generateVerificationToken()).isNull();
        app.describes(SECRET, List.of("generateVerificationToken"), List.of());
        app.on("callbacks/generateVerificationToken", Reply.of("{\"result\":\"123456\"}"));
        hooks.examine();
        assertThat(Objects.requireNonNull(mail.generateVerificationToken()).get())
                .isEqualTo("123456");
    }

    @Test
    void a_provider_with_codes_asks_no_application_and_keeps_a_generator_of_its_own() {
        app.describes(SECRET, List.of("generateVerificationToken"), List.of());
        var hooks = hooks();
        hooks.requireReady();
        var mail = (EmailProvider) hooks.provider(EmailProvider.of("mail", request -> {}));
        assertThat(mail.generateVerificationToken()).isNotNull();
        assertThat(mail.codes(true).generateVerificationToken()).isNull();
        var own = EmailProvider.of("mail", request -> {}).generateVerificationToken(() -> "123456");
        assertThat(((EmailProvider) hooks.provider(own)).codes(true).generateVerificationToken())
                .isNotNull();
    }

    @Test
    void the_application_is_not_asked_about_credentials_that_a_provider_withholds() {
        app.describes(SECRET, List.of("authorize"), List.of());
        var own = CredentialsProvider.of((entered, request) -> Optional.of(User.of("7", "Ann", null)))
                .withheld("password");
        var kept = (CredentialsProvider) hooks().provider(own);
        assertThat(Objects.requireNonNull(kept.authorize())
                        .authorize(Claims.of("password", "correct horse"), Request.get("https://app.example/")))
                .isPresent();
        assertThat(app.calls).isEmpty();
    }

    /** As Auth.js has it: the message of AccessDenied is that of what the callback threw. */
    @Test
    void an_exception_of_the_sign_in_callback_keeps_its_message() {
        app.describes(SECRET, List.of("signIn"), List.of());
        app.on("callbacks/signIn", Reply.of("{\"error\":{\"type\":\"TypeError\",\"message\":\"the list is empty\"}}"));
        var params = new SignInParams(User.of("7", null, null), null, null, false, null);
        assertThatThrownBy(() -> hooks().callbacks().signIn().apply(params))
                .isInstanceOf(ApplicationException.class)
                .hasMessage("the list is empty");
    }

    private OAuthProvider acme() {
        return (OAuthProvider) hooks().provider(OAuthProvider.oidc("acme", "Acme", null));
    }

    private Hooks hooks() {
        return Hooks.of(HookSettings.at(app.url()).timeout(Duration.ofSeconds(60)), SECRET);
    }

    private Claims asked(String name) {
        var call = app.calls.stream().filter(each -> each.name().equals(name)).findFirst();
        return Json.parseObject(call.orElseThrow().body(), Json.TRUSTED_DEPTH);
    }
}
