package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Units of work beyond what all stores promise of them. */
@Tag("part")
@Tag("store")
class UnitTest extends OneNodeTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private final RedisAdapter adapter = RedisAdapter.of(client);

    @Test
    void a_sign_in_that_is_interrupted_leaves_nothing() {
        for (int steps = 0; ; steps++) {
            empty();
            var dying = RedisAdapter.builder(new InterruptedCommands(new JedisCommands(client), steps))
                    .build();
            try {
                inUnit(dying, UnitTest::signIn);
                break;
            } catch (InterruptedCommands.InterruptionException died) {
                assertThat(client.keys("*")).isEmpty();
            }
        }
        assertThat(adapter.getSessionAndUser("t")).isPresent();
        assertThat(adapter.getUserByAccount("github", "1")).isPresent();
        assertThat(adapter.listSessionsByUserId(
                        adapter.getUserByEmail("ada@example.com").orElseThrow().id()))
                .hasSize(1);
    }

    @Test
    void a_write_between_read_and_write_makes_the_unit_of_work_run_again() {
        String id = id(ada());
        var runs = new AtomicInteger();
        inUnit(adapter, unit -> {
            var before = unit.getUser(id).orElseThrow();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).image("a.png"));
            return unit.updateUser(UserChange.of(id).name(before.image() == null ? "seen too early" : "seen"));
        });

        assertThat(runs).hasValue(2);
        assertThat(adapter.getUser(id).orElseThrow().name()).isEqualTo("seen");
        assertThat(adapter.getUser(id).orElseThrow().image()).isEqualTo("a.png");
    }

    /** A unit also depends on a lookup that found no user. */
    @Test
    void a_user_created_meanwhile_is_found_in_the_next_run() {
        var runs = new AtomicInteger();
        var user = inUnit(adapter, unit -> {
            var known = unit.getUserByEmail("ada@example.com");
            if (runs.incrementAndGet() == 1) ada();
            return known.orElseGet(() -> unit.createUser(User.of(null, "Ada", "ada@example.com")));
        });

        assertThat(runs).hasValue(2);
        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
        assertThat(client.keys("user:*")).hasSize(2);
    }

    /** Read piece by piece, things can look as they never were. */
    @Test
    void a_failure_over_what_never_was_is_none() {
        String id = id(ada());
        var runs = new AtomicInteger();
        inUnit(adapter, unit -> {
            var user = unit.getUser(id).orElseThrow();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).email("new@example.com"));
            return unit.getUserByEmail(String.valueOf(user.email())).orElseThrow();
        });

        assertThat(runs).hasValue(2);
    }

    /** The first run takes a random key for free without looking. */
    @Test
    void a_session_whose_token_is_taken_fails_its_unit() {
        String id = id(ada());
        adapter.createSession(new AdapterSession("taken", id, LATER));

        assertThatThrownBy(() -> inUnit(adapter, unit -> unit.createSession(new AdapterSession("taken", id, LATER))))
                .isInstanceOf(DuplicateKeyException.class);
    }

    /** A list that grows behind the back of a unit could hold what the unit was to end. */
    @Test
    void an_addition_to_a_list_that_was_read_makes_the_unit_of_work_run_again() {
        String id = id(ada());
        var runs = new AtomicInteger();
        inUnit(adapter, unit -> {
            unit.deleteSessionsByUserId(id, "");
            if (runs.incrementAndGet() == 1) adapter.createSession(new AdapterSession("late", id, LATER));
            return unit.updateUser(UserChange.of(id).name("Bill"));
        });

        assertThat(runs).hasValue(2);
        assertThat(adapter.getSessionAndUser("late")).isEmpty();
    }

    @Test
    void a_unit_that_is_never_alone_gives_up() {
        String id = id(ada());
        var runs = new AtomicInteger();

        assertThatThrownBy(() -> inUnit(adapter, unit -> {
                    unit.getUser(id);
                    adapter.updateUser(UserChange.of(id).name("run " + runs.incrementAndGet()));
                    return unit.updateUser(UserChange.of(id).image("a.png"));
                }))
                .hasMessage("other units of work were in the way");
        assertThat(runs).hasValue(20);
        assertThat(adapter.getUser(id).orElseThrow().image()).isNull();
    }

    @Test
    void a_unit_sees_all_of_its_changes() {
        inUnit(adapter, unit -> {
            var user = signIn(unit);
            String id = id(user);
            assertThat(unit.getUserByAccount("github", "1")).hasValue(user);
            assertThat(unit.listSessionsByUserId(id)).hasSize(1);
            unit.createSession(new AdapterSession("other", id, LATER));
            assertThat(unit.listSessionsByUserId(id)).hasSize(2);
            unit.deleteSessionsByUserId(id, "other");
            assertThat(unit.listSessionsByUserId(id))
                    .extracting(AdapterSession::sessionToken)
                    .containsExactly("other");
            unit.createAuthenticator(new AdapterAuthenticator("c", id, "c", "key", 1, "multiDevice", true, null));
            unit.updateAuthenticatorCounter("c", 2);
            assertThat(unit.listAuthenticatorsByUserId(id))
                    .extracting(AdapterAuthenticator::counter)
                    .containsExactly(2L);
            unit.createVerificationToken(new VerificationToken("a", "b", LATER));
            assertThat(unit.useVerificationToken("a", "b")).isPresent();
            assertThat(unit.useVerificationToken("a", "b")).isEmpty();
            assertThat(unit.markUsed("k", LATER)).isTrue();
            assertThat(unit.markUsed("k", LATER)).isFalse();
            assertThat(client.keys("*")).isEmpty();
            return true;
        });

        var user = adapter.getUserByEmail("ada@example.com").orElseThrow();
        assertThat(adapter.listSessionsByUserId(id(user))).hasSize(1);
        assertThat(adapter.getAuthenticator("c").orElseThrow().counter()).isEqualTo(2);
        assertThat(adapter.useVerificationToken("a", "b")).isEmpty();
        assertThat(adapter.markUsed("k", LATER)).isFalse();
        assertThat(client.pttl("user:session:other")).isPositive();
        adapter.deleteUser(id(user));
        assertThat(client.keys("*")).containsExactly("cardea:spent:k");
    }

    @Test
    void a_nested_unit_rolls_back_only_its_own_work() {
        inUnit(adapter, outer -> {
            outer.createUser(User.of(null, "Ada", "ada@example.com"));
            assertThatThrownBy(() -> inUnit(outer, inner -> {
                        inner.createUser(User.of(null, "Eve", "eve@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
            inUnit(outer, inner -> {
                String id = id(inner.createUser(User.of(null, "Bob", "bob@example.com")));
                inner.createSession(new AdapterSession("t", id, LATER));
                return inner.createUser(User.of(null, "Gone", "gone@example.com"));
            });
            inUnit(outer, inner -> {
                inner.deleteUser(id(inner.getUserByEmail("gone@example.com").orElseThrow()));
                return true;
            });
            return true;
        });

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
        assertThat(adapter.getUserByEmail("bob@example.com")).isPresent();
        assertThat(adapter.getSessionAndUser("t")).isPresent();
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
        assertThat(adapter.getUserByEmail("gone@example.com")).isEmpty();
    }

    @Test
    void an_adapter_of_a_unit_that_is_over_refuses_to_work() {
        var kept = inUnit(adapter, unit -> unit);

        assertThatThrownBy(() -> kept.getUser("1")).hasMessage("the unit of work is over");
        assertThatThrownBy(() -> kept.createVerificationToken(new VerificationToken("a", "b", LATER)))
                .hasMessage("the unit of work is over");
    }

    private static User signIn(RedisAdapter unit) {
        var user = unit.createUser(User.of(null, "Ada", "ada@example.com"));
        unit.linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id()));
        unit.createSession(new AdapterSession("t", id(user), LATER));
        return user;
    }

    private static <T> T inUnit(Adapter store, Function<RedisAdapter, T> work) {
        return ((UnitOfWork) store).inUnit(unit -> work.apply((RedisAdapter) unit));
    }

    private User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }
}
