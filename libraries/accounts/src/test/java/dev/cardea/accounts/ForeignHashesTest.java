package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Users whose passwords another framework has hashed. */
class ForeignHashesTest {
    private static final String ANN = "ann@example.com";
    /** Made by each of the frameworks that docs/passwords.md lists. */
    private static final Path HASHES =
            Path.of("../../libraries/password/src/test/resources/dev/cardea/password/hashes-of-others.json");

    record Foreign(String source, String password, String hash) {
        @Override
        public String toString() {
            return source;
        }
    }

    static Stream<Foreign> hashes() throws IOException {
        return ((List<?>) Json.parse(Files.readString(HASHES), 8))
                .stream()
                        .map(row -> Claims.of((Map<?, ?>) row))
                        .map(row -> new Foreign(row.text("source"), row.text("password"), row.text("hash")));
    }

    /** One of each framework, the first word of its source: which hashes can be checked is a test of the passwords. */
    static Collection<Foreign> oneOfEach() throws IOException {
        return hashes().collect(Collectors.toMap(
                        foreign -> foreign.source.split(" ")[0], foreign -> foreign, (first, last) -> last))
                .values();
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void a_user_signs_in_twice_and_then_has_a_hash_of_argon2id(Foreign foreign) {
        signsInTwice(foreign);
    }

    @ParameterizedTest
    @Tag("nightly")
    @MethodSource("hashes")
    void each_of_their_hashes_becomes_one_of_argon2id(Foreign foreign) {
        signsInTwice(foreign);
    }

    private static void signsInTwice(Foreign foreign) {
        var site = TestSite.standard();
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        site.rows.createRecord(StoredPassword.first(
                String.valueOf(user.id()), foreign.hash, site.clock.instant(), Randomness.secure()));

        assertThat(site.canSignIn(ANN, foreign.password + "x")).isFalse();
        assertThat(site.canSignIn(ANN, foreign.password)).isTrue();
        assertThat(site.canSignIn(ANN, foreign.password)).isTrue();

        // Django's own Argon2id is as good, and stays.
        assertThat(site.hash(ANN)).get().asString().contains("$argon2id$");
    }
}
