package dev.cardea.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordViewTest {
    enum Role {
        READER,
        WRITER
    }

    record Address(String street, int number) {}

    record All(
            String text,
            long count,
            int small,
            double ratio,
            boolean yes,
            Instant since,
            Role role,
            Address address,
            Claims more,
            List<Role> roles,
            Optional<String> nick) {}

    record Some(
            String id, @Nullable String name, @Nullable Integer age, Optional<Address> address, List<String> tags) {}

    record Picky(int age) {
        Picky {
            if (age < 0) throw new IllegalArgumentException("age must not be negative");
        }
    }

    private static final String ALL = "{\"text\":\"a\",\"count\":9007199254740993,\"small\":7,\"ratio\":1,\"yes\":true,"
            + "\"since\":\"2026-05-01T12:00:00.000Z\",\"role\":\"WRITER\",\"address\":{\"street\":\"b\",\"number\":3},"
            + "\"more\":{\"x\":null},\"roles\":[\"READER\",\"WRITER\"],\"nick\":\"c\",\"other\":1}";

    @Test
    void every_kind_of_member_is_read_into_its_component() {
        assertThat(claims(ALL).as(All.class))
                .isEqualTo(new All(
                        "a",
                        9007199254740993L,
                        7,
                        1.0,
                        true,
                        Instant.parse("2026-05-01T12:00:00Z"),
                        Role.WRITER,
                        new Address("b", 3),
                        Claims.of("x", null),
                        List.of(Role.READER, Role.WRITER),
                        Optional.of("c")));
    }

    @Test
    void an_optional_component_may_be_absent_null_or_of_another_type() {
        var none = new Some("1", null, null, Optional.empty(), List.of());
        assertThat(claims("{\"id\":\"1\"}").as(Some.class)).isEqualTo(none);
        assertThat(claims("{\"id\":\"1\",\"name\":null,\"age\":null,\"address\":null,\"tags\":null}")
                        .as(Some.class))
                .isEqualTo(none);
        assertThat(claims("{\"id\":\"1\",\"name\":2,\"age\":\"3\",\"address\":\"here\"}")
                        .as(Some.class))
                .isEqualTo(none);
        assertThat(claims("{\"id\":\"1\",\"age\":4294967297}").as(Some.class)).isEqualTo(none);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"id\":null}",
                "{\"id\":7}",
                "{\"id\":true}",
                "{\"id\":{\"id\":\"1\"}}",
                "{\"id\":\"1\",\"tags\":\"admin\"}",
                "{\"id\":\"1\",\"tags\":[\"a\",1]}",
                "{\"id\":\"1\",\"address\":{\"street\":\"b\"}}"
            })
    void a_missing_required_component_fails_the_whole_record(String json) {
        assertThatThrownBy(() -> claims(json).as(Some.class)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "count", "small", "ratio", "yes", "since", "role", "address", "more"})
    void the_missing_component_is_named(String name) {
        assertThatThrownBy(() -> claims(ALL).without(name).as(All.class)).hasMessageContaining("All." + name);
        assertThatThrownBy(() -> claims(ALL).with(name, List.of()).as(All.class))
                .hasMessageContaining("All." + name);
    }

    @Test
    void the_message_of_the_record_s_own_check_is_kept() {
        assertThat(claims("{\"age\":7}").as(Picky.class)).isEqualTo(new Picky(7));
        assertThatThrownBy(() -> claims("{\"age\":-1}").as(Picky.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("age must not be negative");
    }

    @Test
    void a_member_is_a_typed_claim() {
        var home = Claim.record("home", Address.class);
        assertThat(claims("{\"home\":{\"street\":\"b\",\"number\":3}}").get(home))
                .contains(new Address("b", 3));
        assertThat(claims("{\"home\":\"b\"}").get(home)).isEmpty();
    }

    private static Claims claims(String json) {
        return Json.parseObject(json, 8);
    }
}
