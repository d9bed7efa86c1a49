package dev.cardea.internal.method.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the application's authorize function gets, and what its answers mean. */
class CredentialsMethodTest {
    private static final Request LOGIN = Request.get("http://localhost/login");

    @Test
    void authorize_gets_what_was_entered_and_the_request_with_it_as_JSON() {
        List<Claims> entered = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        var auth = auth(CredentialsProvider.of((credentials, request) -> {
            entered.add(credentials);
            bodies.add(new String(request.body(), java.nio.charset.StandardCharsets.UTF_8));
            return Optional.of(User.of("1", "Ada", null));
        }));
        auth.signIn(LOGIN, SignIn.with("credentials").field("username", "ada").field("password", "s3cret"));

        assertThat(entered)
                .singleElement()
                .satisfies(claims -> assertThat(claims.text("username")).isEqualTo("ada"));
        assertThat(bodies).singleElement().asString().contains("\"password\":\"s3cret\"");
    }

    @Test
    void a_declared_field_is_a_text_whatever_JSON_has_and_a_list_or_an_object_is_rejected() {
        List<Claims> entered = new ArrayList<>();
        var auth = auth(CredentialsProvider.of((credentials, request) -> {
                    entered.add(credentials);
                    return Optional.of(User.of("1", "Ada", null));
                })
                .field("username", CredentialInput.text("User"))
                .field("pin", CredentialInput.text("PIN").with("type", "number")));
        auth.signIn(
                LOGIN,
                SignIn.with("credentials")
                        .field("username", null)
                        .field("pin", 1234)
                        .field("more", List.of("of the application")));
        assertThat(entered).singleElement().satisfies(claims -> {
            assertThat(claims.has("username")).isFalse();
            assertThat(claims.value("pin")).isEqualTo("1234");
            assertThat(claims.value("more")).isEqualTo(List.of("of the application"));
        });
        for (var wrong : List.of(List.of("ada"), Map.of("$ne", "x"))) {
            var signIn = SignIn.with("credentials").field("username", wrong);
            assertThatThrownBy(() -> auth.signIn(LOGIN, signIn))
                    .isInstanceOf(CredentialsSignInException.class)
                    .hasMessageContaining("the field username is not a text");
        }
        assertThat(entered).hasSize(1);
    }

    @Test
    void no_user_is_a_failed_sign_in() {
        assertThatThrownBy(() -> signIn(credentials -> Optional.empty()))
                .isInstanceOf(CredentialsSignInException.class);
    }

    @Test
    void an_exception_of_the_application_is_not_a_failed_sign_in() {
        assertThatThrownBy(() -> signIn(credentials -> {
                    throw new IllegalStateException("the directory is away");
                }))
                .isInstanceOfSatisfying(
                        AuthException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.CALLBACK_ROUTE_ERROR));
    }

    @Test
    void an_error_of_the_library_that_authorize_throws_reaches_the_visitor() {
        assertThatThrownBy(() -> signIn(credentials -> {
                    throw new CredentialsSignInException("locked");
                }))
                .isInstanceOf(CredentialsSignInException.class)
                .hasMessageContaining("locked");
    }

    @Test
    void a_user_without_an_id_gets_a_random_one_each_time() {
        var first = id(credentials -> Optional.of(User.of(null, "Ada", null)));
        var second = id(credentials -> Optional.of(User.of(null, "Ada", null)));

        assertThat(first).matches("[0-9a-f-]{36}").isNotEqualTo(second);
        assertThat(id(credentials -> Optional.of(User.of("42", "Ada", null)))).isEqualTo("42");
    }

    @Test
    void with_database_sessions_the_user_must_be_stored() {
        var store = new InMemoryAdapter();
        var known = store.createUser(User.of(null, "Ada", "ada@example.com"));
        for (var user : new User[] {User.of(null, "Ada", null), User.of("unknown", "Ada", null)}) {
            assertThatThrownBy(() -> onRows(store, user).signIn(LOGIN, SignIn.with("credentials")))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("create the user first");
        }
        assertThat(onRows(store, known)
                        .signIn(LOGIN, SignIn.with("credentials"))
                        .cookies())
                .anyMatch(cookie -> cookie.name().equals("authjs.session-token"));
    }

    @Test
    void a_secret_in_an_address_is_rejected_unread() {
        List<Claims> entered = new ArrayList<>();
        var auth = auth(CredentialsProvider.of((credentials, request) -> {
            entered.add(credentials);
            return Optional.of(User.of("1", "Ada", null));
        }));
        var answer = auth.handle(Request.get("http://localhost/auth/callback/credentials?username=ada&password=x"));

        assertThat(answer.header("Location").orElse("")).contains("error=");
        assertThat(answer.headers().all("Set-Cookie")).noneMatch(line -> line.contains("session-token"));
        assertThat(entered).isEmpty();
    }

    private static String id(Function<Claims, Optional<User>> authorize) {
        var auth = auth(CredentialsProvider.of((credentials, request) -> authorize.apply(credentials)));
        var token = auth.signIn(LOGIN, SignIn.with("credentials")).cookies().stream()
                .filter(cookie -> cookie.name().equals("authjs.session-token"))
                .findFirst()
                .orElseThrow();
        var session = auth.session(LOGIN.header("cookie", token.name() + "=" + token.value()));
        return String.valueOf(session.orElseThrow().user().id());
    }

    private static void signIn(Function<Claims, Optional<User>> authorize) {
        auth(CredentialsProvider.of((credentials, request) -> authorize.apply(credentials)))
                .signIn(LOGIN, SignIn.with("credentials"));
    }

    private static Auth onRows(InMemoryAdapter store, User user) {
        return Auth.of(config(CredentialsProvider.of((credentials, request) -> Optional.of(user))
                        .databaseSessions(true))
                .adapter(store)
                .session(SessionOptions.database())
                .build());
    }

    private static Auth auth(CredentialsProvider provider) {
        return Auth.of(config(provider).build());
    }

    private static AuthConfig.Builder config(CredentialsProvider provider) {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .provider(provider);
    }
}
