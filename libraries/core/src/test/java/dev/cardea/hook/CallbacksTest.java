package dev.cardea.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    enum Role {
        EDITOR
    }

    @Test
    void show_adds_exactly_one_field() {
        var store = new InMemoryAdapter();
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com").with("salary", 7));
        store.createSession(new AdapterSession("the-token", String.valueOf(ada.id()), LATER));
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .adapter(store)
                .callbacks(Callbacks.DEFAULT
                        .show("role", user -> Role.EDITOR)
                        .show("pay", user -> user.claims().value("salary"))
                        .show("nothing", user -> null)));
        var request =
                Request.get("http://localhost:3000/auth/session").header("Cookie", "authjs.session-token=the-token");
        assertThat(new String(auth.handle(request).body(), StandardCharsets.UTF_8))
                .startsWith("{\"user\":{\"name\":\"Ada\",\"email\":\"ada@example.com\"},\"expires\":\"")
                .endsWith("\"role\":\"EDITOR\",\"pay\":7}")
                .doesNotContain("the-token");
    }

    @Test
    void with_JWT_sessions_the_user_is_the_one_in_the_token() {
        var asked = Callbacks.DEFAULT.show("whose", User::id);
        var params = new SessionParams(
                Session.of(User.of(null, "Ada", null), LATER), Claims.of("sub", "7"), null, null, null);
        var shown = asked.session().apply(params);
        assertThat(shown).isNotNull();
        assertThat(shown.claims().text("whose")).isEqualTo("7");
    }

    @Test
    void by_default_only_name_email_and_image_are_shown_in_this_order() {
        var usual = Claims.of("name", "Ada").with("email", null).with("image", "i");
        var whole = Claims.of("user", usual).with("expires", LATER);
        assertThat(shown(whole)).isEqualTo(whole.toJson());
        assertThat(shown(whole.with("sessionToken", "secret"))).isEqualTo(whole.toJson());
        assertThat(shown(whole.with("user", usual.with("id", "7").asMap()))).isEqualTo(whole.toJson());
        assertThat(shown(Claims.of("expires", LATER).with("user", usual))).isEqualTo(whole.toJson());
        var mixed = Claims.of("image", "i").with("email", null).with("name", "Ada");
        assertThat(shown(whole.with("user", mixed))).isEqualTo(whole.toJson());
        assertThat(shown(Claims.of("user", usual).with("expires", null)))
                .isEqualTo(Claims.of("user", usual).toJson());
        assertThat(shown(Claims.of("user", Claims.NONE).with("expires", LATER)))
                .isEqualTo(Claims.of("user", Claims.NONE).with("expires", LATER).toJson());
    }

    private static String shown(Claims session) {
        var params = new SessionParams(Session.of(session), null, null, null, null);
        return Callbacks.DEFAULT.session().apply(params).toJson();
    }

    @Test
    void a_session_that_the_callback_ended_stays_ended() {
        var params = new SessionParams(Session.of(User.of(null, "Ada", null), LATER), null, null, null, null);
        var ended = Callbacks.DEFAULT.session(p -> null).show("role", user -> Role.EDITOR);
        assertThat(ended.session().apply(params)).isNull();
    }
}
