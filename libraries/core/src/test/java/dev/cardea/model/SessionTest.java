package dev.cardea.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SessionTest {
    record Me(String id, String name, String role, Instant expires) {}

    @Test
    void a_record_reads_the_session_and_then_its_user() {
        var expires = Instant.parse("2026-05-01T12:00:00Z");
        var session = Session.of(User.of("7", "Ada", null).with("role", "reader"), expires);
        assertThat(session.as(Me.class)).isEqualTo(new Me("7", "Ada", "reader", expires));
        assertThat(session.with("role", "writer").as(Me.class)).isEqualTo(new Me("7", "Ada", "writer", expires));
    }
}
