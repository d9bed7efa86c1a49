package dev.cardea.adapter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A process that dies before any step of any operation, or behind it without having heard: the next try finds things in
 * order, or puts them in order.
 */
@Tag("nightly")
@Tag("rotation-3")
@Tag("store")
class InterruptionTest extends PeopleTest {
    private record SignedInUser(User user, Account account, AdapterSession session) {}

    @Test
    void a_cut_creation_never_blocks_the_address() {
        afterEachStep(() -> person("ada"), CassandraAdapter::createUser, proposal -> {
            var known = adapter.getUserByEmail(proposal.email());
            var user = known.orElseGet(() -> adapter.createUser(proposal));
            assertThat(adapter.getUserByEmail(proposal.email())).hasValue(user);
            assertThat(adapter.getUser(id(user))).hasValue(user);
        });
    }

    @Test
    void a_cut_change_of_address_is_done_by_the_next_and_blocks_neither_address() {
        String name = unique();
        afterEachStep(
                () -> stored("ada"),
                (it, ada) -> it.updateUser(UserChange.of(id(ada)).email(name + ada.email())),
                ada -> {
                    var address = adapter.getUser(id(ada)).orElseThrow().email();
                    assertThat(adapter.getUserByEmail(address)).map(User::id).hasValue(id(ada));
                    adapter.updateUser(UserChange.of(id(ada)).email(name + ada.email()));
                    assertThat(adapter.getUserByEmail(name + ada.email()))
                            .map(User::id)
                            .hasValue(id(ada));
                    assertThat(adapter.getUserByEmail(ada.email())).isEmpty();
                    adapter.createUser(User.of(null, "Ada", ada.email()));
                });
    }

    @Test
    void an_address_whose_change_was_cut_is_free_for_others() {
        String name = unique();
        afterEachStep(
                () -> stored("ada"),
                (it, ada) -> it.updateUser(UserChange.of(id(ada)).email(name + ada.email())),
                ada -> {
                    if (adapter.getUserByEmail(name + ada.email()).isPresent()) return;
                    var other = adapter.createUser(User.of(null, "Other", name + ada.email()));
                    assertThat(adapter.getUserByEmail(name + ada.email())).hasValue(other);
                    assertThat(adapter.getUserByEmail(ada.email())).hasValue(ada);
                });
    }

    @Test
    void a_cut_link_can_be_made_by_the_next() {
        afterEachStep(() -> account(stored("ada")), CassandraAdapter::linkAccount, account -> {
            if (owner(account).isEmpty()) adapter.linkAccount(account);
            assertThat(owner(account)).hasValue(account.userId());
            assertThat(adapter.listAccountsByUserId(account.userId())).containsExactly(account);
            adapter.deleteUser(account.userId());
            assertThat(rowsWith(account.userId())).isEmpty();
        });
    }

    @Test
    void an_account_whose_unlinking_was_cut_is_listed_as_long_as_it_works() {
        afterEachStep(
                () -> adapter.linkAccount(account(stored("ada"))),
                (it, account) -> {
                    it.unlinkAccount("github", account.providerAccountId());
                    return account;
                },
                account -> {
                    assertThat(adapter.listAccountsByUserId(account.userId()))
                            .hasSize(owner(account).isPresent() ? 1 : 0);
                    adapter.unlinkAccount("github", account.providerAccountId());
                    adapter.linkAccount(account);
                    assertThat(adapter.listAccountsByUserId(account.userId())).containsExactly(account);
                });
    }

    @Test
    void a_second_deletion_removes_a_user_whose_first_deletion_was_cut() {
        afterEachStep(
                () -> {
                    var signed = signedIn();
                    adapter.linkAccount(account(signed.user()));
                    adapter.createSession(new AdapterSession(unique(), id(signed.user()), LATER));
                    adapter.registerSession(record(signed.user()));
                    adapter.registerSession(record(signed.user()));
                    adapter.createAuthenticator(passkey(signed.user()));
                    adapter.createAuthenticator(passkey(signed.user()));
                    return signed;
                },
                (it, signed) -> {
                    it.deleteUser(id(signed.user()));
                    return signed;
                },
                signed -> {
                    adapter.deleteUser(id(signed.user()));
                    assertThat(rowsWith(id(signed.user()))).isEmpty();
                });
    }

