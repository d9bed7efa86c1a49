package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.SOON;
import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.email;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.someone;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.testing.Rounds;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link UserAdapter}: users. Accounts are in {@link AccountContract}, which comes with it. */
@ContractOf(UserAdapter.class)
public interface UserContract extends AccountContract {
    /**
     * Returns whether the application's additional members, {@code role} and {@code phone}, are stored with the user.
     */
    default boolean keepsOwnFields() {
        return false;
    }

    /** The library would use an optional capability that no test covers. */
    @Test
    default void every_capability_of_the_adapter_has_its_contract() {
        var tested = Capabilities.testedBy(getClass());
        for (var contract : testedElsewhere()) tested.addAll(Capabilities.testedBy(contract));
        assertThat(tested).containsAll(Capabilities.of(adapter()));
    }

    @Test
    default void a_created_user_is_returned_with_an_id_and_all_fields() {
        var given = someone();
        var user = users(adapter()).createUser(given);

        assertThat(user.id()).isNotEmpty();
        assertThat(user.name()).isEqualTo(given.name());
        assertThat(user.email()).isEqualTo(given.email());
        assertThat(user.image()).isEqualTo(given.image());
        assertThat(user.emailVerified()).isEqualTo(SOON);
    }

    @Test
    default void a_created_user_is_found_by_the_returned_id_and_by_address() {
        var user = stored(adapter());

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByEmail(email(user))).hasValue(user);
    }

    @Test
    default void a_user_without_a_proposed_id_gets_one() {
        var user = users(adapter()).createUser(User.of(null, "Ada", address()));

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
    }

    @Test
    default void the_same_proposal_twice_makes_two_users() {
        String proposal = unique();
        var one = users(adapter()).createUser(User.of(proposal, "Ada", address()));
        var other = users(adapter()).createUser(User.of(unique(), "Bob", address()));

        assertThat(one.id()).isNotEqualTo(other.id());
    }

    @Test
    default void absent_fields_read_as_null() {
        var user = users(adapter()).createUser(User.of(Claims.of("email", address())));

        assertThat(user.name()).isNull();
        assertThat(user.image()).isNull();
        assertThat(user.emailVerified()).isNull();
        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
    }

    @Test
    default void null_fields_read_as_null() {
        var given = someone().with("name", null).with("image", null).with("emailVerified", (Object) null);
        var user =
                users(adapter()).getUser(id(users(adapter()).createUser(given))).orElseThrow();

        assertThat(user.name()).isNull();
        assertThat(user.image()).isNull();
        assertThat(user.emailVerified()).isNull();
    }

    @Test
    default void empty_text_stays_empty_text() {
        var user = users(adapter()).createUser(someone().with("name", ""));

        assertThat(users(adapter()).getUser(id(user)).orElseThrow().name()).isEmpty();
    }

    @Test
    default void users_without_an_address_do_not_collide() {
        var one = users(adapter()).createUser(User.of(null, "Ada", null));
        var other = users(adapter()).createUser(User.of(null, "Bob", null));

        assertThat(users(adapter()).getUser(id(one)).orElseThrow().email()).isNull();
        assertThat(users(adapter()).getUser(id(other)).orElseThrow().name()).isEqualTo("Bob");
    }

    @Test
    default void two_users_may_share_everything_but_the_address() {
        var one = users(adapter()).createUser(someone());
        var other = users(adapter()).createUser(someone());

        assertThat(one.name()).isEqualTo(other.name());
        assertThat(users(adapter()).getUser(id(one))).hasValue(one);
        assertThat(users(adapter()).getUser(id(other))).hasValue(other);
    }

    @Test
    default void an_unknown_user_is_empty() {
        assertThat(users(adapter()).getUser(unique())).isEmpty();
        assertThat(users(adapter()).getUserByEmail(address())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void an_id_that_cannot_exist_is_empty(String id) {
        assertThat(users(adapter()).getUser(id)).isEmpty();
        assertThat(users(adapter()).getUserByEmail(id)).isEmpty();
    }

    @Test
    default void an_existing_address_throws_and_changes_nothing() {
        var user = stored(adapter());

        assertThatThrownBy(() -> users(adapter()).createUser(User.of(unique(), "Eve", user.email())))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(users(adapter()).getUserByEmail(email(user))).hasValue(user);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_addresses_are_different(String one, String other) {
        String unique = unique();
        var first = users(adapter()).createUser(User.of(null, "one", one + unique + "@example.com"));

        assertThat(users(adapter()).getUserByEmail(other + unique + "@example.com"))
                .isEmpty();
        var second = users(adapter()).createUser(User.of(null, "other", other + unique + "@example.com"));
        assertThat(users(adapter()).getUserByEmail(email(first))).hasValue(first);
        assertThat(users(adapter()).getUserByEmail(email(second))).hasValue(second);
    }

    @Test
    default void a_trailing_blank_of_an_address_counts() {
        String address = address();
        users(adapter()).createUser(User.of(null, "one", address));

        assertThat(users(adapter()).getUserByEmail(address + " ")).isEmpty();
        assertThat(users(adapter()).getUserByEmail(" " + address)).isEmpty();
        var other = users(adapter()).createUser(User.of(null, "other", address + " "));
        assertThat(users(adapter()).getUserByEmail(address + " ")).hasValue(other);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_text_is_stored_unchanged(String text) {
        String address = text + unique();
        var given = User.of(unique(), text, address).with("image", text);
        var user = users(adapter()).createUser(given);

        var found = users(adapter()).getUserByEmail(address).orElseThrow();
        assertThat(found).isEqualTo(user);
        assertThat(found.name()).isEqualTo(text);
        assertThat(found.image()).isEqualTo(text);
        assertThat(found.email()).isEqualTo(address);
    }

    @Test
    default void long_text_is_stored_completely() {
        String address = "x".repeat(200) + unique();
        var given = User.of(null, "n".repeat(255), address).with("image", "i".repeat(longestText()));
        var user = users(adapter()).createUser(given);

        assertThat(users(adapter()).getUserByEmail(address)).hasValue(user);
        assertThat(user.name()).hasSize(255);
        assertThat(user.image()).hasSize(longestText());
    }

    @Test
    default void times_keep_their_milliseconds() {
        for (var time : Samples.TIMES) {
            var user = users(adapter()).createUser(someone().with("emailVerified", time));
            assertThat(users(adapter()).getUser(id(user)).orElseThrow().emailVerified())
                    .isEqualTo(time);
        }
    }

    @Test
    default void times_with_finer_fractions_are_equal_in_milliseconds() {
        var fine = SOON.plusNanos(999_999);
        var user = users(adapter()).createUser(someone().with("emailVerified", fine));

        var read = users(adapter()).getUser(id(user)).orElseThrow().emailVerified();
        assertThat(Objects.requireNonNull(read).toEpochMilli()).isEqualTo(SOON.toEpochMilli());
    }

    @Test
    default void an_update_changes_given_fields_and_keeps_the_rest() {
        var user = stored(adapter());
        var updated = users(adapter()).updateUser(UserChange.of(id(user)).name("Bill"));

        assertThat(updated.name()).isEqualTo("Bill");
        assertThat(updated.email()).isEqualTo(user.email());
        assertThat(updated.image()).isEqualTo(user.image());
        assertThat(updated.emailVerified()).isEqualTo(SOON);
        assertThat(users(adapter()).getUser(id(user))).hasValue(updated);
    }

    @Test
    default void an_update_can_change_every_field() {
        var user = stored(adapter());
        String address = address();
        var change = UserChange.of(id(user))
                .name("Bill")
                .email(address)
                .image("https://example.com/b.png")
                .emailVerified(Samples.LATER);
        users(adapter()).updateUser(change);

        var found = users(adapter()).getUser(id(user)).orElseThrow();
        assertThat(found.name()).isEqualTo("Bill");
        assertThat(found.email()).isEqualTo(address);
        assertThat(found.image()).isEqualTo("https://example.com/b.png");
        assertThat(found.emailVerified()).isEqualTo(Samples.LATER);
    }

    @Test
    default void an_update_can_clear_a_field() {
        var user = stored(adapter());
        users(adapter()).updateUser(UserChange.of(id(user)).clear("name").clear("emailVerified"));

        var found = users(adapter()).getUser(id(user)).orElseThrow();
        assertThat(found.name()).isNull();
        assertThat(found.emailVerified()).isNull();
        assertThat(found.image()).isEqualTo(user.image());
    }

    @Test
    default void an_update_of_nothing_changes_nothing() {
        var user = stored(adapter());

        assertThat(users(adapter()).updateUser(UserChange.of(id(user)))).isEqualTo(user);
    }

    @Test
    default void an_update_never_changes_the_id() {
        var user = stored(adapter());
        String other = unique();
        users(adapter()).updateUser(UserChange.of(id(user)).with("id", other).name("Bill"));

        assertThat(users(adapter()).getUser(id(user)).orElseThrow().name()).isEqualTo("Bill");
        assertThat(users(adapter()).getUser(other)).isEmpty();
    }

    @Test
    default void an_update_of_an_unknown_user_throws_and_creates_none() {
        String address = address();

        assertThatThrownBy(() ->
                        users(adapter()).updateUser(UserChange.of(unique()).email(address)))
                .isInstanceOf(RowNotFoundException.class);
        assertThat(users(adapter()).getUserByEmail(address)).isEmpty();
    }

    @Test
    default void an_update_to_an_existing_address_throws_and_changes_nothing() {
        var user = stored(adapter());
        var other = stored(adapter());

        assertThatThrownBy(() -> users(adapter())
                        .updateUser(UserChange.of(id(user)).name("Eve").email(email(other))))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByEmail(email(other))).hasValue(other);
    }

    @Test
    default void an_update_to_the_same_address_is_accepted() {
        var user = stored(adapter());

        var updated = users(adapter()).updateUser(UserChange.of(id(user)).email(email(user)));
        // Not all fields: a store may record when a row was changed.
        for (var field : List.of("id", "name", "email", "emailVerified", "image")) {
            assertThat(updated.claims().value(field))
                    .as(field)
                    .isEqualTo(user.claims().value(field));
        }
    }

    @Test
    default void after_a_change_of_address_the_old_one_is_free() {
        var user = stored(adapter());
        String address = address();
        users(adapter()).updateUser(UserChange.of(id(user)).email(address));

        assertThat(users(adapter()).getUserByEmail(email(user))).isEmpty();
        assertThat(users(adapter()).getUserByEmail(address).orElseThrow().id()).isEqualTo(user.id());
        var other = users(adapter()).createUser(User.of(null, "other", user.email()));
        assertThat(users(adapter()).getUserByEmail(email(user))).hasValue(other);
    }

    @Test
    default void a_deleted_user_is_removed_and_the_address_is_free() {
        var user = stored(adapter());
        users(adapter()).deleteUser(id(user));

        assertThat(users(adapter()).getUser(id(user))).isEmpty();
        assertThat(users(adapter()).getUserByEmail(email(user))).isEmpty();
        assertThat(users(adapter())
                        .createUser(someone().with("email", user.email()))
                        .email())
                .isEqualTo(user.email());
    }

    @Test
    default void deleting_twice_or_an_unknown_user_has_no_effect() {
        var user = stored(adapter());
        users(adapter()).deleteUser(id(user));
        users(adapter()).deleteUser(id(user));
        users(adapter()).deleteUser(unique());
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void deleting_by_an_id_that_cannot_exist_has_no_effect(String id) {
        var bystander = stored(adapter());
        users(adapter()).deleteUser(id);

        assertThat(users(adapter()).getUser(id(bystander))).hasValue(bystander);
    }

    @Test
    default void members_of_the_application_are_stored() {
        Assumptions.assumeTrue(keepsOwnFields(), "the store cannot keep members of the application");
        var user = users(adapter()).createUser(someone().with("role", "admin").with("phone", "+1 555 0100"));

        var found = users(adapter()).getUser(id(user)).orElseThrow();
        assertThat(found.get(Claim.text("role"))).hasValue("admin");
        assertThat(found.get(Claim.text("phone"))).hasValue("+1 555 0100");
        var updated = users(adapter()).updateUser(UserChange.of(id(user)).clear("role"));
        assertThat(updated.get(Claim.text("role"))).isEmpty();
        assertThat(updated.get(Claim.text("phone"))).hasValue("+1 555 0100");
    }

    @Test
    default void two_concurrent_callers_never_make_two_users_with_one_address() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            String address = address();
            var outcomes = Race.of(4, () -> users(adapter()).createUser(User.of(unique(), "Ada", address)));

            var winners = outcomes.stream().filter(Race.Outcome::succeeded).toList();
            assertThat(winners).hasSize(1);
            assertThat(users(adapter()).getUserByEmail(address))
                    .hasValue(winners.get(0).get());
        }
    }

    @Test
    default void concurrent_changes_of_different_fields_are_both_stored() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            String id = id(stored(adapter()));
            var outcomes = Race.of(List.of(
                    () -> users(adapter()).updateUser(UserChange.of(id).name("Bill")),
                    () -> users(adapter()).updateUser(UserChange.of(id).image("b.png"))));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            var user = users(adapter()).getUser(id).orElseThrow();
            assertThat(user.name()).isEqualTo("Bill");
            assertThat(user.image()).isEqualTo("b.png");
        }
    }
}
