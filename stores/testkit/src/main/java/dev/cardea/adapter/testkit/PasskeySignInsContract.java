package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.authenticator;
import static dev.cardea.adapter.testkit.Samples.authenticators;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.PasskeySignIns;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@link PasskeySignIns}: the reads and writes of a passkey sign-in, in one call each. */
@ContractOf(PasskeySignIns.class)
public interface PasskeySignInsContract extends AdapterContract {
    @Test
    default void a_passkey_is_returned_with_its_record_its_account_and_its_user() {
        var user = stored(adapter());
        var row = authenticators(adapter()).createAuthenticator(authenticator(user));
        var account = users(adapter()).linkAccount(bareAccount(user, "passkey", row.providerAccountId()));
        var made = Instant.parse("2026-03-04T05:06:07.890Z");
        ((PasskeyRecords) adapter())
                .updatePasskey(PasskeyChange.of(row.credentialID()).created(made, "handle"));

        var found = signIns().getPasskeySignIn(row.credentialID(), "passkey").orElseThrow();
        assertThat(found.authenticator()).isEqualTo(row);
        assertThat(found.record().userHandle()).isEqualTo("handle");
        assertThat(found.record().createdAt()).isEqualTo(made);
        var owned = Objects.requireNonNull(found.account());
        assertThat(owned.providerAccountId()).isEqualTo(account.providerAccountId());
        assertThat(owned.userId()).isEqualTo(id(user));
        assertThat(found.user()).isEqualTo(user);
    }

    @Test
    default void absent_parts_of_a_passkey_are_null_and_an_unknown_one_is_empty() {
        var user = stored(adapter());
        var row = authenticators(adapter()).createAuthenticator(authenticator(user));

        var bare = signIns().getPasskeySignIn(row.credentialID(), "passkey").orElseThrow();
        assertThat(bare.authenticator()).isEqualTo(row);
        assertThat(bare.record()).isEqualTo(PasskeyRecord.of(row.credentialID()));
        assertThat(bare.account()).isNull();
        assertThat(bare.user()).isNull();
        users(adapter()).linkAccount(bareAccount(user, "other", row.providerAccountId()));
        assertThat(signIns()
                        .getPasskeySignIn(row.credentialID(), "passkey")
                        .orElseThrow()
                        .account())
                .isNull();
        assertThat(signIns().getPasskeySignIn(unique(), "passkey")).isEmpty();
    }

    @Test
    default void the_account_may_belong_to_another_user_than_the_passkey() {
        var user = stored(adapter());
        var other = stored(adapter());
        var row = authenticators(adapter()).createAuthenticator(authenticator(user));
        users(adapter()).linkAccount(bareAccount(other, "passkey", row.providerAccountId()));

        var found = signIns().getPasskeySignIn(row.credentialID(), "passkey").orElseThrow();
        assertThat(found.authenticator().userId()).isEqualTo(id(user));
        assertThat(found.user()).isEqualTo(other);
    }

    @Test
    default void a_use_is_stored_and_a_counter_never_decreases() {
        var row = authenticators(adapter()).createAuthenticator(authenticator(stored(adapter())));
        long next = row.counter() + 5;
        var first = Instant.parse("2026-03-04T05:06:07.890Z");
        signIns().updatePasskeyUse(row.credentialID(), next, true, first);
        signIns().updatePasskeyUse(row.credentialID(), next, false, first.plusSeconds(1));

        var used =
                authenticators(adapter()).getAuthenticator(row.credentialID()).orElseThrow();
        assertThat(used.counter()).isEqualTo(next);
        assertThat(used.credentialBackedUp()).isFalse();
        assertThatThrownBy(() -> signIns().updatePasskeyUse(row.credentialID(), next - 1, true, first))
                .isInstanceOf(StoreConflictException.class);
        assertThatThrownBy(() -> signIns().updatePasskeyUse(unique(), 1, true, first))
                .isInstanceOf(RowNotFoundException.class);
        assertThat(authenticators(adapter()).getAuthenticator(row.credentialID()))
                .hasValue(used);
        assertThat(((PasskeyRecords) adapter())
                        .getPasskey(row.credentialID())
                        .orElseThrow()
                        .lastUsedAt())
                .isEqualTo(first.plusSeconds(1));
    }

    private PasskeySignIns signIns() {
        return (PasskeySignIns) adapter();
    }
}