    /** Pointers to a deleted user lead nowhere and block no other user. */
    @Test
    void an_interrupted_deletion_leaves_no_sign_in_method_without_a_user() {
        afterEachStep(
                this::signedIn,
                (it, signed) -> {
                    it.deleteUser(id(signed.user()));
                    return signed;
                },
                signed -> {
                    if (adapter.getUser(id(signed.user())).isPresent()) return;
                    assertThat(owner(signed.account())).isEmpty();
                    assertThat(adapter.getSessionAndUser(signed.session().sessionToken()))
                            .isEmpty();
                    var other = adapter.createUser(
                            User.of(null, "Other", signed.user().email()));
                    adapter.linkAccount(signed.account().with("userId", other.id()));
                    assertThat(owner(signed.account())).hasValue(other.id());
                });
    }

    @Test
    void every_session_that_works_can_be_found_from_its_user() {
        afterEachStep(
                () -> new AdapterSession(unique(), id(stored("ada")), LATER),
                CassandraAdapter::createSession,
                session -> assertThat(adapter.listSessionsByUserId(session.userId()))
                        .hasSize(
                                adapter.getSessionAndUser(session.sessionToken())
                                                .isPresent()
                                        ? 1
                                        : 0));
    }

    @Test
    void every_record_of_a_session_can_be_found_from_its_user_and_its_provider() {
        afterEachStep(
                () -> record(stored("ada")),
                (it, session) -> {
                    it.registerSession(session);
                    return session;
                },
                session -> {
                    int count = adapter.getSessionRecord(session.id()).isPresent() ? 1 : 0;
                    assertThat(adapter.listSessionRecords(session.userId())).hasSize(count);
                    var ofProvider = new SessionSelection.OfProvider("github", null, session.providerSid());
                    assertThat(adapter.endSessions(ofProvider)).hasSize(count);
                });
    }

    @Test
    void a_session_whose_end_was_cut_is_ended_by_the_next_attempt_and_never_extended() {
        afterEachStep(
                () -> {
                    var session = record(stored("ada"));
                    adapter.registerSession(session);
                    return session;
                },
                (it, session) -> it.endSessions(SessionSelection.ofUser(session.userId())),
                session -> {
                    boolean isThere = adapter.getSessionRecord(session.id()).isPresent();
                    assertThat(adapter.endSessions(SessionSelection.ofUser(session.userId())))
                            .hasSize(isThere ? 1 : 0);
                    assertThat(adapter.prolongSession(session.id(), LATER, LATER, LATER))
                            .isFalse();
                    assertThat(adapter.getSessionRecord(session.id())).isEmpty();
                });
    }

    @Test
    void a_session_that_changes_hands_is_never_on_no_list() {
        var bob = stored("bob");
        afterEachStep(
                () -> signedIn().session(),
                (it, session) -> it.updateSession(
                        SessionChange.of(session.sessionToken()).userId(id(bob))),
                session -> {
                    var owner =
                            adapter.getSessionAndUser(session.sessionToken()).orElseThrow();
                    assertThat(adapter.listSessionsByUserId(id(owner.user()))).contains(owner.session());
                    if (!owner.user().equals(bob)) return;
                    assertThat(adapter.listSessionsByUserId(session.userId())).isEmpty();
                });
    }

    @Test
    void every_passkey_that_works_can_be_found_from_its_user() {
        afterEachStep(() -> passkey(stored("ada")), CassandraAdapter::createAuthenticator, passkey -> {
            if (adapter.getAuthenticator(passkey.credentialID()).isEmpty()) adapter.createAuthenticator(passkey);
            assertThat(adapter.listAuthenticatorsByUserId(passkey.userId())).containsExactly(passkey);
        });
    }

    /** A visitor whose use of a link stays unacknowledged has to request another one. */
    @Test
    void a_link_whose_use_was_cut_works_once_more_at_most() {
        afterEachStep(
                () -> adapter.createVerificationToken(new VerificationToken(address("ada"), unique(), LATER)),
                (it, token) -> it.useVerificationToken(token.identifier(), token.token()),
                token -> {
                    adapter.useVerificationToken(token.identifier(), token.token());
                    assertThat(adapter.useVerificationToken(token.identifier(), token.token()))
                            .isEmpty();
                });
    }

    @Test
    void a_key_whose_spending_was_cut_is_spent_once_more_at_most() {
        afterEachStep(PeopleTest::unique, (it, key) -> it.markUsed(key, LATER), key -> {
            adapter.markUsed(key, LATER);
            assertThat(adapter.markUsed(key, LATER)).isFalse();
        });
    }

