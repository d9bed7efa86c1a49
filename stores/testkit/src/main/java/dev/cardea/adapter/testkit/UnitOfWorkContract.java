package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.email;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.session;
import static dev.cardea.adapter.testkit.Samples.someone;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.units;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** {@link UnitOfWork}: all or nothing for several calls. */
@ContractOf(UnitOfWork.class)
public interface UnitOfWorkContract extends AdapterContract {
    @Test
    default void the_work_of_a_unit_is_stored_when_it_returns() {
        var user = units(adapter()).inUnit(unit -> {
            var created = users(unit).createUser(someone());
            users(unit).linkAccount(bareAccount(created, "github", id(created)));
            return created;
        });

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", id(user))).hasValue(user);
    }

    @Test
    default void a_unit_sees_its_own_work() {
        var given = someone();
        units(adapter()).inUnit(unit -> {
            var user = users(unit).createUser(given);
            assertThat(users(unit).getUser(id(user))).hasValue(user);
            assertThat(users(unit).getUserByEmail(email(given))).hasValue(user);
            var updated = users(unit).updateUser(UserChange.of(id(user)).name("Bill"));
            assertThat(users(unit).getUser(id(user))).hasValue(updated);
            users(unit).deleteUser(id(user));
            assertThat(users(unit).getUser(id(user))).isEmpty();
            return true;
        });

        assertThat(users(adapter()).getUserByEmail(email(given))).isEmpty();
    }

    @Test
    default void a_unit_sees_earlier_rows() {
        var user = stored(adapter());

        Optional<User> found = units(adapter()).inUnit(unit -> users(unit).getUser(id(user)));
        assertThat(found).hasValue(user);
    }

    @Test
    default void a_unit_has_the_capabilities_of_the_adapter() {
        units(adapter()).inUnit(unit -> {
            assertThat(Capabilities.of(unit)).isEqualTo(Capabilities.of(adapter()));
            return true;
        });
    }

    @Test
    default void an_exception_of_a_unit_is_rethrown_unchanged() {
        var failure = new IllegalStateException("stop");

        assertThatThrownBy(() -> fail(failure, unit -> stored(unit))).isSameAs(failure);
    }

    @Test
    default void a_failed_unit_leaves_nothing_of_a_sign_in() {
        String address = address();
        String accountId = unique();
        var session = new String[1];
        failed(unit -> {
            var user = users(unit).createUser(User.of(null, "Ada", address));
            users(unit).linkAccount(bareAccount(user, "github", accountId));
            if (unit instanceof SessionAdapter sessions) {
                session[0] = sessions.createSession(session(user)).sessionToken();
            }
        });

        assertThat(users(adapter()).getUserByEmail(address)).isEmpty();
        assertThat(users(adapter()).getUserByAccount("github", accountId)).isEmpty();
        if (adapter() instanceof SessionAdapter sessions) {
            assertThat(sessions.getSessionAndUser(session[0])).isEmpty();
        }
    }

