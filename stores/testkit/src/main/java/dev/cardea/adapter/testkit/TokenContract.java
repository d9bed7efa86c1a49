package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.SOON;
import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.tokens;
import static dev.cardea.adapter.testkit.Samples.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.testing.Rounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link VerificationTokenAdapter}: the records of sign-in links. */
@ContractOf(VerificationTokenAdapter.class)
public interface TokenContract extends AdapterContract {
    @Test
    default void a_created_token_is_returned_as_it_is() {
        var token = new VerificationToken("info@example.com", unique(), SOON);

        assertThat(tokens(adapter()).createVerificationToken(token)).isEqualTo(token);
    }

    @Test
    default void using_a_token_returns_its_three_fields() {
        var token = stored();

        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void a_token_is_single_use() {
        var token = stored();
        use(token);

        assertThat(use(token)).isEmpty();
        assertThat(use(token)).isEmpty();
    }

    @Test
    default void an_unknown_token_is_empty() {
        assertThat(tokens(adapter()).useVerificationToken(address(), unique())).isEmpty();
    }

    @Test
    default void a_wrong_identifier_returns_nothing_and_deletes_nothing() {
        var token = stored();

        assertThat(tokens(adapter()).useVerificationToken("invalid@example.com", token.token()))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void a_wrong_token_returns_nothing_and_deletes_nothing() {
        var token = stored();

        assertThat(tokens(adapter()).useVerificationToken(token.identifier(), unique()))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void identifier_and_token_may_not_be_swapped() {
        var token = stored();

        assertThat(tokens(adapter()).useVerificationToken(token.token(), token.identifier()))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void several_tokens_for_one_address_are_independent() {
        String address = address();
        var one = tokens(adapter()).createVerificationToken(new VerificationToken(address, unique(), SOON));
        var other = tokens(adapter()).createVerificationToken(new VerificationToken(address, unique(), SOON));

        assertThat(use(other)).hasValue(other);
        assertThat(use(one)).hasValue(one);
    }

    @Test
    default void one_token_for_several_addresses_is_one_for_each() {
        String hash = unique();
        var one = tokens(adapter()).createVerificationToken(new VerificationToken(address(), hash, SOON));
        var other = tokens(adapter()).createVerificationToken(new VerificationToken(address(), hash, SOON));

        assertThat(use(one)).hasValue(one);
        assertThat(use(one)).isEmpty();
        assertThat(use(other)).hasValue(other);
    }

    /** The library checks the expiry; a store may have removed the row, but must not change it. */
    @Test
    default void an_expired_token_is_returned_as_it_is_or_removed() {
        var token = new VerificationToken(address(), unique(), Instant.parse("2001-02-03T04:05:06.789Z"));
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).isIn(Optional.of(token), Optional.empty());
        assertThat(use(token)).isEmpty();
    }

    @Test
    default void a_used_token_can_be_created_again_and_is_single_use_again() {
        var token = stored();
        use(token);
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).hasValue(token);
        assertThat(use(token)).isEmpty();
    }

    @Test
    default void without_an_identifier_the_token_alone_may_suffice_but_once() {
        var token = stored();
        var found = tokens(adapter()).useVerificationToken(null, token.token());

        if (found.isPresent()) assertThat(found).hasValue(token);
        assertThat(use(token)).isEqualTo(found.isPresent() ? Optional.empty() : Optional.of(token));
    }

    @Test
    default void without_an_identifier_an_ambiguous_token_is_not_used() {
        String hash = unique();
        var one = tokens(adapter()).createVerificationToken(new VerificationToken(address(), hash, SOON));
        var other = tokens(adapter()).createVerificationToken(new VerificationToken(address(), hash, SOON));

        assertThat(tokens(adapter()).useVerificationToken(null, hash)).isEmpty();
        assertThat(use(one)).hasValue(one);
        assertThat(use(other)).hasValue(other);
    }

    @Test
    default void without_an_identifier_an_unknown_token_is_empty() {
        assertThat(tokens(adapter()).useVerificationToken(null, unique())).isEmpty();
        assertThat(tokens(adapter()).useVerificationToken("", unique())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_text_that_was_never_sent_is_empty(String text) {
        var bystander = stored();

        assertThat(tokens(adapter()).useVerificationToken(text, bystander.token()))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(bystander.identifier(), text))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(null, text)).isEmpty();
        assertThat(use(bystander)).hasValue(bystander);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_text_is_stored_in_both_fields(String text) {
        var token = new VerificationToken(text + unique(), text + unique(), SOON);
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).hasValue(token);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_texts_are_different(String one, String other) {
        String unique = unique();
        var token = new VerificationToken(unique + one, unique + one, SOON);
        tokens(adapter()).createVerificationToken(token);

        assertThat(tokens(adapter()).useVerificationToken(unique + other, unique + one))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(unique + one, unique + other))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void times_keep_their_milliseconds_in_tokens() {
        for (var time : Samples.TIMES) {
            var token = new VerificationToken(address(), unique(), time);
            tokens(adapter()).createVerificationToken(token);
            assertThat(use(token).map(VerificationToken::expires)).hasValue(time);
        }
    }

    /** A mail scanner and a user, a double click, or an attacker with the link. */
    @Test
    default void exactly_one_of_many_concurrent_uses_of_one_token_receives_it() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var token = stored();
            var outcomes = Race.of(runners(), () -> use(token));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(Race.winners(outcomes)).containsExactly(token);
            assertThat(use(token)).isEmpty();
        }
    }

    @Test
    default void concurrent_uses_of_different_tokens_all_succeed() {
        var stored = new ArrayList<VerificationToken>();
        var runners = new ArrayList<Callable<Optional<VerificationToken>>>();
        for (int i = 0; i < runners(); i++) {
            var token = stored();
            stored.add(token);
            runners.add(() -> use(token));
        }

        assertThat(Race.winners(Race.of(runners))).containsExactlyElementsOf(stored);
    }

    private VerificationToken stored() {
        return tokens(adapter()).createVerificationToken(new VerificationToken(address(), unique(), SOON));
    }

    private Optional<VerificationToken> use(VerificationToken token) {
        return tokens(adapter()).useVerificationToken(token.identifier(), token.token());
    }
}