    /** Another process takes the address while it looks unused, because the change of the row is still on its way. */
    @Test
    void an_address_that_is_taken_before_the_row_has_it_is_given_up() {
        atEachStep((ada, address) -> new WorstCase(
                () -> adapter.createUser(User.of(null, "Eve", address)),
                it -> it.updateUser(UserChange.of(id(ada)).email(address))));
    }

    /** The reverse order: the change completes while another user is about to claim the seemingly unused address. */
    @Test
    void an_address_that_looked_unused_is_given_back_when_its_owner_has_it() {
        atEachStep((ada, address) -> {
            session.execute(
                    "insert into people.cardea_email (email, user_id) values (?, ?) if not exists", address, id(ada));
            return new WorstCase(
                    () -> adapter.updateUser(UserChange.of(id(ada)).email(address)),
                    it -> it.createUser(User.of(null, "Eve", address)));
        });
    }

    /** A link that is created again is still on the list, and must not be removed from it. */
    @Test
    void a_row_that_is_made_again_during_its_deletion_is_on_the_list() {
        for (int step = 1; step <= 4; step++) {
            var account = adapter.linkAccount(account(stored("ada")));
            var passkey = adapter.createAuthenticator(passkey(stored("bob")));
            CassandraAdapter.of(InterruptedCommands.never(commands(session))
                            .meanwhile(step, () -> trying(() -> adapter.linkAccount(account))))
                    .unlinkAccount("github", account.providerAccountId());
            CassandraAdapter.of(InterruptedCommands.never(commands(session))
                            .meanwhile(step, () -> trying(() -> adapter.createAuthenticator(passkey))))
                    .deleteAuthenticator(passkey.credentialID());

            assertThat(adapter.listAccountsByUserId(account.userId()))
                    .hasSize(owner(account).isPresent() ? 1 : 0);
            assertThat(adapter.listAuthenticatorsByUserId(passkey.userId()))
                    .hasSize(adapter.getAuthenticator(passkey.credentialID()).isPresent() ? 1 : 0);
        }
    }

    /** What another process does, and what it comes in between of. */
    private record WorstCase(Runnable meanwhile, Consumer<CassandraAdapter> work) {}

    private static void atEachStep(BiFunction<User, String, WorstCase> at) {
        for (int step = 1; step <= 10; step++) {
            var ada = stored("ada");
            String address = address("new");
            var worst = at.apply(ada, address);
            var commands =
                    InterruptedCommands.never(commands(session)).meanwhile(step, () -> trying(worst.meanwhile()));
            trying(() -> worst.work().accept(CassandraAdapter.of(commands)));

            var owner = adapter.getUserByEmail(address).orElseThrow();
            boolean isAdas =
                    address.equals(adapter.getUser(id(ada)).orElseThrow().email());
            assertThat(owner.id().equals(ada.id())).isEqualTo(isAdas);
            if (!isAdas)
                assertThat(adapter.getUserByEmail(ada.email())).map(User::id).hasValue(ada.id());
        }
    }

    private static void trying(Runnable work) {
        try {
            work.run();
        } catch (DuplicateKeyException taken) {
            assertThat(taken).hasMessageContaining("already");
        }
    }

    private static <T> void afterEachStep(
            Supplier<T> given, BiFunction<CassandraAdapter, T, Object> operation, Consumer<T> then) {
        afterEachStep(given, operation, then, step -> InterruptedCommands.before(step, commands(session)));
        afterEachStep(given, operation, then, step -> InterruptedCommands.behind(step, commands(session)));
    }

    private static <T> void afterEachStep(
            Supplier<T> given,
            BiFunction<CassandraAdapter, T, Object> operation,
            Consumer<T> then,
            Function<Integer, InterruptedCommands> cut) {
        for (int step = 1; ; step++) {
            var it = given.get();
            try {
                var answer = operation.apply(CassandraAdapter.of(cut.apply(step)), it);
                assertThat(step).isGreaterThan(1);
                then.accept(it);
                return;
            } catch (InterruptedCommands.InterruptionException died) {
                then.accept(it);
            }
        }
    }

    private static User stored(String who) {
        return adapter.createUser(person(who));
    }

    private SignedInUser signedIn() {
        var user = stored("ada");
        return new SignedInUser(
                user,
                adapter.linkAccount(account(user)),
                adapter.createSession(new AdapterSession(unique(), id(user), LATER)));
    }

    private static Optional<String> owner(Account account) {
        return adapter.getUserByAccount(account.provider(), account.providerAccountId())
                .map(PeopleTest::id);
    }
}
