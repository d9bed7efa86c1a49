package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.accountIndex;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AccountIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link AccountIndex}: accounts by their user. */
@ContractOf(AccountIndex.class)
public interface AccountIndexContract extends AdapterContract {
    @Test
    default void the_accounts_of_a_user_are_listed_whole() {
        var user = stored(adapter());
        var one = users(adapter()).linkAccount(account(user));
        var two = users(adapter()).linkAccount(account(user));
        users(adapter()).linkAccount(account(stored(adapter())));

        assertThat(accountIndex(adapter()).listAccountsByUserId(id(user))).containsExactlyInAnyOrder(one, two);
    }

    @Test
    default void one_account_id_at_two_providers_is_two_accounts() {
        var user = stored(adapter());
        String accountId = unique();
        users(adapter()).linkAccount(bareAccount(user, "github", accountId));
        users(adapter()).linkAccount(bareAccount(user, "gitlab", accountId));

        assertThat(accountIndex(adapter()).listAccountsByUserId(id(user)))
                .extracting(it -> it.provider() + " " + it.providerAccountId())
                .containsExactlyInAnyOrder("github " + accountId, "gitlab " + accountId);
    }

    @Test
    default void a_user_without_accounts_has_an_empty_list() {
        assertThat(accountIndex(adapter()).listAccountsByUserId(id(stored(adapter()))))
                .isEmpty();
        assertThat(accountIndex(adapter()).listAccountsByUserId(unique())).isEmpty();
    }

    @Test
    default void a_removed_account_is_not_listed() {
        var user = stored(adapter());
        var gone = users(adapter()).linkAccount(account(user));
        var kept = users(adapter()).linkAccount(account(user));
        users(adapter()).unlinkAccount(gone.provider(), gone.providerAccountId());

        assertThat(accountIndex(adapter()).listAccountsByUserId(id(user))).containsExactly(kept);
    }

    @Test
    default void accounts_of_a_deleted_user_are_not_listed() {
        var user = stored(adapter());
        users(adapter()).linkAccount(account(user));
        users(adapter()).deleteUser(id(user));

        assertThat(accountIndex(adapter()).listAccountsByUserId(id(user))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void an_unknown_user_has_no_accounts(String text) {
        users(adapter()).linkAccount(account(stored(adapter())));

        assertThat(accountIndex(adapter()).listAccountsByUserId(text)).isEmpty();
    }
}
