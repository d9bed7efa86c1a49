package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.authenticator;
import static dev.cardea.adapter.testkit.Samples.authenticators;
import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.model.User;
import dev.cardea.testing.Rounds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link AuthenticatorAdapter}: passkeys, and accounts by their name. */
@ContractOf(AuthenticatorAdapter.class)
public interface AuthenticatorContract extends AdapterContract {
    @Test
    default void an_account_is_found_with_its_tokens() {
        var account = account(stored(adapter()));
        users(adapter()).linkAccount(account);

        var found = authenticators(adapter())
                .getAccount(account.providerAccountId(), "github")
                .orElseThrow();
        account.claims()
                .asMap()
                .forEach((name, value) ->
                        assertThat(found.claims().value(name)).as(name).isEqualTo(value));
        assertThat(found.expiresAt()).isEqualTo(2_592_000L);
    }

    @Test
    default void an_account_with_only_required_fields_is_found() {
        var user = stored(adapter());
        String accountId = unique();
        users(adapter()).linkAccount(bareAccount(user, "auth0", accountId));

        var found = authenticators(adapter()).getAccount(accountId, "auth0").orElseThrow();
        assertThat(found.userId()).isEqualTo(user.id());
        assertThat(found.type()).isEqualTo("oauth");
        assertThat(found.accessToken()).isNull();
        assertThat(found.expiresAt()).isNull();
    }

    @Test
    default void an_account_is_found_by_both_names_in_this_order() {
        var account = users(adapter()).linkAccount(account(stored(adapter())));

        assertThat(authenticators(adapter()).getAccount(unique(), "gitlab")).isEmpty();
        assertThat(authenticators(adapter()).getAccount(account.providerAccountId(), "gitlab"))
                .isEmpty();
        assertThat(authenticators(adapter()).getAccount(unique(), "github")).isEmpty();
        assertThat(authenticators(adapter()).getAccount("github", account.providerAccountId()))
                .isEmpty();
    }

    @Test
    default void expires_at_may_lie_beyond_2038() {
        var account = account(stored(adapter())).with("expires_at", 4_102_444_800L);
        users(adapter()).linkAccount(account);

        assertThat(authenticators(adapter())
                        .getAccount(account.providerAccountId(), "github")
                        .orElseThrow()
                        .expiresAt())
                .isEqualTo(4_102_444_800L);
    }

    @Test
    default void a_created_authenticator_is_returned_and_found() {
        var authenticator = authenticator(stored(adapter()));

        assertThat(authenticators(adapter()).createAuthenticator(authenticator)).isEqualTo(authenticator);
        assertThat(authenticators(adapter()).getAuthenticator(authenticator.credentialID()))
                .hasValue(authenticator);
    }

    @Test
    default void an_authenticator_needs_no_transports() {
        var given = authenticator(stored(adapter()));
        var authenticator = new AdapterAuthenticator(
                given.credentialID(), given.userId(), given.providerAccountId(), "key", 0, "singleDevice", false, null);
        authenticators(adapter()).createAuthenticator(authenticator);

        assertThat(authenticators(adapter()).getAuthenticator(authenticator.credentialID()))
                .hasValue(authenticator);
    }

    @Test
    default void keys_of_every_length_are_kept_whole() {
        var given = authenticator(stored(adapter()));
        var authenticator = new AdapterAuthenticator(
                given.credentialID(),
                given.userId(),
                given.providerAccountId(),
                "k".repeat(2_000),
                1,
                "multiDevice",
                true,
                "usb");
        authenticators(adapter()).createAuthenticator(authenticator);

        assertThat(authenticators(adapter()).getAuthenticator(authenticator.credentialID()))
                .hasValue(authenticator);
    }

