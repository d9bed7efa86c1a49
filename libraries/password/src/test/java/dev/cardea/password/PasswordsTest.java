package dev.cardea.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class PasswordsTest {
    private static final String PASSWORD = "correct horse battery staple";
    /** "pässwörd", each umlaut as one character and as two. */
    private static final String COMPOSED = "p\u00e4ssw\u00f6rd";

    private static final String DECOMPOSED = "pa\u0308sswo\u0308rd";

    private static final Passwords PASSWORDS = Passwords.standard();
    private static final String HASH = PASSWORDS.hash(PASSWORD);

    record Other(String source, String password, String hash) {
        @Override
        public String toString() {
            return source + ", " + password;
        }
    }

    static Stream<Other> others() throws IOException {
        try (var file = PasswordsTest.class.getResourceAsStream("hashes-of-others.json")) {
            var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return ((List<?>) Json.parse(text, 8))
                    .stream()
                            .map(row -> Claims.of((Map<?, ?>) row))
                            .map(row -> new Other(row.text("source"), row.text("password"), row.text("hash")));
        }
    }

    @Test
    void a_new_hash_is_Argon2id_as_a_PHC_string() {
        assertThat(HASH).matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
        assertThat(PASSWORDS.hash(PASSWORD)).isNotEqualTo(HASH);
    }

    @ParameterizedTest
    @MethodSource("others")
    void a_hash_of_another_program_is_accepted_until_its_end(Other other) {
        var end = Instant.parse("2027-01-31T00:00:00Z");
        assertThat(until(end, end.minusMillis(1))
                        .verify(other.password, other.hash)
                        .isRight())
                .isTrue();
        assertThat(until(end, end).verify(other.password, other.hash)).isEqualTo(PasswordResult.UNREADABLE);
    }

    @Test
    void an_own_hash_of_a_lower_cost_stays_when_the_others_end() {
        var end = Instant.parse("2027-01-31T00:00:00Z");
        var cheap = Passwords.builder().cost(7, 5).build().hash(PASSWORD);
        assertThat(until(end, end).verify(PASSWORD, cheap)).isEqualTo(PasswordResult.RIGHT_BUT_OUTDATED);
        assertThat(until(end, end).verify(PASSWORD, HASH)).isEqualTo(PasswordResult.RIGHT);
        var bcrypt = OpenBSDBCrypt.generate(PASSWORD.getBytes(StandardCharsets.UTF_8), new byte[16], 4);
        assertThat(until(end, end).verify(PASSWORD, bcrypt)).isEqualTo(PasswordResult.UNREADABLE);
    }

    @Test
    void the_log_warns_once_of_hashes_of_another_program_until_their_end_is_set() {
        var bcrypt = OpenBSDBCrypt.generate(PASSWORD.getBytes(StandardCharsets.UTF_8), new byte[16], 4);
        var passwords = Passwords.standard();
        var lines = logged(() -> {
            until(Instant.MAX, Instant.EPOCH).verify(PASSWORD, bcrypt);
            passwords.verify(PASSWORD, HASH);
        });
        assertThat(lines).isEmpty();
        lines = logged(() -> {
            passwords.verify(PASSWORD, bcrypt);
            passwords.verify("wrong", bcrypt);
        });
        assertThat(lines).singleElement().asString().contains("foreignUntil").doesNotContain(bcrypt, PASSWORD);
    }

    @Test
    void hashes_of_tests_are_cheap_outdated_in_production_and_warned_of() {
        var made = new ArrayList<Passwords>();
        assertThat(logged(() -> made.add(Passwords.forTests())))
                .singleElement()
                .asString()
                .contains("Passwords.forTests()");
        var hash = made.get(0).hash(PASSWORD);
        assertThat(hash).contains("$m=1024,t=1,p=1$");
        assertThat(logged(() -> {
                    assertThat(made.get(0).verify(PASSWORD, hash)).isEqualTo(PasswordResult.RIGHT);
                    assertThat(made.get(0).verify("wrong", hash)).isEqualTo(PasswordResult.WRONG);
                }))
                .isEmpty();
        assertThat(PASSWORDS.verify(PASSWORD, hash)).isEqualTo(PasswordResult.RIGHT_BUT_OUTDATED);
    }

    /** Returns what this thread logs meanwhile: other test classes make hashes at the same time. */
    private static List<String> logged(Runnable work) {
        var lines = new ArrayList<String>();
        var thread = Thread.currentThread();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                if (Thread.currentThread() == thread) lines.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var logger = Logger.getLogger("dev.cardea.password");
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
        }
        return lines;
    }

    private static Passwords until(Instant end, Instant now) {
        return Passwords.builder()
                .foreignUntil(end)
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
    }

    @Test
    void logins_that_wait_for_memory_are_counted_until_it_is_free() throws Exception {
        var passwords = Passwords.builder().atOnce(1).build();
        var isSeen = new AtomicBoolean();
        var logins = Executors.newFixedThreadPool(3);
        try {
            var all = new ArrayList<Future<?>>();
            for (int i = 0; i < 3; i++) {
                all.add(logins.submit(() -> {
                    while (!isSeen.get())
                        assertThat(passwords.verify(PASSWORD, HASH)).isEqualTo(PasswordResult.RIGHT);
                }));
            }
            Eventually.isTrue("two wait", () -> passwords.waiting() == 2);
            isSeen.set(true);
            for (var one : all) one.get(60, TimeUnit.SECONDS);
        } finally {
            isSeen.set(true);
            logins.shutdownNow();
        }
        assertThat(passwords.waiting()).isZero();
    }

    @Test
    void only_the_password_is_right() {
        assertThat(PASSWORDS.verify(PASSWORD, HASH)).isEqualTo(PasswordResult.RIGHT);
        for (var wrong :
                List.of("Correct horse battery staple", PASSWORD + " ", " " + PASSWORD, PASSWORD + "\0", "c")) {
            assertThat(PASSWORDS.verify(wrong, HASH)).as(wrong).isEqualTo(PasswordResult.WRONG);
        }
    }

    @ParameterizedTest
    @MethodSource("others")
    void the_hash_of_another_framework_is_read_and_outdated_unless_it_is_as_good(Other other) {
        boolean isAsGood = other.source.equals("Django 5.2 argon2");
        assertThat(PASSWORDS.isReadable(other.hash)).isTrue();
        assertThat(PASSWORDS.verify(other.password, other.hash))
                .isEqualTo(isAsGood ? PasswordResult.RIGHT : PasswordResult.RIGHT_BUT_OUTDATED);
        assertThat(PASSWORDS.verify(other.password + "x", other.hash)).isEqualTo(PasswordResult.WRONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "password",
                "$argon2id$",
                "{noop}password",
                "{MD5}5f4dcc3b5aa765d61d8327deb882cf99",
                "5f4dcc3b5aa765d61d8327deb882cf99",
                "$1$salt$hash",
                "$argon2x$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$argon2id$v=20$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$",
                "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA\n",
                "$argon2id$v=19$m=19456,t=2,p=1$====$c2FsdHNhbHRzYWx0c2FsdA",
                "scrypt:1000:8:1$salt$00112233445566778899aabbccddeeff",
                "scrypt:1024:8:1$salt$00112233445566778899aabbccddeef",
                // each would take the machine
                "$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$argon2id$v=19$m=19456,t=999999999,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$argon2id$v=19$m=19456,t=99999999999,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$scrypt$ln=30,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$pbkdf2-sha256$999999999$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdA",
                "$2b$31$eaFZ6tXpYXvKwYd2ow7bzuERUuxZPTMULJAZFLA7kPI0nWNGLqySS"
            })
    void an_unknown_format_or_excessive_parameters_are_unreadable(String text) {
        assertThat(PASSWORDS.isReadable(text)).isFalse();
        assertThat(PASSWORDS.verify(PASSWORD, text)).isEqualTo(PasswordResult.UNREADABLE);
    }

    @Test
    void without_a_hash_every_password_is_wrong() {
        assertThat(PASSWORDS.verify(PASSWORD, null)).isEqualTo(PasswordResult.WRONG);
    }

    /** CVE-2014-0097: an empty password is wrong, whatever hash is stored. */
    @Test
    void an_empty_password_is_wrong() {
        assertThat(PASSWORDS.verify("", HASH)).isEqualTo(PasswordResult.WRONG);
        assertThatThrownBy(() -> PASSWORDS.hash("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void one_password_typed_in_two_ways_matches() {
        assertThat(COMPOSED).isNotEqualTo(DECOMPOSED);
        assertThat(PASSWORDS.verify(DECOMPOSED, PASSWORDS.hash(COMPOSED))).isEqualTo(PasswordResult.RIGHT);
        assertThat(PASSWORDS.verify(COMPOSED, PASSWORDS.hash(DECOMPOSED))).isEqualTo(PasswordResult.RIGHT);
    }

    /** Other systems hash the bytes as typed. At the next sign-in the password is hashed in its normalized form. */
    @Test
    void a_hash_of_the_text_as_typed_is_right_but_outdated() {
        byte[] salt = "saltsaltsaltsalt".getBytes(StandardCharsets.US_ASCII);
        var standard = new Argon2(Argon2.ID, Argon2.VERSION, 19 * 1024, 2, 1, salt, new byte[32]);
        var asTyped = standard.of(DECOMPOSED, salt).text();

        assertThat(PASSWORDS.verify(DECOMPOSED, asTyped)).isEqualTo(PasswordResult.RIGHT_BUT_OUTDATED);
        assertThat(PASSWORDS.verify(COMPOSED, asTyped)).isEqualTo(PasswordResult.WRONG);
    }

    @Test
    void half_a_character_is_not_valid_text() {
        assertThat(PASSWORDS.verify("secret\uD83D", PASSWORDS.hash("secret?"))).isEqualTo(PasswordResult.WRONG);
        assertThatThrownBy(() -> PASSWORDS.hash("secret\uD83D")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_thousand_characters_are_accepted_and_more_are_not() {
        var longest = "\uD83D\uDD11".repeat(1024);
        assertThat(PASSWORDS.verify(longest, PASSWORDS.hash(longest))).isEqualTo(PasswordResult.RIGHT);
        assertThat(PASSWORDS.verify(longest.replaceFirst("..$", "x"), PASSWORDS.hash(longest)))
                .isEqualTo(PasswordResult.WRONG);
        assertThat(PASSWORDS.verify(longest + "x", HASH)).isEqualTo(PasswordResult.WRONG);
        assertThatThrownBy(() -> PASSWORDS.hash(longest + "x")).hasMessageContaining("at most 1024");
    }

    /** CVE-2025-22228. */
    @Test
    void bcrypt_does_not_accept_the_first_72_bytes_of_a_password() {
        byte[] salt = "saltsaltsaltsalt".getBytes(StandardCharsets.US_ASCII);
        var exactly = "x".repeat(72);
        var hash = OpenBSDBCrypt.generate("2b", exactly.toCharArray(), salt, 4);

        assertThat(PASSWORDS.verify(exactly, hash).isRight()).isTrue();
        assertThat(PASSWORDS.verify(exactly + "y", hash)).isEqualTo(PasswordResult.WRONG);
    }

    @Test
    void raised_costs_make_hashes_outdated_and_lowered_ones_do_not() {
        var more = Passwords.builder().cost(20, 2).build();
        var longer = Passwords.builder().cost(19, 3).build();

        assertThat(more.verify(PASSWORD, HASH)).isEqualTo(PasswordResult.RIGHT_BUT_OUTDATED);
        assertThat(longer.verify(PASSWORD, HASH)).isEqualTo(PasswordResult.RIGHT_BUT_OUTDATED);
        assertThat(PASSWORDS.verify(PASSWORD, more.hash(PASSWORD))).isEqualTo(PasswordResult.RIGHT);
        assertThat(PASSWORDS.verify(PASSWORD, longer.hash(PASSWORD))).isEqualTo(PasswordResult.RIGHT);
    }

    @Test
    void a_cost_that_is_too_low_is_rejected() {
        for (var cost : List.of(
                List.of(19, 1), List.of(6, 9), List.of(7, 4), List.of(513, 1), List.of(0, 0), List.of(-7, -7))) {
            assertThatThrownBy(() -> Passwords.builder().cost(cost.get(0), cost.get(1)))
                    .as(cost.toString())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Passwords.builder().cost(7, 5).build().hash(PASSWORD)).contains("$m=7168,t=5,p=1$");
    }

    /** CVE-2025-22234: such a defence had stopped working. Skipped work would take a thousandth of the time. */
    @Test
    void an_unknown_user_takes_as_long_as_a_known_one() {
        var hashes = new String[] {HASH, null, "{noop}x"};
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        // Alternating, and the minimum of many runs, so that the compiler and other load affect both alike.
        for (int round = 0; round < 25; round++) {
            for (int i = 0; i < hashes.length; i++) least[i] = Math.min(least[i], processorTime(hashes[i]));
        }

        assertThat((double) least[1] / least[0]).as("unknown").isBetween(0.5, 2.0);
        assertThat((double) least[2] / least[0]).as("unreadable").isBetween(0.5, 2.0);
    }

    private static long processorTime(String hash) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        PASSWORDS.verify("wrong", hash);
        return threads.getCurrentThreadCpuTime() - start;
    }

    @Test
    void no_hash_and_no_salt_is_printed() {
        assertThat(List.of(PASSWORDS, Formats.read(HASH).orElseThrow())).hasToString("[Passwords, Argon2]");
    }
}
