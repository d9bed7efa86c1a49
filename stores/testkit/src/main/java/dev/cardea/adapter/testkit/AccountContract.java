package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.model.Account;
import dev.cardea.testing.Rounds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link dev.cardea.adapter.UserAdapter}: the accounts at providers that belong to users. */
public interface AccountContract extends AdapterContract {
    @Test
    default void a_linked_account_leads_to_its_user() {
        var user = stored(adapter());
        var account = account(user);
        var linked = users(adapter()).linkAccount(account);

        assertThat(linked.userId()).isEqualTo(user.id());
        assertThat(linked.provider()).isEqualTo("github");
        assertThat(linked.providerAccountId()).isEqualTo(account.providerAccountId());
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void an_account_needs_no_tokens() {
        var user = stored(adapter());
        String accountId = unique();
        users(adapter()).linkAccount(bareAccount(user, "github", accountId));

        assertThat(users(adapter()).getUserByAccount("github", accountId)).hasValue(user);
    }

    @Test
    default void unknown_members_of_an_account_do_no_harm() {
        var user = stored(adapter());
        var account = account(user).with("moon", "full").with("authorization_details", List.of("x"));
        users(adapter()).linkAccount(account);

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void long_tokens_are_kept() {
        var user = stored(adapter());
        var account = account(user).with("id_token", "x".repeat(longestText()));
        users(adapter()).linkAccount(account);

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void an_account_is_found_by_both_halves_of_its_name_only() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));

        assertThat(users(adapter()).getUserByAccount("github", unique())).isEmpty();
        assertThat(users(adapter()).getUserByAccount("gitlab", account.providerAccountId()))
                .isEmpty();
        assertThat(users(adapter()).getUserByAccount(account.providerAccountId(), "github"))
                .isEmpty();
        assertThat(users(adapter()).getUserByAccount("", "github" + account.providerAccountId()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void an_account_id_that_cannot_exist_is_empty(String text) {
        assertThat(users(adapter()).getUserByAccount("github", text)).isEmpty();
        assertThat(users(adapter()).getUserByAccount(text, "1")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_account_ids_are_kept_apart(String text) {
        var user = stored(adapter());
        String accountId = text + unique();
        users(adapter()).linkAccount(bareAccount(user, "github", accountId));

        assertThat(users(adapter()).getUserByAccount("github", accountId)).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", accountId.substring(1)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_account_ids_are_different(String one, String other) {
        var user = stored(adapter());
        String unique = unique();
        users(adapter()).linkAccount(bareAccount(user, "github", unique + one));

        assertThat(users(adapter()).getUserByAccount("github", unique + other)).isEmpty();
        var stranger = stored(adapter());
        users(adapter()).linkAccount(bareAccount(stranger, "github", unique + other));
        assertThat(users(adapter()).getUserByAccount("github", unique + one)).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", unique + other)).hasValue(stranger);
    }

    @Test
    default void the_boundary_between_provider_and_id_matters() {
        var user = stored(adapter());
        String unique = unique();
        users(adapter()).linkAccount(bareAccount(user, "a", "b:" + unique));

        for (var separator : List.of(":", "_", "-", "/", "|", "#", "\0", "")) {
            assertThat(users(adapter()).getUserByAccount("a" + separator + "b", unique))
                    .isEmpty();
            assertThat(users(adapter()).getUserByAccount("a" + separator, "b:" + unique))
                    .isEqualTo(separator.isEmpty() ? Optional.of(user) : Optional.empty());
        }
    }

    @Test
    default void a_user_can_have_several_accounts() {
        var user = stored(adapter());
        String accountId = unique();
        users(adapter()).linkAccount(bareAccount(user, "github", accountId));
        users(adapter()).linkAccount(bareAccount(user, "github", accountId + "2"));
        users(adapter()).linkAccount(bareAccount(user, "gitlab", accountId));

        assertThat(users(adapter()).getUserByAccount("github", accountId)).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("github", accountId + "2")).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("gitlab", accountId)).hasValue(user);
    }

    @Test
    default void the_same_id_at_another_provider_can_belong_to_another_user() {
        var user = stored(adapter());
        var other = stored(adapter());
        String accountId = unique();
        users(adapter()).linkAccount(bareAccount(user, "github", accountId));
        users(adapter()).linkAccount(bareAccount(other, "gitlab", accountId));

        assertThat(users(adapter()).getUserByAccount("github", accountId)).hasValue(user);
        assertThat(users(adapter()).getUserByAccount("gitlab", accountId)).hasValue(other);
    }

    @Test
    default void an_account_that_is_linked_already_throws_and_stays() {
        var user = stored(adapter());
        var other = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));

        assertThatThrownBy(() -> users(adapter()).linkAccount(account)).isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> users(adapter()).linkAccount(account.with("userId", other.id())))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void an_account_of_an_unknown_user_throws() {
        var account = account(stored(adapter()));

        assertThatThrownBy(() -> users(adapter()).linkAccount(account.with("userId", null)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .isEmpty();
    }

    @Test
    default void an_account_of_a_deleted_user_signs_no_user_in() {
        var user = stored(adapter());
        var account = account(user);
        users(adapter()).deleteUser(id(user));

        // A database without foreign keys does not notice; all other stores throw this type and no other.
        var thrown = catchThrowable(() -> users(adapter()).linkAccount(account));
        if (thrown != null) assertThat(thrown).isInstanceOf(RowNotFoundException.class);
        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .isEmpty();
    }

    @Test
    default void an_unlinked_account_is_removed_and_the_user_stays() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        var kept = users(adapter()).linkAccount(account(user));
        users(adapter()).unlinkAccount("github", account.providerAccountId());

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .isEmpty();
        assertThat(users(adapter()).getUserByAccount("github", kept.providerAccountId()))
                .hasValue(user);
        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
    }

    @Test
    default void unlinking_twice_or_an_unknown_account_has_no_effect() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));
        users(adapter()).unlinkAccount("github", account.providerAccountId());
        users(adapter()).unlinkAccount("github", account.providerAccountId());
        users(adapter()).unlinkAccount("github", unique());
    }

    @Test
    default void unlinking_needs_both_halves_of_the_name() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        users(adapter()).unlinkAccount("gitlab", account.providerAccountId());
        users(adapter()).unlinkAccount("github", unique());
        users(adapter()).unlinkAccount(account.providerAccountId(), "github");

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void an_unlinked_account_can_be_linked_again_also_to_another_user() {
        var user = stored(adapter());
        var other = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        users(adapter()).unlinkAccount("github", account.providerAccountId());
        users(adapter()).linkAccount(account.with("userId", other.id()));

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(other);
    }

    @Test
    default void accounts_are_deleted_with_their_user() {
        var user = stored(adapter());
        var other = stored(adapter());
        var one = users(adapter()).linkAccount(account(user));
        var two = users(adapter()).linkAccount(account(user));
        var theirs = users(adapter()).linkAccount(account(other));
        users(adapter()).deleteUser(id(user));

        assertThat(users(adapter()).getUserByAccount("github", one.providerAccountId()))
                .isEmpty();
        assertThat(users(adapter()).getUserByAccount("github", two.providerAccountId()))
                .isEmpty();
        assertThat(users(adapter()).getUserByAccount("github", theirs.providerAccountId()))
                .hasValue(other);
        users(adapter()).linkAccount(one.with("userId", other.id()));
        assertThat(users(adapter()).getUserByAccount("github", one.providerAccountId()))
                .hasValue(other);
    }

    @Test
    default void one_of_two_concurrent_links_of_one_account_succeeds() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var one = stored(adapter());
            var other = stored(adapter());
            String accountId = unique();
            var outcomes = Race.of(List.<Callable<Account>>of(
                    () -> users(adapter()).linkAccount(bareAccount(one, "github", accountId)),
                    () -> users(adapter()).linkAccount(bareAccount(other, "github", accountId))));

            var winners = outcomes.stream().filter(Race.Outcome::succeeded).toList();
            assertThat(winners).hasSize(1);
            var owner = users(adapter()).getUserByAccount("github", accountId).orElseThrow();
            assertThat(owner.id()).isEqualTo(winners.get(0).get().userId());
        }
    }

    /** The account may exist without a user for a moment; then it belongs to no user, and any user may link it. */
    @Test
    default void an_account_that_is_linked_while_its_user_is_deleted_is_free() {
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 50)); round++) {
            var user = stored(adapter());
            var account = account(user);
            Callable<Account> link = () -> users(adapter()).linkAccount(account);
            Race.of(List.of(link, () -> {
                users(adapter()).deleteUser(id(user));
                return account;
            }));
            assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                    .isEmpty();

            var other = stored(adapter());
            users(adapter()).linkAccount(bareAccount(other, "github", account.providerAccountId()));
            assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                    .hasValue(other);
        }
    }
}
