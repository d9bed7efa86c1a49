package dev.cardea.accounts.factor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.Authenticators.Encryption;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.testing.FakeClock;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class AuthenticatorsTest {
    private static final String ANN = "ann";
    private static final byte[] SECRET = new byte[Totp.SECRET];
    private static final byte[] OLD = key(1);
    private static final byte[] NEW = key(2);

    private final FakeClock clock = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    private final AdapterProbe probe = AdapterProbe.on(new InMemoryAdapter(clock, Randomness.secure()));
    private final Store store = new Store(probe.adapter(), clock);

    private static byte[] key(int fill) {
        var key = new byte[32];
        key[0] = (byte) fill;
        return key;
    }

    private Authenticators with(byte[]... keys) {
        var cipher = new SecretCipher(List.of(keys), Randomness.secure());
        return new Authenticators(clock, Randomness.secure(), cipher);
    }

    private String code() {
        return Totp.value(SECRET, Totp.stepAt(clock.instant()));
    }

    /** Both have read the last step before either has stored the next one. */
    @Test
    void of_two_requests_with_one_value_at_the_same_moment_one_is_accepted() throws Exception {
        var all = with(NEW);
        all.add(store, ANN, "Phone", SECRET, -1);
        var code = code();
        var pause = probe.pauseBefore("replaceRecord");
        var threads = Executors.newSingleThreadExecutor();

        try {
            var other = threads.submit(() -> all.accept(store, ANN, code));
            pause.awaitReached();
            assertThat(all.accept(store, ANN, code)).isTrue();
            pause.resume();
            assertThat(other.get()).isFalse();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_secret_of_an_older_key_is_sealed_again_by_the_next_value_also_by_a_wrong_one() {
        with(OLD).add(store, ANN, "Phone", SECRET, -1);
        assertThat(with(NEW).accept(store, ANN, code())).isFalse();

        assertThat(with(NEW, OLD).accept(store, ANN, "000000")).isFalse();
        assertThat(with(NEW).accept(store, ANN, code())).isTrue();
    }

    @Test
    void a_value_that_seals_a_secret_again_is_used_up() {
        with(OLD).add(store, ANN, "Phone", SECRET, -1);

        assertThat(with(NEW, OLD).accept(store, ANN, code())).isTrue();
        assertThat(with(NEW, OLD).accept(store, ANN, code())).isFalse();
        clock.advance(Duration.ofSeconds(30));
        assertThat(with(NEW).accept(store, ANN, code())).isTrue();
    }

    /** Reseals the secret of an app, and does something else right before it is stored. */
    private List<Encryption> resealedWhile(Runnable other) throws Exception {
        with(OLD).add(store, ANN, "Phone", SECRET, -1);
        var pause = probe.pauseBefore("replaceRecord");
        var threads = Executors.newSingleThreadExecutor();
        try {
            var resealed = threads.submit(() -> with(NEW, OLD).reseal(store, ANN));
            pause.awaitReached();
            other.run();
            pause.resume();
            return resealed.get();
        } finally {
            threads.shutdownNow();
        }
    }

    /** The other process doesn't have the newest key yet, and stores what the older one encrypted. */
    @Test
    void a_secret_is_resealed_although_another_request_uses_a_value_meanwhile() throws Exception {
        var resealed = resealedWhile(
                () -> assertThat(with(OLD).accept(store, ANN, code())).isTrue());

        assertThat(resealed).containsExactly(Encryption.OLDER);
        assertThat(with(NEW).encryption(store, ANN)).containsExactly(Encryption.NEWEST);
        assertThat(with(NEW).accept(store, ANN, code())).isFalse();
    }

    @Test
    void a_secret_that_was_removed_while_it_was_resealed_stays_removed() throws Exception {
        var resealed = resealedWhile(() -> store.deleteRecordsByUserId(ANN, Authenticators.KIND));

        assertThat(resealed).hasSize(1);
        assertThat(with(NEW).encryption(store, ANN)).isEmpty();
    }
}
