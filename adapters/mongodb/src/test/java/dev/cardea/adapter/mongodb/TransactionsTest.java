package dev.cardea.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.testkit.UnitOfWorkContract;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Units of work, on a server that speaks the protocol of transactions. */
class TransactionsTest implements UnitOfWorkContract {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private static Mongo mongo;
    private static MongoAdapter adapter;

    @BeforeAll
    static void open() {
        mongo = Mongo.replicaSet();
        adapter = Sample.store(mongo.url());
    }

    @AfterAll
    static void close() {
        mongo.close();
    }

    /** Every command of a unit names its transaction, and none is left hanging. */
    @AfterEach
    void nothingIsOpen() {
        assertThat(mongo.transactions().open()).isZero();
    }

    @Override
    public MongoAdapter adapter() {
        return adapter;
    }

    @Override
    public int rounds() {
        return 5;
    }

    @Override
    public int runners() {
        return 8;
    }

    @Test
    void a_unit_is_one_transaction() {
        int before = mongo.transactions().committed();
        ((UnitOfWork) adapter).inUnit(it -> {
            var unit = (MongoAdapter) it;
            String id = String.valueOf(
                    unit.createUser(User.of(null, "Ada", "one@example.com")).id());
            unit.updateUser(UserChange.of(id).name("Countess"));
            var account = Account.of("github", id, ProviderType.OAUTH).with("userId", id);
            unit.linkAccount(account);
            unit.updateAccount(account.with("access_token", "at"));
            unit.createSession(new AdapterSession(id, id, LATER));
            unit.createAuthenticator(new AdapterAuthenticator(id, id, id, "key", 1, "singleDevice", true, null));
            unit.updateAuthenticatorCounter(id, 2);
            unit.createVerificationToken(new VerificationToken(id, "hash", LATER));
            unit.spend(id, LATER);
            // Seen from inside only.
            assertThat(unit.getSessionAndUser(id)).isPresent();
            assertThat(unit.listAccountsByUserId(id)).hasSize(1);
            assertThat(unit.listSessionsByUserId(id)).hasSize(1);
            assertThat(unit.listAuthenticatorsByUserId(id)).hasSize(1);
            assertThat(adapter.getUser(id)).isEmpty();
            assertThat(adapter.getSessionAndUser(id)).isEmpty();
            assertThat(adapter.getAuthenticator(id)).isEmpty();
            return id;
        });

        assertThat(mongo.transactions().committed()).isEqualTo(before + 1);
        assertThat(adapter.getUserByEmail("one@example.com").orElseThrow().name())
                .isEqualTo("Countess");
    }

    @Test
    void what_was_written_meanwhile_makes_the_unit_run_again() {
        String id = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "two@example.com")).id());
        var runs = new AtomicInteger();
        ((UnitOfWork) adapter).inUnit(it -> {
            var unit = (MongoAdapter) it;
            var seen = unit.getUser(id).orElseThrow();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).image("a.png"));
            return unit.updateUser(UserChange.of(id).name(seen.image() == null ? "too early" : "seen"));
        });

        assertThat(runs).hasValue(2);
        assertThat(adapter.getUser(id).orElseThrow().name()).isEqualTo("seen");
    }

    /** The driver alone would try for two minutes. */
    @Test
    void a_unit_that_is_never_alone_gives_up() {
        String id = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "four@example.com")).id());
        var impatient = MongoAdapter.builder(mongo.client(), "app")
                .transactions(Duration.ofMillis(500))
                .build();
        long start = System.nanoTime();

        assertThatThrownBy(() -> ((UnitOfWork) impatient).inUnit(unit -> {
                    assertThat(((MongoAdapter) unit).getUser(id)).isPresent();
                    adapter.updateUser(UserChange.of(id).name("other"));
                    return ((MongoAdapter) unit).updateUser(UserChange.of(id).image("a.png"));
                }))
                .isInstanceOf(MongoException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        assertThat(adapter.getUser(id).orElseThrow().image()).isNull();
    }

    @Test
    void a_unit_inside_a_unit_is_part_of_it() {
        assertThatThrownBy(() -> ((UnitOfWork) adapter).inUnit(outer -> {
                    ((UnitOfWork) outer)
                            .inUnit(inner ->
                                    ((MongoAdapter) inner).createUser(User.of(null, "Ada", "three@example.com")));
                    throw new IllegalStateException("stop");
                }))
                .hasMessage("stop");
        assertThat(adapter.getUserByEmail("three@example.com")).isEmpty();
    }
}
