package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.LATER;
import static dev.cardea.adapter.testkit.Samples.SOON;
import static dev.cardea.adapter.testkit.Samples.authenticator;
import static dev.cardea.adapter.testkit.Samples.authenticators;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.passkeys;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.model.User;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link PasskeyRecords}: facts about passkeys beyond those of Auth.js, and their deletion. */
@ContractOf(PasskeyRecords.class)
public interface PasskeyRecordsContract extends AdapterContract {
    @Test
    default void a_new_passkey_has_an_empty_record() {
        var passkey = passkey(stored(adapter()));

        assertThat(passkeys(adapter()).getPasskey(passkey)).hasValue(PasskeyRecord.of(passkey));
    }

    @Test
    default void given_fields_change_and_the_rest_stays() {
        var passkey = passkey(stored(adapter()));
        var handle = "a".repeat(64);
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey).created(SOON, handle));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey).name("Läptop 💻"));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey).used(LATER, true));

        assertThat(passkeys(adapter()).getPasskey(passkey))
                .hasValue(new PasskeyRecord(passkey, "Läptop 💻", handle, SOON, LATER));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey).name("n".repeat(100)));
        assertThat(passkeys(adapter()).getPasskey(passkey))
                .hasValue(new PasskeyRecord(passkey, "n".repeat(100), handle, SOON, LATER));
    }

    @Test
    default void a_used_passkey_reports_its_backup_state_and_is_otherwise_unchanged() {
        var before = authenticators(adapter()).createAuthenticator(authenticator(stored(adapter())));
        for (boolean backedUp : new boolean[] {!before.credentialBackedUp(), before.credentialBackedUp()}) {
            passkeys(adapter())
                    .updatePasskey(PasskeyChange.of(before.credentialID()).used(SOON, backedUp));
            var after = authenticators(adapter())
                    .getAuthenticator(before.credentialID())
                    .orElseThrow();
            assertThat(after.credentialBackedUp()).isEqualTo(backedUp);
            assertThat(after.credentialPublicKey()).isEqualTo(before.credentialPublicKey());
            assertThat(after.counter()).isEqualTo(before.counter());
        }
    }

    @Test
    default void a_higher_counter_leaves_the_record_unchanged() {
        var passkey = passkey(stored(adapter()));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(passkey).name("Key"));
        authenticators(adapter()).updateAuthenticatorCounter(passkey, 1_000_000);

        assertThat(passkeys(adapter()).getPasskey(passkey).orElseThrow().name()).isEqualTo("Key");
    }

    @Test
    default void the_passkeys_of_a_user_are_listed_oldest_first() {
        var user = stored(adapter());
        var younger = passkey(user);
        var older = passkey(user);
        passkeys(adapter()).updatePasskey(PasskeyChange.of(younger).created(LATER, "h"));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(older).created(SOON, "h"));
        passkey(stored(adapter()));

        assertThat(passkeys(adapter()).listPasskeysByUserId(id(user)))
                .extracting(PasskeyRecord::credentialID)
                .containsExactly(older, younger);
        assertThat(passkeys(adapter()).listPasskeysByUserId(unique())).isEmpty();
    }

    @Test
    default void a_passkey_without_a_record_is_listed_too() {
        var user = stored(adapter());
        var bare = passkey(user);

        assertThat(passkeys(adapter()).listPasskeysByUserId(id(user))).containsExactly(PasskeyRecord.of(bare));
    }

    @Test
    default void a_deleted_passkey_is_removed_with_its_record_and_a_second_call_has_no_effect() {
        var user = stored(adapter());
        var kept = passkey(user);
        var given = authenticators(adapter()).createAuthenticator(authenticator(user));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(given.credentialID()).name("Gone"));
        passkeys(adapter()).deleteAuthenticator(given.credentialID());
        passkeys(adapter()).deleteAuthenticator(given.credentialID());

        assertThat(authenticators(adapter()).getAuthenticator(given.credentialID()))
                .isEmpty();
        assertThat(passkeys(adapter()).getPasskey(given.credentialID())).isEmpty();
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(id(user)))
                .extracting(AdapterAuthenticator::credentialID)
                .containsExactly(kept);

        authenticators(adapter()).createAuthenticator(given);
        assertThat(passkeys(adapter()).getPasskey(given.credentialID()))
                .hasValue(PasskeyRecord.of(given.credentialID()));
    }

    @Test
    default void records_are_deleted_with_their_user() {
        var user = stored(adapter());
        var given = authenticators(adapter()).createAuthenticator(authenticator(user));
        passkeys(adapter()).updatePasskey(PasskeyChange.of(given.credentialID()).name("Gone"));
        users(adapter()).deleteUser(id(user));
        assertThat(passkeys(adapter()).getPasskey(given.credentialID())).isEmpty();

        var other = stored(adapter());
        authenticators(adapter())
                .createAuthenticator(new AdapterAuthenticator(
                        given.credentialID(),
                        id(other),
                        given.providerAccountId(),
                        "key",
                        0,
                        "singleDevice",
                        false,
                        null));
        assertThat(passkeys(adapter()).getPasskey(given.credentialID()))
                .hasValue(PasskeyRecord.of(given.credentialID()));
    }

    @Test
    default void an_unknown_passkey_cannot_be_changed_and_has_no_record() {
        var unknown = unique();
        assertThatThrownBy(() -> passkeys(adapter())
                        .updatePasskey(PasskeyChange.of(unknown).name("x")))
                .isInstanceOf(RowNotFoundException.class);
        assertThat(passkeys(adapter()).getPasskey(unknown)).isEmpty();
        passkeys(adapter()).deleteAuthenticator(unknown);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_credential_id_that_cannot_exist_has_no_record(String text) {
        assertThat(passkeys(adapter()).getPasskey(text)).isEmpty();
        assertThat(passkeys(adapter()).listPasskeysByUserId(text)).isEmpty();
    }

    @Test
    default void concurrent_first_changes_are_all_kept() {
        var passkey = passkey(stored(adapter()));
        var changes = IntStream.range(0, 6)
                .mapToObj(i -> i % 2 == 0
                        ? PasskeyChange.of(passkey).name("Name")
                        : PasskeyChange.of(passkey).used(SOON, true))
                .map(change ->
                        CompletableFuture.runAsync(() -> passkeys(adapter()).updatePasskey(change)))
                .toList();
        changes.forEach(CompletableFuture::join);

        var record = passkeys(adapter()).getPasskey(passkey).orElseThrow();
        assertThat(record.name()).isEqualTo("Name");
        assertThat(record.lastUsedAt()).isEqualTo(SOON);
    }

    private String passkey(User user) {
        return authenticators(adapter())
                .createAuthenticator(authenticator(user))
                .credentialID();
    }
}
