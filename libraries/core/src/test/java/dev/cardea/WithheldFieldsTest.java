package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A field that a provider withholds reaches its {@code authorize} alone. */
class WithheldFieldsTest {
    private static final String CANARY = "seven copper lanterns drifting";
    private static final Map<String, String> ENTERED =
            Map.of("email", "ada@example.com", "password", CANARY, "remember", "on");

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final List<String> authorized = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private final List<SignInAttempt> attempts = new ArrayList<>();
    private final Auth auth = Auth.of(config(password().withheld("password")));

    /** Notes what a module sees. */
    private final class NotingStep implements SignInStep {
        @Override
        public Verdict decide(SignInAttempt attempt, Store unit) {
            attempts.add(attempt);
            seen.add(attempt + " " + attempt.field("password") + " " + attempt.field("remember"));
            return Verdict.proceed();
        }
    }

    @Test
    void authorize_gets_the_field_and_neither_the_callback_nor_a_module_nor_an_event_does() {
        var answer = post(auth, "callback/password", true);
        assertThat(answer.header("Location")).hasValue("https://app.example");
        assertThat(authorized).hasSize(1).allMatch(it -> it.contains(CANARY));
        assertThat(seen)
                .hasSizeGreaterThan(3)
                .noneMatch(it -> it.contains(CANARY))
                .anyMatch(it -> it.contains("remember=on"));
        assertThat(attempts.get(0).field("password")).isNull();
        assertThat(attempts.get(0).field("remember")).isEqualTo("on");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void one_form_serves_both_methods_and_no_mail_service_gets_the_password(boolean isForm) {
        var answer = post(auth, "signin/email", isForm);
        assertThat(answer.header("Location").orElseThrow()).contains("/verify-request");
        assertThat(authorized).isEmpty();
        assertThat(seen)
                .anyMatch(it ->
                        it.startsWith("mail ") && it.contains("ada@example.com") && it.contains("\"remember\":\"on\""))
                .noneMatch(it -> it.contains(CANARY));
    }

    @Test
    void another_provider_keeps_its_field_of_the_same_name() {
        var own = password().id("own");
        var both = Auth.of(config(password().withheld("password")).provider(own));
        post(both, "callback/own", true);
        assertThat(seen).anyMatch(it -> it.startsWith("signIn ") && it.contains(CANARY));
    }

    @Test
    void without_the_setting_everyone_gets_what_Auth_js_gives_them() {
        var plain = Auth.of(config(password()));
        post(plain, "callback/password", true);
        assertThat(seen.stream().filter(it -> it.contains(CANARY)).map(it -> it.substring(0, it.indexOf(' '))))
                .contains("signIn");
        assertThat(attempts.get(0).field("password")).isEqualTo(CANARY);
    }

    /** The built-in page has one form for both, and browsers send all of its fields. */
    @Test
    void without_the_setting_no_mail_service_gets_the_password_of_the_form_that_it_shares() {
        post(Auth.of(config(password())), "signin/email", true);
        assertThat(seen)
                .anyMatch(it -> it.startsWith("mail ") && it.contains("remember"))
                .noneMatch(it -> it.contains(CANARY));

        var otherForm = password().field("tenant", CredentialInput.text("Tenant"));
        post(Auth.of(config(otherForm)), "signin/email", true);
        assertThat(seen).anyMatch(it -> it.startsWith("mail ") && it.contains(CANARY));
    }

    @Test
    void a_module_reads_the_fields_of_a_form_and_of_a_link() {
        var request = Request.get("https://app.example/auth/callback/email?email=ada%40example.com&token=wrong");
        assertThat(auth.handle(request).header("Location").orElseThrow()).contains("error=Verification");
        post(auth, "signin/email", true);
        var link = seen.stream()
                .filter(it -> it.startsWith("mail "))
                .findFirst()
                .orElseThrow()
                .split(" ")[1];
        auth.handle(Request.get(link + "&from=mail"));
        assertThat(attempts).singleElement().satisfies(attempt -> {
            assertThat(attempt.field("from")).isEqualTo("mail");
            assertThat(attempt.provesMailbox()).isTrue();
            assertThat(attempt.account().providerAccountId()).isEqualTo("ada@example.com");
        });
    }

    // --- parts ---

    private CredentialsProvider password() {
        return CredentialsProvider.of((credentials, request) -> {
                    authorized.add(credentials.toJson() + request.text());
                    var email = String.valueOf(credentials.text("email"));
                    return Optional.of(
                            store.getUserByEmail(email).orElseGet(() -> store.createUser(User.of(null, "Ada", email))));
                })
                .id("password")
                .field("email", CredentialInput.text("Email"))
                .field("password", CredentialInput.password("Password"))
                .databaseSessions(true);
    }

    private AuthConfig.Builder config(CredentialsProvider password) {
        return AuthConfig.builder()
                .env(Env.none())
                .url("https://app.example")
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(store)
                .session(SessionOptions.database())
                .signInStep(new NotingStep())
                .observer((context, step) -> seen.add("step " + step))
                .events(new Events() {
                    @Override
                    public void signIn(SignIn event) {
                        seen.add("event " + event);
                    }
                })
                .callbacks(Callbacks.DEFAULT.signIn(params -> {
                    seen.add("signIn " + params + " " + params.credentials());
                    if (params.credentials() != null) {
                        seen.add("signIn " + params.credentials().toJson() + " remember="
                                + params.credentials().text("remember"));
                    }
                    return Decision.allow();
                }))
                .provider(EmailProvider.of(
                                "email",
                                mail -> seen.add("mail " + mail.url() + " "
                                        + mail.request().text()))
                        .from("no-reply@app.example"))
                .provider(password);
    }

    private static Response post(Auth auth, String route, boolean isForm) {
        var csrf = auth.handle(Request.get("https://app.example/auth/csrf"));
        var fields = new LinkedHashMap<>(ENTERED);
        fields.put("csrfToken", String.valueOf(Json.parseObject(csrf.text(), 10).text("csrfToken")));
        var cookies = csrf.headers().all("set-cookie").stream()
                .map(line -> line.substring(0, line.indexOf(';')))
                .collect(Collectors.joining("; "));
        return auth.handle(Request.post(
                        "https://app.example/auth/" + route,
                        isForm ? "application/x-www-form-urlencoded" : "application/json",
                        isForm ? Form.encode(fields) : Json.print(fields))
                .header("cookie", cookies));
    }
}
