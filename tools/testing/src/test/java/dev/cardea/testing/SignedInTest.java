package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import org.junit.jupiter.api.Test;

class SignedInTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final User ADA = User.of("7", "Ada", "ada@example.com");

    private final AuthConfig.Builder config =
            AuthConfig.builder().env(Env.none()).secret(SECRET);

    @Test
    void an_application_recognises_the_user_and_the_claims_of_the_token() {
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT.session(
                        p -> p.session().with("role", p.token().text("role"))))
                .build());
        var request = SignedIn.as(ADA, Claims.of("role", "admin"), SECRET).on(Request.get("http://localhost/"));
        var session = auth.session(request).orElseThrow();
        assertThat(session.user().id()).isEqualTo("7");
        assertThat(session.claims().text("role")).isEqualTo("admin");
    }

    @Test
    void a_token_of_any_length_is_supported() {
        var auth = Auth.of(config.build());
        var large = Claims.of("large", "x".repeat(9_000));
        assertThat(auth.session(SignedIn.as(ADA, large, SECRET).on(Request.get("http://localhost/"))))
                .isPresent();
    }

    @Test
    void a_site_with_https_recognises_its_own_cookie() {
        var auth = Auth.of(config.url("https://app.example").build());
        var request = Request.get("https://app.example/");
        assertThat(auth.session(SignedIn.securely(ADA, Claims.NONE, SECRET).on(request)))
                .isPresent();
        assertThat(auth.session(SignedIn.as(ADA, SECRET).on(request))).isEmpty();
    }

    @Test
    void a_stored_session_is_recognised() {
        var store = new InMemoryAdapter();
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com"));
        var auth = Auth.of(config.adapter(store).build());
        assertThat(auth.session(SignedIn.as(ada, store).on(Request.get("http://localhost/")))
                        .orElseThrow()
                        .user()
                        .name())
                .isEqualTo("Ada");
    }

    @Test
    void a_field_that_the_token_would_lack_is_an_error() {
        var admin = ADA.with("role", "ADMIN");
        assertThatThrownBy(() -> SignedIn.as(admin, SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the token of a user does not contain the field role;"
                        + " pass Claims with what your jwt callback writes, or a user without the field");
        assertThatThrownBy(() -> SignedIn.securely(admin, Claims.NONE, SECRET)).hasMessageContaining("role");
        assertThat(SignedIn.as(admin, Claims.of("role", "ADMIN"), SECRET)).isNotNull();
        assertThat(SignedIn.as(ADA.with("role", null), SECRET)).isNotNull();
    }

    @Test
    void a_field_that_the_stored_user_lacks_is_an_error() {
        var store = new InMemoryAdapter();
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com"));
        assertThatThrownBy(() -> SignedIn.as(ada.with("role", "ADMIN"), store))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the stored user does not have this role; save it with createUser or updateUser,"
                        + " and pass the user that the call returns");

        var admin = store.updateUser(
                UserChange.of(String.valueOf(ada.id())).with("role", "ADMIN").with("level", 3));
        assertThat(SignedIn.as(admin, store)).isNotNull();
        assertThatThrownBy(() -> SignedIn.as(admin.with("role", "READER"), store))
                .hasMessageContaining("role");
    }

    @Test
    void a_running_application_shows_its_pages() {
        var auth = Auth.of(config.build());
        try (var server = LocalServer.start(
                0,
                auth.wrap((request, who) -> Response.of(
                        200, "text/plain", who.map(s -> s.user().name()).orElse("signed out"))))) {
            var page = SignedIn.as(ADA, SECRET).get(server.url() + "/");
            assertThat(page.text()).isEqualTo("Ada");
        }
    }
}
