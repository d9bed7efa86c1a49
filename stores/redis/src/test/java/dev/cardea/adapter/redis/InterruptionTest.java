package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserChange;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that dies after any step of any operation: the next try finds things in order, or puts them in order. */
@Tag("part")
@Tag("store")
class InterruptionTest extends OneNodeTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private final RedisAdapter adapter = RedisAdapter.of(client);

    @Test
    void a_cut_creation_never_blocks_the_address() {
        afterEachStep(this::noUser, (it, none) -> it.createUser(User.of(null, "Ada", "ada@example.com")), none -> {
            var known = adapter.getUserByEmail("ada@example.com");
            var user = known.orElseGet(() -> adapter.createUser(User.of(null, "Ada", "ada@example.com")));
            assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
            assertThat(adapter.getUser(id(user))).hasValue(user);
        });
    }

    @Test
    void a_cut_change_of_address_is_done_by_the_next_and_blocks_neither_address() {
        afterEachStep(
                this::adaAlone,
                (it, ada) -> it.updateUser(UserChange.of(id(ada)).email("countess@example.com")),
                ada -> {
                    var address = adapter.getUser(id(ada)).orElseThrow().email();
                    assertThat(adapter.getUserByEmail(address).orElseThrow().id())
                            .isEqualTo(id(ada));
                    adapter.updateUser(UserChange.of(id(ada)).email("countess@example.com"));
                    assertThat(adapter.getUserByEmail("countess@example.com"))
                            .map(User::id)
                            .hasValue(id(ada));
                    assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
                    assertThat(ada().email()).isEqualTo("ada@example.com");
                });
    }

    @Test
    void an_address_whose_change_was_cut_is_free_for_others() {
        afterEachStep(
                this::adaAlone,
                (it, ada) -> it.updateUser(UserChange.of(id(ada)).email("countess@example.com")),
                ada -> {
                    if (adapter.getUserByEmail("countess@example.com").isPresent()) return;
                    var other = adapter.createUser(User.of(null, "Other", "countess@example.com"));
                    assertThat(adapter.getUserByEmail("countess@example.com")).hasValue(other);
                    assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(ada);
                });
    }

    @Test
    void a_cut_link_can_be_made_by_the_next() {
        afterEachStep(this::adaAlone, (it, ada) -> it.linkAccount(account(ada)), ada -> {
            if (adapter.getUserByAccount("github", "1").isEmpty()) adapter.linkAccount(account(ada));
            assertThat(adapter.getUserByAccount("github", "1")).hasValue(ada);
            adapter.deleteUser(id(ada));
            assertThat(client.keys("*")).isEmpty();
        });
    }

    @Test
    void a_second_deletion_removes_a_user_whose_first_deletion_was_cut() {
        afterEachStep(
                () -> {
                    var ada = adaAlone();
                    adapter.linkAccount(account(ada));
                    adapter.linkAccount(account(ada).with("provider", "gitlab"));
                    session(ada, "t1");
                    session(ada, "t2");
                    passkey(ada, "c1");
                    passkey(ada, "c2");
                    return ada;
                },
                (it, ada) -> it.deleteUser(id(ada)),
                ada -> {
                    adapter.deleteUser(id(ada));
                    assertThat(client.keys("*")).isEmpty();
                });
    }

    /** Pointers to a deleted user lead nowhere and block no other user. */
    @Test
    void an_interrupted_deletion_leaves_no_sign_in_method_without_a_user() {
        afterEachStep(
                () -> {
                    var ada = adaAlone();
                    adapter.linkAccount(account(ada));
                    session(ada, "t1");
                    return ada;
                },
                (it, ada) -> it.deleteUser(id(ada)),
                ada -> {
                    if (adapter.getUser(id(ada)).isPresent()) return;
                    assertThat(adapter.getUserByAccount("github", "1")).isEmpty();
                    assertThat(adapter.getSessionAndUser("t1")).isEmpty();
                    var other = ada();
                    adapter.linkAccount(account(other));
                    assertThat(adapter.getUserByAccount("github", "1")).hasValue(other);
                });
    }

    @Test
    void every_session_that_works_can_be_found_from_its_user() {
        afterEachStep(
                this::adaAlone,
                (it, ada) -> it.createSession(new AdapterSession("t1", id(ada), LATER)),
                ada -> assertThat(adapter.listSessionsByUserId(id(ada)).size())
                        .isEqualTo(adapter.getSessionAndUser("t1").isPresent() ? 1 : 0));
    }

    @Test
    void a_session_that_changes_hands_is_never_on_no_list() {
        afterEachStep(
                () -> {
                    var ada = adaAlone();
                    session(ada, "t1");
                    return List.of(ada, adapter.createUser(User.of(null, "Bob", "bob@example.com")));
                },
                (it, both) -> it.updateSession(SessionChange.of("t1").userId(id(both.get(1)))),
                both -> {
                    var owner = adapter.getSessionAndUser("t1").orElseThrow().user();
                    assertThat(adapter.listSessionsByUserId(id(owner))).hasSize(1);
                    var other = owner.equals(both.get(1)) ? both.get(0) : both.get(1);
                    assertThat(adapter.listSessionsByUserId(id(other))).isEmpty();
                });
    }

    @Test
    void every_passkey_that_works_can_be_found_from_its_user() {
        afterEachStep(this::adaAlone, (it, ada) -> it.createAuthenticator(authenticator(ada, "c1")), ada -> {
            if (adapter.getAuthenticator("c1").isEmpty()) passkey(ada, "c1");
            assertThat(adapter.listAuthenticatorsByUserId(id(ada))).hasSize(1);
        });
    }

    /** Another process takes the address while it looks unused, because the change of the row is still on its way. */
    @Test
    void an_address_that_is_taken_before_the_row_has_it_is_given_up() {
        for (int step = 1; step <= 8; step++) {
            empty();
            var ada = ada();
            var commands = InterruptedCommands.never(new JedisCommands(client))
                    .before(step, () -> trying(() -> adapter.createUser(User.of(null, "Eve", "new@example.com"))));
            trying(() -> RedisAdapter.builder(commands)
                    .build()
                    .updateUser(UserChange.of(id(ada)).email("new@example.com")));

            assertOneOwner("new@example.com", ada);
        }
    }

    /** The reverse order: the change completes while another user is about to claim the seemingly unused address. */
    @Test
    void an_address_that_looked_unused_is_given_back_when_its_owner_has_it() {
        for (int step = 1; step <= 8; step++) {
            empty();
            var ada = ada();
            client.set("user:email:new@example.com", id(ada));
            var commands = InterruptedCommands.never(new JedisCommands(client))
                    .before(
                            step,
                            () -> trying(() ->
                                    adapter.updateUser(UserChange.of(id(ada)).email("new@example.com"))));
            trying(() -> RedisAdapter.builder(commands).build().createUser(User.of(null, "Eve", "new@example.com")));

            assertOneOwner("new@example.com", ada);
        }
    }

    private void assertOneOwner(String address, User ada) {
        var owner = adapter.getUserByEmail(address).orElseThrow();
        boolean isAdas = address.equals(adapter.getUser(id(ada)).orElseThrow().email());
        assertThat(owner.id().equals(ada.id())).isEqualTo(isAdas);
        if (!isAdas)
            assertThat(adapter.getUserByEmail("ada@example.com")).map(User::id).hasValue(ada.id());
    }

    private static void trying(Runnable work) {
        try {
            work.run();
        } catch (DuplicateKeyException taken) {
            assertThat(taken).hasMessageContaining("already");
        }
    }

    /**
     * @param before what is there before each try
     * @param operation is interrupted after its first step, then after its second, until it ends
     */
    private <T> void afterEachStep(Supplier<T> before, BiConsumer<RedisAdapter, T> operation, Consumer<T> then) {
        for (int steps = 0; ; steps++) {
            var there = before.get();
            var commands = new InterruptedCommands(new JedisCommands(client), steps);
            var dying = RedisAdapter.builder(commands).build();
            try {
                operation.accept(dying, there);
                assertThat(steps).isPositive();
                then.accept(there);
                return;
            } catch (InterruptedCommands.InterruptionException died) {
                then.accept(there);
            }
        }
    }

    private Boolean noUser() {
        empty();
        return true;
    }

    private User adaAlone() {
        empty();
        return ada();
    }

    private User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    private void session(User user, String token) {
        adapter.createSession(new AdapterSession(token, id(user), LATER));
    }

    private void passkey(User user, String credential) {
        adapter.createAuthenticator(authenticator(user, credential));
    }

    private static AdapterAuthenticator authenticator(User user, String credential) {
        return new AdapterAuthenticator(credential, id(user), credential, "key", 0, "multiDevice", true, null);
    }

    private static Account account(User user) {
        return Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id());
    }
}
