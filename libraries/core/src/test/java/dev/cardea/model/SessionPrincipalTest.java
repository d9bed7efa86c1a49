package dev.cardea.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionPrincipalTest {
    private static final User ADA = User.of("u1", "Ada", "ada@example.com");

    @Test
    void the_name_is_the_user_id_or_else_the_address() {
        assertThat(named(ADA)).isEqualTo("u1");
        assertThat(named(User.of(null, "Ada", "ada@example.com"))).isEqualTo("ada@example.com");
        assertThat(named(User.of(null, "Ada", null))).isEmpty();
    }

    private static String named(User user) {
        return SessionPrincipal.of(session(user)).getName();
    }

    @Test
    void roles_come_from_the_session_or_from_its_user() {
        var user = ADA.with("role", "reader").with("roles", List.of("a", 7));
        var session = session(user).with("role", "editor").with("roles", List.of("a", "b"));
        assertThat(roles(session)).containsExactlyInAnyOrder("editor", "reader", "a", "b", "7");
        assertThat(roles(session(ADA))).isEmpty();
        assertThat(roles(session(ADA).with("role", 1).with("roles", "admin"))).isEmpty();
    }

    private static Set<String> roles(Session session) {
        return SessionPrincipal.of(session).roles();
    }

    @Test
    void its_text_contains_only_the_name() {
        assertThat(SessionPrincipal.of(session(ADA).with("secret", "s"))).hasToString("u1");
    }

    private static Session session(User user) {
        return Session.of(user, Instant.parse("2030-01-01T00:00:00Z"));
    }
}
