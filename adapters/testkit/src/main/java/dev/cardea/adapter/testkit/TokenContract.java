package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.SOON;
import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.tokens;
import static dev.cardea.adapter.testkit.Samples.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.VerificationToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link dev.cardea.adapter.VerificationTokenAdapter}: the rows behind e-mail links. */
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
    default void a_token_works_once() {
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
    default void a_wrong_identifier_gets_nothing_and_deletes_nothing() {
        var token = stored();

        assertThat(tokens(adapter()).useVerificationToken("invalid@example.com", token.token()))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void a_wrong_token_gets_nothing_and_deletes_nothing() {
        var token = stored();

        assertThat(tokens(adapter()).useVerificationToken(token.identifier(), unique()))
                .isEmpty();
        assertThat(use(token)).hasValue(token);
    }

    @Test
    default void the_two_may_not_be_swapped() {
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

    /** Judging the expiry is the library's business; a store may have dropped the row, but changes none. */
    @Test
    default void a_token_that_ran_out_is_returned_as_it_is_or_gone() {
        var token = new VerificationToken(address(), unique(), Instant.parse("2001-02-03T04:05:06.789Z"));
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).isIn(Optional.of(token), Optional.empty());
        assertThat(use(token)).isEmpty();
    }

    @Test
    default void a_used_token_can_be_put_back_and_works_once_more() {
        var token = stored();
        use(token);
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).hasValue(token);
        assertThat(use(token)).isEmpty();
    }

    @Test
    default void without_an_identifier_the_token_alone_may_do_but_once() {
        var token = stored();
        var found = tokens(adapter()).useVerificationToken(null, token.token());

        if (found.isPresent()) assertThat(found).hasValue(token);
        assertThat(use(token)).isEqualTo(found.isPresent() ? Optional.empty() : Optional.of(token));
    }

    @Test
    default void without_an_identifier_nothing_is_taken_that_could_be_two() {
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
    @MethodSource(Texts.UNKNOWN)
    default void what_nobody_was_sent_is_empty(String text) {
        var bystander = stored();

        assertThat(tokens(adapter()).useVerificationToken(text, bystander.token()))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(bystander.identifier(), text))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(null, text)).isEmpty();
        assertThat(use(bystander)).hasValue(bystander);
    }

    @ParameterizedTest
    @MethodSource(Texts.HOSTILE)
    default void hostile_text_is_kept_in_both(String text) {
        var token = new VerificationToken(text + unique(), text + unique(), SOON);
        tokens(adapter()).createVerificationToken(token);

        assertThat(use(token)).hasValue(token);
    }

    @ParameterizedTest
    @MethodSource(Texts.ALIKE)
    default void look_alikes_are_different(String one, String other) {
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

    /** A mail scanner and a person, a double click, an attacker with the link. */
    @Test
    default void of_many_who_redeem_one_token_at_once_exactly_one_gets_it() {
        for (int round = 0; round < rounds(); round++) {
            var token = stored();
            var outcomes = Race.of(runners(), () -> use(token));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(Race.winners(outcomes)).containsExactly(token);
            assertThat(use(token)).isEmpty();
        }
    }

    @Test
    default void many_who_redeem_different_tokens_at_once_get_theirs() {
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
