package dev.cardea.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PasswordCheckTest {
    private static final Request REQUEST = Request.get("http://localhost/");
    private static final User ADA = User.of("1", "Ada", "ada@example.com");
    private static final Passwords PASSWORDS = Passwords.standard();
    private static final String GOOD = PASSWORDS.hash("secret");
    private static final String OLD = "$2b$06$jEY..6lcVTI.utGw7iSDL.k6VUS2Scq6TeAFr8pjD9toNNokPe0J6";

    private static PasswordCheck with(String hash) {
        return PASSWORDS.check(
                name -> name.equals("ada") ? Optional.of(new PasswordCheck.StoredUser(ADA, hash)) : Optional.empty());
    }

    private static Claims entered(Object name, Object password) {
        return Claims.of("username", name).with("password", password);
    }

    @Test
    void name_and_password_must_be_right() {
        assertThat(with(GOOD).authorize(entered("ada", "secret"), REQUEST)).hasValue(ADA);
        assertThat(with(GOOD).authorize(entered("ada", "Secret"), REQUEST)).isEmpty();
        assertThat(with(GOOD).authorize(entered("eve", "secret"), REQUEST)).isEmpty();
        assertThat(with(null).authorize(entered("ada", "secret"), REQUEST)).isEmpty();
        assertThat(with("").authorize(entered("ada", ""), REQUEST)).isEmpty();
    }

    /** By the processor's time, which a busy machine does not change. */
    @Test
    void an_unknown_name_takes_as_long_as_a_wrong_password() {
        var check = with(PASSWORDS.hash("secret"));
        long known = Long.MAX_VALUE;
        long unknown = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            known = Math.min(known, cpuTime(() -> check.authorize(entered("ada", "wrong"), REQUEST)));
            unknown = Math.min(unknown, cpuTime(() -> check.authorize(entered("eve", "wrong"), REQUEST)));
        }
        assertThat((double) unknown / known).isBetween(0.5, 2.0);
    }

    private static long cpuTime(Runnable work) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        work.run();
        return threads.getCurrentThreadCpuTime() - before;
    }

    @Test
    void a_value_that_is_not_a_text_is_rejected() {
        for (var odd : List.of(1L, true, List.of("secret"), Map.of("$ne", ""))) {
            assertThat(with(GOOD).authorize(entered("ada", odd), REQUEST)).isEmpty();
            assertThat(with(GOOD).authorize(entered(odd, "secret"), REQUEST)).isEmpty();
        }
        assertThat(with(GOOD).authorize(Claims.NONE, REQUEST)).isEmpty();
    }

    @Test
    void fields_may_have_other_names() {
        var accepted = Claims.of("email", "ada").with("secret", "secret");

        assertThat(with(GOOD).fields("email", "secret").authorize(accepted, REQUEST))
                .hasValue(ADA);
        assertThat(with(GOOD).authorize(accepted, REQUEST)).isEmpty();
    }

    @Test
    void only_the_right_password_replaces_an_old_hash() {
        var kept = new ArrayList<String>();
        var check = with(OLD).whenOutdated((user, hash) -> kept.add(hash));

        assertThat(check.authorize(entered("ada", "wrong"), REQUEST)).isEmpty();
        assertThat(kept).isEmpty();
        assertThat(check.authorize(entered("ada", "correct horse battery staple"), REQUEST))
                .hasValue(ADA);
        assertThat(kept).hasSize(1);
        assertThat(PASSWORDS.verify("correct horse battery staple", kept.get(0)))
                .isEqualTo(PasswordResult.RIGHT);
        assertThat(with(kept.get(0))
                        .whenOutdated((user, hash) -> kept.add(hash))
                        .authorize(entered("ada", "correct horse battery staple"), REQUEST))
                .hasValue(ADA);
        assertThat(kept).hasSize(1);
    }

    @Test
    void a_hash_that_cannot_be_stored_ends_the_sign_in() {
        var check = with(OLD).whenOutdated((user, hash) -> {
            throw new IllegalStateException("read only");
        });

        assertThatThrownBy(() -> check.authorize(entered("ada", "correct horse battery staple"), REQUEST))
                .hasMessage("read only");
    }

    @Test
    void neither_hash_nor_password_is_printed() {
        assertThat(with(GOOD)).hasToString("PasswordCheck");
        assertThat(new PasswordCheck.StoredUser(ADA, GOOD).toString()).doesNotContain("argon2");
    }
}
