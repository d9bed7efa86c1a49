package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.accountUpdates;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.model.Account;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** {@link AccountUpdates}: fresh tokens of a known account. */
@ContractOf(AccountUpdates.class)
public interface AccountUpdatesContract extends AdapterContract {
    @Test
    default void fresh_tokens_replace_the_old_ones() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));
        accountUpdates(adapter())
                .updateAccount(account.with("access_token", "fresh").with("expires_at", 4_102_444_800L));

        var found = found(account);
        assertThat(found.accessToken()).isEqualTo("fresh");
        assertThat(found.expiresAt()).isEqualTo(4_102_444_800L);
    }

    /** A provider sends the refresh token only once. */
    @Test
    default void absent_tokens_stay() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        accountUpdates(adapter())
                .updateAccount(
                        bareAccount(user, "github", account.providerAccountId()).with("access_token", "fresh"));

        var found = found(account);
        assertThat(found.accessToken()).isEqualTo("fresh");
        assertThat(found.refreshToken()).isEqualTo(account.refreshToken());
        assertThat(found.scope()).isEqualTo("user");
    }

    @Test
    default void tokens_that_are_null_are_cleared() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));
        accountUpdates(adapter())
                .updateAccount(account.with("refresh_token", null).with("expires_at", null));

        assertThat(found(account).refreshToken()).isNull();
        assertThat(found(account).expiresAt()).isNull();
        assertThat(found(account).accessToken()).isEqualTo(account.accessToken());
    }

    @Test
    default void an_update_never_changes_the_owner_of_an_account() {
        var user = stored(adapter());
        var other = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        accountUpdates(adapter())
                .updateAccount(
                        account.with("userId", other.id()).with("type", "oidc").with("access_token", "fresh"));

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
    }

    @Test
    default void an_update_without_an_owner_works() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        var fresh = Account.of(account.claims().without("userId")).with("access_token", "fresh");
        accountUpdates(adapter()).updateAccount(fresh);

        assertThat(users(adapter()).getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
        assertThat(found(account).accessToken()).isEqualTo("fresh");
    }

    @Test
    default void an_unknown_account_is_ignored() {
        var user = stored(adapter());
        String accountId = unique();
        accountUpdates(adapter())
                .updateAccount(bareAccount(user, "github", accountId).with("access_token", "fresh"));

        assertThat(users(adapter()).getUserByAccount("github", accountId)).isEmpty();
    }

    @Test
    default void an_update_without_tokens_changes_nothing() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        accountUpdates(adapter()).updateAccount(bareAccount(user, "github", account.providerAccountId()));

        assertThat(found(account).accessToken()).isEqualTo(account.accessToken());
    }

    @Test
    default void other_accounts_keep_their_tokens() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        var sameId = users(adapter())
                .linkAccount(
                        bareAccount(user, "gitlab", account.providerAccountId()).with("access_token", "theirs"));
        accountUpdates(adapter()).updateAccount(account.with("access_token", "fresh"));

        assertThat(found(sameId).accessToken()).isEqualTo("theirs");
    }

    @Test
    default void unknown_members_do_no_harm() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));
        accountUpdates(adapter()).updateAccount(account.with("moon", "full").with("access_token", "fresh"));

        assertThat(found(account).accessToken()).isEqualTo("fresh");
    }

    private Account found(Account account) {
        Assumptions.assumeTrue(adapter() instanceof AuthenticatorAdapter, "the adapter cannot look up an account");
        return Samples.authenticators(adapter())
                .getAccount(account.providerAccountId(), account.provider())
                .orElseThrow();
    }
}
