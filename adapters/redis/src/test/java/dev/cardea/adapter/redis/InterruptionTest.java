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
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that dies after any step of any operation: the next try finds things in order, or puts them in order. */
@Tag("store")
class InterruptionTest extends OneNodeTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private final RedisAdapter adapter = RedisAdapter.of(client);

    @Test
    void a_cut_creation_never_blocks_the_address() {
        afterEachStep(this::empty, it -> it.createUser(User.of(null, "Ada", "ada@example.com")), () -> {
            var known = adapter.getUserByEmail("ada@example.com");
            var user = known.orElseGet(() -> adapter.createUser(User.of(null, "Ada", "ada@example.com")));
            assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
            assertThat(adapter.getUser(id(user))).hasValue(user);
        });
    }

    @Test
    void a_cut_change_of_address_is_done_by_the_next_and_blocks_neither_address() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                },
                it -> it.updateUser(UserChange.of(id(ada[0])).email("countess@example.com")),
                () -> {
                    var address = adapter.getUser(id(ada[0])).orElseThrow().email();
                    assertThat(adapter.getUserByEmail(address).orElseThrow().id())
                            .isEqualTo(id(ada[0]));
                    adapter.updateUser(UserChange.of(id(ada[0])).email("countess@example.com"));
                    assertThat(adapter.getUserByEmail("countess@example.com"))
                            .map(User::id)
                            .hasValue(id(ada[0]));
                    assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
                    assertThat(ada().email()).isEqualTo("ada@example.com");
                });
    }

    @Test
    void an_address_whose_change_was_cut_is_free_for_others() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                },
                it -> it.updateUser(UserChange.of(id(ada[0])).email("countess@example.com")),
                () -> {
                    if (adapter.getUserByEmail("countess@example.com").isPresent()) return;
                    var other = adapter.createUser(User.of(null, "Other", "countess@example.com"));
                    assertThat(adapter.getUserByEmail("countess@example.com")).hasValue(other);
                    assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(ada[0]);
                });
    }

    @Test
    void a_cut_link_can_be_made_by_the_next() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                },
                it -> it.linkAccount(account(ada[0])),
                () -> {
                    if (adapter.getUserByAccount("github", "1").isEmpty()) adapter.linkAccount(account(ada[0]));
                    assertThat(adapter.getUserByAccount("github", "1")).hasValue(ada[0]);
                    adapter.deleteUser(id(ada[0]));
                    assertThat(client.keys("*")).isEmpty();
                });
    }

    @Test
    void a_second_deletion_removes_a_user_whose_first_deletion_was_cut() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                    adapter.linkAccount(account(ada[0]));
                    adapter.linkAccount(account(ada[0]).with("provider", "gitlab"));
                    session(ada[0], "t1");
                    session(ada[0], "t2");
                    passkey(ada[0], "c1");
                    passkey(ada[0], "c2");
                },
                it -> it.deleteUser(id(ada[0])),
                () -> {
                    adapter.deleteUser(id(ada[0]));
                    assertThat(client.keys("*")).isEmpty();
                });
    }

    /** Pointers to a deleted user lead nowhere and block no other user. */
    @Test
    void an_interrupted_deletion_leaves_no_sign_in_method_without_a_user() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                    adapter.linkAccount(account(ada[0]));
                    session(ada[0], "t1");
                },
                it -> it.deleteUser(id(ada[0])),
                () -> {
                    if (adapter.getUser(id(ada[0])).isPresent()) return;
                    assertThat(adapter.getUserByAccount("github", "1")).isEmpty();
                    assertThat(adapter.getSessionAndUser("t1")).isEmpty();
                    var other = ada();
                    adapter.linkAccount(account(other));
                    assertThat(adapter.getUserByAccount("github", "1")).hasValue(other);
                });
    }

    @Test
    void every_session_that_works_can_be_found_from_its_user() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                },
                it -> it.createSession(new AdapterSession("t1", id(ada[0]), LATER)),
                () -> assertThat(adapter.listSessionsByUserId(id(ada[0])).size())
                        .isEqualTo(adapter.getSessionAndUser("t1").isPresent() ? 1 : 0));
    }

    @Test
    void a_session_that_changes_hands_is_never_on_no_list() {
        var ada = new User[1];
        var bob = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                    bob[0] = adapter.createUser(User.of(null, "Bob", "bob@example.com"));
                    session(ada[0], "t1");
                },
                it -> it.updateSession(SessionChange.of("t1").userId(id(bob[0]))),
                () -> {
                    var owner = adapter.getSessionAndUser("t1").orElseThrow().user();
                    assertThat(adapter.listSessionsByUserId(id(owner))).hasSize(1);
                    var other = owner.equals(bob[0]) ? ada[0] : bob[0];
                    assertThat(adapter.listSessionsByUserId(id(other))).isEmpty();
                });
    }

    @Test
    void every_passkey_that_works_can_be_found_from_its_user() {
        var ada = new User[1];
        afterEachStep(
                () -> {
                    empty();
                    ada[0] = ada();
                },
                it -> it.createAuthenticator(authenticator(ada[0], "c1")),
                () -> {
                    if (adapter.getAuthenticator("c1").isEmpty()) passkey(ada[0], "c1");
                    assertThat(adapter.listAuthenticatorsByUserId(id(ada[0]))).hasSize(1);
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

    private void afterEachStep(Runnable before, Consumer<RedisAdapter> operation, Runnable then) {
        for (int steps = 0; ; steps++) {
            before.run();
            var commands = new InterruptedCommands(new JedisCommands(client), steps);
            var dying = RedisAdapter.builder(commands).build();
            try {
                operation.accept(dying);
                assertThat(steps).isPositive();
                then.run();
                return;
            } catch (InterruptedCommands.InterruptionException died) {
                then.run();
            }
        }
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