    @Test
    default void a_failed_unit_rolls_changes_back() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        failed(unit -> {
            users(unit).updateUser(UserChange.of(id(user)).name("Bill").email(address()));
            users(unit).unlinkAccount("github", account.providerAccountId());
        });

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByEmail(email(user))).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void a_failed_unit_rolls_deletions_back() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        failed(unit -> users(unit).deleteUser(id(user)));

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void a_link_used_in_a_failed_unit_works_again() {
        Assumptions.assumeTrue(adapter() instanceof VerificationTokenAdapter, "the adapter stores no sign-in links");
        var token = new VerificationToken(address(), unique(), Samples.SOON);
        Samples.tokens(adapter()).createVerificationToken(token);
        failed(unit -> assertThat(Samples.tokens(unit).useVerificationToken(token.identifier(), token.token()))
                .hasValue(token));

        assertThat(Samples.tokens(adapter()).useVerificationToken(token.identifier(), token.token()))
                .hasValue(token);
    }

    @Test
    default void an_error_rolls_everything_back_too() {
        String address = address();
        var error = new AssertionError("stop");

        assertThatThrownBy(() -> units(adapter()).inUnit(unit -> {
                    users(unit).createUser(User.of(null, "Ada", address));
                    throw error;
                }))
                .isSameAs(error);
        assertThat(users(adapter()).getUserByEmail(address)).isEmpty();
    }

    @Test
    default void a_duplicate_fails_the_unit_and_rolls_the_rest_back() {
        var user = stored(adapter());
        String address = address();

        assertThatThrownBy(() -> units(adapter()).inUnit(unit -> {
                    users(unit).createUser(User.of(null, "Ada", address));
                    return users(unit).createUser(User.of(null, "Eve", user.email()));
                }))
                .isInstanceOf(StoreConflictException.class);
        assertThat(users(adapter()).getUserByEmail(address)).isEmpty();
        assertThat(users(adapter()).getUserByEmail(email(user))).hasValue(user);
    }

    @Test
    default void the_adapter_works_after_a_failed_unit() {
        for (int i = 0; i < 50; i++) failed(Samples::stored);

        assertThat(units(adapter()).inUnit(Samples::stored).id()).isNotNull();
        assertThat(stored(adapter()).id()).isNotNull();
    }

    /** Other callers may wait for the unit or read past it, but they never read what may still be rolled back. */
    @Test
    default void an_uncommitted_unit_is_invisible_to_other_callers() {
        String address = address();
        Callable<Optional<User>> look = () -> users(adapter()).getUserByEmail(address);
        var looks = new ArrayList<Future<Optional<User>>>();
        failed(unit -> {
            users(unit).createUser(User.of(null, "Ada", address));
            looks.add(Race.begin(look));
            assertThat(early(looks.get(0))).isEmpty();
        });

        assertThat(users(adapter()).getUserByEmail(address)).isEmpty();
        assertThat(late(looks.get(0))).isEmpty();
    }

    @Test
    default void concurrent_units_all_succeed() {
        var outcomes = Race.of(
                runners(),
                () -> units(adapter()).inUnit(unit -> {
                    var user = users(unit).createUser(someone());
                    users(unit).linkAccount(account(user));
                    return user;
                }));

        assertThat(outcomes).allMatch(Race.Outcome::succeeded);
        for (var outcome : outcomes) {
            assertThat(users(adapter()).getUser(id(outcome.get()))).hasValue(outcome.get());
        }
    }

    /** Two tabs, two devices: the loser finds the winner's user at its second try. */
    @Test
    default void one_of_several_concurrent_first_sign_ins_makes_the_user_and_all_succeed() {
        for (int round = 0; round < Rounds.of(rounds() / 4); round++) {
            String address = address();
            String accountId = unique();
            var outcomes = Race.of(8, () -> twice(() -> signIn("github", accountId, address)));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            var user = users(adapter()).getUserByEmail(address).orElseThrow();
            assertThat(outcomes).allMatch(outcome -> id(user).equals(outcome.value()));
            assertThat(users(adapter()).getUserByAccount("github", accountId)).hasValue(user);
        }
    }

    /** Two providers, one address: never two users, never an automatic link. */
    @Test
    default void one_of_two_concurrent_first_sign_ins_by_two_providers_succeeds() {
        for (int round = 0; round < Rounds.of(rounds() / 4); round++) {
            String address = address();
            String accountId = unique();
            var outcomes = Race.of(List.of(
                    () -> twice(() -> signIn("github", accountId, address)),
                    () -> twice(() -> signIn("gitlab", accountId, address))));

            assertThat(outcomes.stream().filter(Race.Outcome::succeeded)).hasSize(1);
            assertThat(users(adapter()).getUserByAccount("github", accountId).isPresent())
                    .isNotEqualTo(users(adapter())
                            .getUserByAccount("gitlab", accountId)
                            .isPresent());
        }
    }

    /** The library wraps the exceptions of a store in its own, and a store must find its conflict in there. */
    @Test
    default void a_wrapped_conflict_is_retried() {
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 10)); round++) {
            var user = stored(adapter());
            var outcomes = Race.of(
                    8,
                    () -> units(adapter())
                            .inUnit(unit -> callUnchecked(() -> {
                                var seen = users(unit).getUser(id(user)).orElseThrow();
                                users(unit).updateUser(UserChange.of(id(user)).name("seen " + seen.name()));
                                users(unit).linkAccount(account(user));
                                return true;
                            })));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
        }
    }

    private static <T> T callUnchecked(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new IllegalStateException("wrapped", e);
        }
    }

    private String signIn(String provider, String accountId, String address) {
        return units(adapter()).inUnit(unit -> {
            var known = users(unit).getUserByAccount(provider, accountId);
            if (known.isPresent()) return id(known.get());
            if (users(unit).getUserByEmail(address).isPresent()) throw new IllegalStateException("not linked");
            var user = users(unit).createUser(User.of(null, "Ada", address));
            users(unit).linkAccount(bareAccount(user, provider, accountId));
            return id(user);
        });
    }

    /** Repeats once, as the library does after a unit that failed. */
    private static <T> T twice(Callable<T> work) throws Exception {
        try {
            return work.call();
        } catch (RuntimeException e) {
            return work.call();
        }
    }

    private void failed(Consumer<Adapter> work) {
        var stop = new IllegalStateException("stop");
        assertThatThrownBy(() -> fail(stop, work)).isSameAs(stop);
    }

    private void fail(RuntimeException failure, Consumer<Adapter> work) {
        units(adapter()).inUnit(unit -> {
            work.accept(unit);
            throw failure;
        });
    }

    private static <T> Optional<T> early(Future<Optional<T>> look) {
        Race.giveHeadStart(look);
        return look.isDone() ? late(look) : Optional.empty();
    }

    private static <T> Optional<T> late(Future<Optional<T>> look) {
        try {
            return look.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