    @Test
    default void an_unknown_authenticator_is_empty() {
        assertThat(authenticators(adapter()).getAuthenticator(unique())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_credential_id_that_cannot_exist_is_empty(String text) {
        assertThat(authenticators(adapter()).getAuthenticator(text)).isEmpty();
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(text)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_credential_ids_are_different(String one, String other) {
        var user = stored(adapter());
        String unique = unique();
        create(user, unique + one, 1);

        assertThat(authenticators(adapter()).getAuthenticator(unique + other)).isEmpty();
        create(user, unique + other, 2);
        assertThat(counter(unique + one)).isEqualTo(1);
        assertThat(counter(unique + other)).isEqualTo(2);
    }

    @Test
    default void an_existing_credential_id_throws_and_stays() {
        var user = stored(adapter());
        var authenticator = authenticators(adapter()).createAuthenticator(authenticator(user));
        var other = stored(adapter());

        assertThatThrownBy(() -> authenticators(adapter()).createAuthenticator(authenticator))
                .isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> create(other, authenticator.credentialID(), 9))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(authenticators(adapter()).getAuthenticator(authenticator.credentialID()))
                .hasValue(authenticator);
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(id(other)))
                .isEmpty();
    }

    @Test
    default void the_authenticators_of_a_user_are_listed() {
        var one = stored(adapter());
        var other = stored(adapter());
        var first = authenticators(adapter()).createAuthenticator(authenticator(one));
        var second = authenticators(adapter()).createAuthenticator(authenticator(one));
        var third = authenticators(adapter()).createAuthenticator(authenticator(other));

        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(id(one)))
                .containsExactlyInAnyOrder(first, second);
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(id(other)))
                .containsExactly(third);
    }

    @Test
    default void an_unknown_user_has_no_authenticators() {
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(unique()))
                .isEmpty();
        assertThat(authenticators(adapter()).listAuthenticatorsByUserId(id(stored(adapter()))))
                .isEmpty();
    }

    @Test
    default void a_counter_goes_up_and_the_rest_stays() {
        var user = stored(adapter());
        var before = create(user, unique(), 7);
        var updated = authenticators(adapter()).updateAuthenticatorCounter(before.credentialID(), 8);

        assertThat(updated).isEqualTo(with(before, 8));
        assertThat(authenticators(adapter()).getAuthenticator(before.credentialID()))
                .hasValue(updated);
    }

    @Test
    default void a_counter_of_another_authenticator_stays() {
        var user = stored(adapter());
        var one = create(user, unique(), 7);
        var other = create(user, unique(), 7);
        authenticators(adapter()).updateAuthenticatorCounter(one.credentialID(), 8);

        assertThat(counter(other.credentialID())).isEqualTo(7);
    }

    /** Many passkeys never count: they report 0 each time. */
    @ParameterizedTest
    @ValueSource(longs = {0, 7})
    default void a_counter_may_stay(long counter) {
        var authenticator = create(stored(adapter()), unique(), counter);

        assertThat(authenticators(adapter())
                        .updateAuthenticatorCounter(authenticator.credentialID(), counter)
                        .counter())
                .isEqualTo(counter);
    }

    @Test
    default void a_counter_never_goes_down() {
        var authenticator = create(stored(adapter()), unique(), 7);

        assertThatThrownBy(() -> authenticators(adapter()).updateAuthenticatorCounter(authenticator.credentialID(), 6))
                .isInstanceOf(StoreConflictException.class);
        assertThat(counter(authenticator.credentialID())).isEqualTo(7);
    }

    @Test
    default void the_counter_of_an_unknown_authenticator_throws() {
        String credential = unique();

        assertThatThrownBy(() -> authenticators(adapter()).updateAuthenticatorCounter(credential, 1))
                .isInstanceOf(RowNotFoundException.class);
        assertThat(authenticators(adapter()).getAuthenticator(credential)).isEmpty();
    }

    /** A signature counter is an unsigned number of 32 bits (Web Authentication §6.1.1). */
    @Test
    default void a_counter_holds_32_bits() {
        var authenticator = create(stored(adapter()), unique(), 2_147_483_647L);
        authenticators(adapter()).updateAuthenticatorCounter(authenticator.credentialID(), 4_294_967_295L);

        assertThat(counter(authenticator.credentialID())).isEqualTo(4_294_967_295L);
    }

    @Test
    default void authenticators_are_deleted_with_their_user() {
        var user = stored(adapter());
        var authenticator = create(user, unique(), 1);
        var theirs = create(stored(adapter()), unique(), 1);
        users(adapter()).deleteUser(id(user));

        assertThat(authenticators(adapter()).getAuthenticator(authenticator.credentialID()))
                .isEmpty();
        assertThat(authenticators(adapter()).getAuthenticator(theirs.credentialID()))
                .isPresent();
    }

    @Test
    default void the_higher_of_two_concurrent_counters_stays() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            String credential = create(stored(adapter()), unique(), 5).credentialID();
            var outcomes = Race.of(List.of(
                    () -> authenticators(adapter()).updateAuthenticatorCounter(credential, 6),
                    () -> authenticators(adapter()).updateAuthenticatorCounter(credential, 7)));

            assertThat(counter(credential)).isEqualTo(7);
            assertThat(outcomes.get(1).succeeded()).isTrue();
        }
    }

    @Test
    default void one_of_two_concurrent_registrations_of_one_credential_succeeds() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var one = stored(adapter());
            var other = stored(adapter());
            String credential = unique();
            var outcomes = Race.of(List.of(() -> create(one, credential, 1), () -> create(other, credential, 1)));

            assertThat(outcomes.stream().filter(Race.Outcome::succeeded)).hasSize(1);
        }
    }

    private AdapterAuthenticator create(User user, String credential, long counter) {
        return authenticators(adapter())
                .createAuthenticator(new AdapterAuthenticator(
                        credential, id(user), credential, "key", counter, "multiDevice", true, "internal"));
    }

    private long counter(String credential) {
        return authenticators(adapter())
                .getAuthenticator(credential)
                .orElseThrow()
                .counter();
    }

    private static AdapterAuthenticator with(AdapterAuthenticator it, long counter) {
        return new AdapterAuthenticator(
                it.credentialID(),
                it.userId(),
                it.providerAccountId(),
                it.credentialPublicKey(),
                counter,
                it.credentialDeviceType(),
                it.credentialBackedUp(),
                it.transports());
    }
}
