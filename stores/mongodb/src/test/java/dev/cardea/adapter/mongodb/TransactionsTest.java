package dev.cardea.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is particular to units of work here, on a server that speaks the protocol of transactions. */
@Tag("store")
class TransactionsTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private static Mongo mongo;
    private static MongoAdapter adapter;

    @BeforeAll
    static void open() {
        mongo = Mongo.replicaSet();
        adapter = store(mongo, Duration.ofMinutes(5));
    }

    @AfterAll
    static void close() {
        mongo.close();
    }

    /** Every command of a unit names its transaction, and none is left hanging. */
    @AfterEach
    void nothingIsOpen() {
        int open = mongo.transactions().open();
        // What one test left would be found in all that follow.
        mongo.transactions().endAbandoned();
        assertThat(open).isZero();
    }

    @Test
    void the_store_of_the_guide_has_units_of_work() {
        var store = Sample.store(mongo.url());
        assertThat(store).isInstanceOf(UnitOfWork.class);
        var ada = store.createUser(User.of(null, "Ada", "ten@example.com"));
        assertThat(adapter.getUser(String.valueOf(ada.id()))).hasValue(ada);
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
            unit.markUsed(id, LATER);
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
    void a_concurrent_write_makes_the_unit_of_work_run_again() {
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

    /** The library wraps what a store throws; the driver recognizes only its own exceptions. */
    @Test
    void a_conflict_inside_a_unit_is_found_under_what_wraps_it() {
        String id = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "five@example.com")).id());
        var runs = new AtomicInteger();
        String name = new Store(adapter, Clock.systemUTC()).inUnit(store -> {
            var seen = store.getUser(id).orElseThrow();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).image("b.png"));
            var change = UserChange.of(id).name(seen.image() == null ? "too early" : "seen");
            return store.updateUser(change).name();
        });

        assertThat(name).isEqualTo("seen");
        assertThat(runs).hasValue(2);
    }

    @Test
    void an_exception_around_a_lasting_conflict_is_thrown_unchanged() {
        assertThatThrownBy(() -> neverAlone(Duration.ofSeconds(2), work -> {
                    try {
                        return work.get();
                    } catch (MongoException | StoreException e) {
                        throw new IllegalStateException("wrapped", e);
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("wrapped")
                .matches(e -> StoreException.isCausedBy(MongoException.class, e));
    }

    @Test
    void an_account_whose_user_is_gone_is_free_inside_a_unit_too() {
        String gone = String.valueOf(
                adapter.createUser(User.of(null, "Gone", "gone@example.com")).id());
        adapter.linkAccount(Account.of("github", "seven", ProviderType.OAUTH).with("userId", gone));
        mongo.client().getDatabase("app").getCollection("users").deleteOne(new Document("_id", new ObjectId(gone)));

        var ada = ((UnitOfWork) adapter).inUnit(it -> {
            var unit = (MongoAdapter) it;
            var user = unit.createUser(User.of(null, "Ada", "seven@example.com"));
            unit.linkAccount(
                    Account.of("github", "seven", ProviderType.OAUTH).with("userId", String.valueOf(user.id())));
            return user;
        });
        assertThat(adapter.getUserByAccount("github", "seven")).hasValue(ada);
    }

    /** Two that only read would both go on: MongoDB notices what two transactions write. */
    @Test
    void a_lock_is_a_write_that_does_not_show() {
        var ada = adapter.createUser(User.of(null, "Ada", "nine@example.com"));
        String id = String.valueOf(ada.id());
        var runs = new AtomicInteger();
        var locked = ((UnitOfWork) adapter).inUnit(unit -> {
            assertThat(((MongoAdapter) unit).getUser(id)).isPresent();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).name("Countess"));
            return ((UserLocks) unit).lockUser(id).orElseThrow();
        });

        assertThat(runs).hasValue(2);
        assertThat(locked.name()).isEqualTo("Countess");
        assertThat(locked.claims().asMap().keySet()).containsExactly("id", "name", "email");
        assertThat(adapter.getUser(id)).hasValue(locked);
    }

    @Test
    void a_deletion_is_one_transaction() {
        String id = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "eight@example.com")).id());
        adapter.linkAccount(Account.of("github", "eight", ProviderType.OAUTH).with("userId", id));
        adapter.createSession(new AdapterSession("eight", id, LATER));
        int before = mongo.transactions().committed();
        long writes = mongo.transactions().writesOutside();
        adapter.deleteUser(id);

        assertThat(mongo.transactions().committed()).isEqualTo(before + 1);
        assertThat(mongo.transactions().writesOutside()).isEqualTo(writes);
        assertThat(adapter.getUser(id)).isEmpty();
        assertThat(adapter.getAccount("eight", "github")).isEmpty();
        assertThat(adapter.listSessionsByUserId(id)).isEmpty();
    }

    /** The driver alone would try for two minutes. */
    @Test
    void a_unit_that_is_never_alone_gives_up() {
        long start = System.nanoTime();

        assertThatThrownBy(() -> neverAlone(Duration.ofMillis(500), Supplier::get))
                .isInstanceOf(StoreException.class)
                .matches(e -> StoreException.isCausedBy(MongoException.class, e));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
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

    /**
     * Changes a user whom somebody else changes each time. On a server of its own: who gives up because a command took too
     * long leaves the last transaction to MongoDB.
     */
    private static void neverAlone(Duration longest, Function<Supplier<User>, User> around) {
        try (var crowded = Mongo.replicaSet()) {
            var others = store(crowded, Duration.ofMinutes(5));
            var ada = others.createUser(User.of(null, "Ada", "ada@example.com"));
            String id = String.valueOf(ada.id());
            try {
                ((UnitOfWork) store(crowded, longest)).inUnit(it -> {
                    var unit = (MongoAdapter) it;
                    return around.apply(() -> {
                        assertThat(unit.getUser(id)).isPresent();
                        others.updateUser(UserChange.of(id).name("other"));
                        return unit.updateUser(UserChange.of(id).image("a.png"));
                    });
                });
            } finally {
                assertThat(others.getUser(id).orElseThrow().image()).isNull();
            }
        }
    }

    private static MongoAdapter store(Mongo mongo, Duration longest) {
        return MongoAdapter.builder(mongo.client(), "app")
                .transactions(longest)
                .createIndexes(line -> {})
                .build();
    }
}
