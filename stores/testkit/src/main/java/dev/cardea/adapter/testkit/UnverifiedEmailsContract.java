package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.accountIndex;
import static dev.cardea.adapter.testkit.Samples.accountUpdates;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.units;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link UnverifiedEmails}: the address of an account that its provider has not verified. */
@ContractOf(UnverifiedEmails.class)
public interface UnverifiedEmailsContract extends AdapterContract {
    /** The longest address of RFC 5321. */
    String LONGEST = "a".repeat(64) + "@" + "b".repeat(63) + "." + "c".repeat(63) + "." + "d".repeat(61);

    @Test
    default void an_unverified_address_is_kept_with_its_account() {
        assertThat(((UnverifiedEmails) adapter()).keepsUnverifiedEmail()).isTrue();
        var user = stored(adapter());
        for (var address : List.of("victim@example.com", LONGEST)) {
            var account = account(user);
            users(adapter()).linkAccount(account.with(Account.UNVERIFIED_EMAIL, address));

            assertThat(unverified(user, account)).isEqualTo(address);
        }
    }

    @Test
    default void an_account_without_one_has_none() {
        var user = stored(adapter());
        var unknown = users(adapter()).linkAccount(account(user));
        users(adapter()).linkAccount(account(user).with(Account.UNVERIFIED_EMAIL, "victim@example.com"));

        assertThat(unverified(user, unknown)).isNull();
    }

    /** What an attacker does at the provider afterwards takes nothing back. */
    @Test
    default void fresh_tokens_leave_it() {
        var user = stored(adapter());
        var account = account(user);
        users(adapter()).linkAccount(account.with(Account.UNVERIFIED_EMAIL, "victim@example.com"));
        accountUpdates(adapter())
                .updateAccount(account.with("access_token", "fresh").with("id_token", "fresh"));

        assertThat(unverified(user, account)).isEqualTo("victim@example.com");
    }

    @Test
    default void an_update_sets_replaces_and_clears_it() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        for (var address :
                new @Nullable String[] {"one@example.com", "two@example.com", null, null, "one@example.com", null}) {
            accountUpdates(adapter())
                    .updateAccount(bareAccount(user, "github", account.providerAccountId())
                            .with(Account.UNVERIFIED_EMAIL, address));

            assertThat(unverified(user, account)).isEqualTo(address);
        }
        assertThat(found(user, account).accessToken()).isEqualTo(account.accessToken());
    }

    @Test
    default void an_update_belongs_to_the_owner_of_the_account_and_to_no_other_user() {
        var user = stored(adapter());
        var other = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        for (var named : List.of(
                account.with("userId", id(other)), Account.of(account.claims().without("userId")))) {
            accountUpdates(adapter()).updateAccount(named.with(Account.UNVERIFIED_EMAIL, id(other) + "@example.com"));

            assertThat(unverified(user, account)).isEqualTo(id(other) + "@example.com");
            assertThat(accountIndex(adapter()).listAccountsByUserId(id(other))).isEmpty();
        }
    }

    @Test
    default void of_an_unknown_account_it_is_ignored() {
        var user = stored(adapter());
        accountUpdates(adapter()).updateAccount(account(user).with(Account.UNVERIFIED_EMAIL, "victim@example.com"));

        assertThat(accountIndex(adapter()).listAccountsByUserId(id(user))).isEmpty();
    }

    @Test
    default void it_goes_with_the_account() {
        var user = stored(adapter());
        var account = account(user);
        users(adapter()).linkAccount(account.with(Account.UNVERIFIED_EMAIL, "victim@example.com"));
        users(adapter()).unlinkAccount(account.provider(), account.providerAccountId());
        users(adapter()).linkAccount(account);

        assertThat(unverified(user, account)).isNull();
    }

    @Test
    default void it_goes_with_the_user() {
        var user = stored(adapter());
        var account = account(user);
        users(adapter()).linkAccount(account.with(Account.UNVERIFIED_EMAIL, "victim@example.com"));
        users(adapter()).deleteUser(id(user));
        var next = stored(adapter());
        users(adapter()).linkAccount(account.with("userId", id(next)));

        assertThat(unverified(next, account)).isNull();
    }

    @Test
    default void a_unit_that_fails_keeps_none() {
        if (!(adapter() instanceof UnitOfWork)) return;
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        assertThatThrownBy(() -> units(adapter()).inUnit(unit -> failing(unit, account)))
                .isInstanceOf(IllegalStateException.class);

        assertThat(unverified(user, account)).isNull();
    }

    private static Adapter failing(Adapter unit, Account account) {
        accountUpdates(unit).updateAccount(account.with(Account.UNVERIFIED_EMAIL, "victim@example.com"));
        throw new IllegalStateException("the unit fails");
    }

    private @Nullable String unverified(User user, Account account) {
        return found(user, account).unverifiedEmail();
    }

    private Account found(User user, Account account) {
        return accountIndex(adapter()).listAccountsByUserId(id(user)).stream()
                .filter(it -> it.provider().equals(account.provider())
                        && it.providerAccountId().equals(account.providerAccountId()))
                .findFirst()
                .orElseThrow();
    }
}
