package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Null never means "keep" in a change record: a field that is not named stays, and only {@code clear} empties one. */
class ChangesTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    @Test
    void a_user_change_names_only_the_fields_that_change() {
        var change = UserChange.of("u").name("Ada").clear("image");

        assertThat(change.fields()).isEqualTo(Claims.of("name", "Ada").with("image", null));
        assertThat(change.fields().has("email")).isFalse();
        assertThat(change.clear("name").fields().value("name")).isNull();
        assertThat(change.with("image", "a.png").fields().value("image")).isEqualTo("a.png");
    }

    @Test
    void a_user_field_is_cleared_by_name_and_never_by_null() {
        String none = null;
        assertThatThrownBy(() -> UserChange.of("u").name(none))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("clear(\"name\")");
        assertThatThrownBy(() -> UserChange.of("u").with("role", none)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void a_user_change_cannot_change_the_id() {
        assertThat(UserChange.of("u").with("id", "other").fields().isEmpty()).isTrue();
        assertThat(new UserChange("u", Claims.of("id", "other")).fields().isEmpty())
                .isTrue();
    }

    @Test
    void a_session_change_keeps_what_it_does_not_name() {
        var session = new AdapterSession("t", "u", NOON);
        var later = NOON.plusSeconds(1);

        assertThat(SessionChange.of("t").applyTo(session)).isEqualTo(session);
        assertThat(SessionChange.of("t").expires(later).applyTo(session))
                .isEqualTo(new AdapterSession("t", "u", later));
        assertThat(SessionChange.of("t").userId("v").applyTo(session)).isEqualTo(new AdapterSession("t", "v", NOON));
        assertThat(SessionChange.of("t").userId("v").expires(later))
                .isEqualTo(SessionChange.of("t").expires(later).userId("v"))
                .hasToString("SessionChange[expires 2030-01-01T12:00:01Z]");
    }

    @Test
    void a_passkey_change_keeps_what_it_does_not_name() {
        var record = new PasskeyRecord("c", "Phone", "handle", NOON, null);

        assertThat(PasskeyChange.of("c").applyTo(record)).isEqualTo(record);
        assertThat(PasskeyChange.of("c").name("Key").applyTo(record))
                .isEqualTo(new PasskeyRecord("c", "Key", "handle", NOON, null));
        var used = PasskeyChange.of("c").used(NOON, true);
        assertThat(used.applyTo(record)).isEqualTo(new PasskeyRecord("c", "Phone", "handle", NOON, NOON));
        assertThat(used.backedUp()).hasValue(true);
        assertThat(PasskeyChange.of("c").created(NOON, "h").applyTo(PasskeyRecord.of("c")))
                .isEqualTo(new PasskeyRecord("c", null, "h", NOON, null));
    }

    @Test
    void no_field_of_a_session_or_passkey_change_can_hold_null() {
        for (var change : new Class<?>[] {SessionChange.class, PasskeyChange.class}) {
            assertThat(Arrays.stream(change.getRecordComponents()).skip(1))
                    .allSatisfy(field -> assertThat(field.getType()).isEqualTo(Optional.class));
        }
    }
}
