package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.token.SessionChunks.Change;
import dev.cardea.token.SessionChunks.Read;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionChunksTest {
    private static final Read NOTHING = new Read(null, List.of());

    @Test
    void without_a_cookie_the_token_is_absent() {
        assertThat(read()).isEqualTo(NOTHING);
        assertThat(read("other", "x")).isEqualTo(NOTHING);
        assertThat(read("s", "")).isEqualTo(NOTHING);
    }

    @Test
    void the_plain_cookie_is_the_token() {
        assertThat(read("a", "1", "s", "token", "b", "2")).isEqualTo(new Read("token", List.of("s")));
    }

    @Test
    void chunks_are_joined_by_number_and_named_in_the_order_of_the_request() {
        assertThat(read("s.2", "C", "s.0", "A", "s.1", "B")).isEqualTo(new Read("ABC", List.of("s.2", "s.0", "s.1")));
        var many = new LinkedHashMap<String, String>();
        var expected = new StringBuilder();
        for (int i = 0; i < 12; i++) expected.append((char) ('a' + i));
        for (int i = 11; i >= 0; i--) many.put("s." + i, "" + (char) ('a' + i));
        assertThat(SessionChunks.read(many, "s").token()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s-foo",
                "sx",
                "s.",
                "s.x",
                "s.-1",
                "s.+1",
                "s.1e1",
                "s.00",
                "s.01",
                "s. 1",
                "s.1 ",
                "s.0.1",
                "s..0",
                "S",
                "S.0",
                "s.0x0",
                "s.1.",
                "s.٣",
                "s.²",
                "x.s",
                "__Secure-s"
            })
    void a_cookie_with_a_similar_name_is_another_cookie(String name) {
        assertThat(read(name, "stray")).isEqualTo(NOTHING);
        assertThat(read("s", "token", name, "stray")).isEqualTo(new Read("token", List.of("s")));
        assertThat(read(name, "stray", "s.0", "A", "s.1", "B")).isEqualTo(new Read("AB", List.of("s.0", "s.1")));
    }

    @Test
    void beside_a_first_chunk_the_plain_cookie_is_a_leftover() {
        assertThat(read("s", "old", "s.0", "A", "s.1", "B")).isEqualTo(new Read("AB", List.of("s", "s.0", "s.1")));
    }

    @Test
    void without_a_first_chunk_the_others_are_leftovers() {
        assertThat(read("s", "token", "s.1", "B", "s.2", "C")).isEqualTo(new Read("token", List.of("s", "s.1", "s.2")));
    }

    @Test
    void chunks_with_a_gap_are_not_a_token_and_are_cleared() {
        for (var read : List.of(
                read("s.0", "A", "s.2", "C"),
                read("s.1", "B"),
                read("s.1", "B", "s.2", "C"),
                read("s", "old", "s.0", "A", "s.2", "C"),
                read("s.0", "A", "s.1", "", "s.2", "C"))) {
            assertThat(read.broken()).isTrue();
            assertThat(SessionChunks.clean(read))
                    .extracting(Change::name)
                    .isEqualTo(read.names())
                    .isNotEmpty();
        }
        assertThat(read("s.0", "A").broken()).isFalse();
        assertThat(read("s", "token").broken()).isFalse();
        assertThat(NOTHING.broken()).isFalse();
    }

    @Test
    void chunks_beyond_the_maximum_are_not_a_token() {
        var most = new LinkedHashMap<String, String>();
        for (int i = 0; i < SessionChunks.MAX_CHUNKS; i++) most.put("s." + i, "x");
        assertThat(SessionChunks.read(most, "s").token()).isEqualTo("x".repeat(SessionChunks.MAX_CHUNKS));
        most.put("s." + SessionChunks.MAX_CHUNKS, "x");
        assertThat(SessionChunks.read(most, "s").broken()).isTrue();
        assertThat(SessionChunks.read(most, "s").names()).hasSize(SessionChunks.MAX_CHUNKS + 1);
        for (var number :
                List.of("999", "2147483648", "4294967296", "18446744073709551616", "1" + "0".repeat(50_000))) {
            assertThat(read("s.0", "A", "s." + number, "x").broken()).isTrue();
            assertThat(read("s.0", "A", "s.1", "B", "s." + number, "x").names()).contains("s." + number);
            assertThat(read("s", "token", "s." + number, "x").token()).isEqualTo("token");
        }
    }

    @Test
    void a_token_is_split_where_it_exceeds_one_cookie() {
        int size = SessionChunks.SIZE;
        assertThat(size).isEqualTo(3936);
        assertThat(SessionChunks.write(NOTHING, "s", "")).isEmpty();
        assertThat(names(SessionChunks.write(NOTHING, "s", "x"))).containsExactly("s");
        assertThat(names(SessionChunks.write(NOTHING, "s", "x".repeat(size)))).containsExactly("s");
        assertThat(names(SessionChunks.write(NOTHING, "s", "x".repeat(size + 1))))
                .containsExactly("s.0", "s.1");
        assertThat(names(SessionChunks.write(NOTHING, "s", "x".repeat(2 * size))))
                .containsExactly("s.0", "s.1");
        assertThat(names(SessionChunks.write(NOTHING, "s", "x".repeat(2 * size + 1))))
                .containsExactly("s.0", "s.1", "s.2");
    }

    @Test
    void a_written_token_is_read_back_whatever_cookies_existed_before() {
        var former = List.of(
                NOTHING,
                read("s", "a"),
                read("s.0", "a", "s.1", "b", "s.2", "c"),
                read("s", "a", "s.7", "x"),
                read("s.1", "x"));
        for (var before : former) {
            for (int length : new int[] {1, 3936, 3937, 7872, 7873, 20_000}) {
                var token = "0123456789".repeat(2000).substring(0, length);
                var browser = new LinkedHashMap<String, String>();
                before.names().forEach(name -> browser.put(name, "old"));
                for (var change : SessionChunks.write(before, "s", token)) {
                    if (change.value() == null) browser.remove(change.name());
                    else browser.put(change.name(), change.value());
                }
                assertThat(SessionChunks.read(browser, "s").token()).isEqualTo(token);
                assertThat(SessionChunks.read(browser, "s").names()).hasSameSizeAs(browser.keySet());
            }
        }
    }

    @Test
    void a_cookie_that_stays_is_replaced_in_its_place() {
        var before = read("s.1", "b", "s", "old", "s.0", "a", "s.2", "c");
        assertThat(SessionChunks.write(before, "s", "x".repeat(4000)))
                .containsExactly(
                        new Change("s.1", "x".repeat(64)),
                        new Change("s", null),
                        new Change("s.0", "x".repeat(3936)),
                        new Change("s.2", null));
    }

    private static List<String> names(List<Change> changes) {
        return changes.stream().map(Change::name).toList();
    }

    private static Read read(String... namesAndValues) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) cookies.put(namesAndValues[i], namesAndValues[i + 1]);
        return SessionChunks.read(cookies, "s");
    }
}
