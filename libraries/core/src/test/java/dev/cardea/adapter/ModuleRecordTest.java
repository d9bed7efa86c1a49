package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.token.Randomness;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleRecordTest {
    private static final Instant NOON = Instant.parse("2030-06-01T12:00:00.123456Z");

    @ParameterizedTest
    @ValueSource(strings = {"", "Password", "a b", "a:b", "a1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void a_kind_has_small_letters_and_hyphens(String kind) {
        assertThatThrownBy(() -> new ModuleRecord(kind, "1", null, "{}", 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the kind of a record has 1 to 32 characters of a-z and -");
        assertThat(ModuleRecord.canExist(kind, "1")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u00e9", "a\nb", "\0", "\ud800"})
    void an_id_has_printable_ascii_characters(String id) {
        assertThatThrownBy(() -> new ModuleRecord("k", id, null, "{}", 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the id of a record has 1 to 200 printable ASCII characters; store the hash of other texts");
        assertThat(ModuleRecord.canExist("k", id)).isFalse();
        assertThat(ModuleRecord.canExist("k", "i".repeat(201))).isFalse();
        assertThat(ModuleRecord.canExist("k", " ~")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "a", "{} {}", "\"\ud800\"", "\"\0\""})
    void data_is_json_that_every_store_can_keep(String data) {
        assertThatThrownBy(() -> new ModuleRecord("k", "1", null, data, 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the data of a record ");
    }

    @Test
    void data_has_at_most_64_kib_of_utf_8() {
        var most = "\"" + "\u65e5".repeat((ModuleRecord.MAX_DATA - 2) / 3) + "\"";

        assertThat(new ModuleRecord("k", "1", null, most, 0, null).data()).isEqualTo(most);
        assertThatThrownBy(() -> new ModuleRecord("k", "1", null, most + "   ", 0, null))
                .hasMessage("the data of a record has at most 65536 bytes");
    }

    @Test
    void a_version_is_a_number_that_every_store_keeps_exactly() {
        var last = new ModuleRecord("k", "1", null, "{}", ModuleRecord.MAX_VERSION, null);

        assertThat(last.replaced().version()).isZero();
        assertThatThrownBy(() -> new ModuleRecord("k", "1", null, "{}", ModuleRecord.MAX_VERSION + 1, null))
                .hasMessage("the version of a record is between 0 and 9007199254740991");
        assertThatThrownBy(() -> new ModuleRecord("k", "1", null, "{}", -1, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_new_record_has_a_version_that_no_earlier_one_had() {
        var one = ModuleRecord.of("k", "1", null, "{}", null, Randomness.secure());
        var two = ModuleRecord.of("k", "1", null, "{}", null, Randomness.secure());

        assertThat(one.version()).isNotEqualTo(two.version());
    }

    @Test
    void a_record_ends_at_its_end_to_the_millisecond() {
        var record = new ModuleRecord("k", "1", null, "{}", 0, NOON);

        assertThat(record.expires()).isEqualTo("2030-06-01T12:00:00.123Z");
        assertThat(record.isExpired(Instant.parse("2030-06-01T12:00:00.122Z"))).isFalse();
        assertThat(record.isExpired(Instant.parse("2030-06-01T12:00:00.123Z"))).isTrue();
        assertThat(record.with("{}", null).isExpired(Instant.MAX)).isFalse();
    }

    @Test
    void it_prints_neither_its_id_nor_its_data() {
        assertThat(new ModuleRecord("k", "secret-id", "7", "\"secret\"", 2, null))
                .hasToString("ModuleRecord[kind k, user 7, version 2, expires null]");
    }
}
