package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.LinkRule.CREATE;
import static dev.cardea.internal.flow.LinkRule.LINK_BY_EMAIL;
import static dev.cardea.internal.flow.LinkRule.LINK_TO_CURRENT;
import static dev.cardea.internal.flow.LinkRule.Owner.ANOTHER_USER;
import static dev.cardea.internal.flow.LinkRule.Owner.CURRENT_USER;
import static dev.cardea.internal.flow.LinkRule.Owner.NONE;
import static dev.cardea.internal.flow.LinkRule.REFUSE;
import static dev.cardea.internal.flow.LinkRule.SIGN_IN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Each row of the table. */
class LinkRuleTest {
    @Test
    void a_user_who_returns_with_their_own_account_signs_in() {
        assertThat(decide(CURRENT_USER, true, true, true)).isEqualTo(SIGN_IN);
    }

    @Test
    void an_account_that_is_known_signs_its_owner_in() {
        assertThat(decide(ANOTHER_USER, false, true, false)).isEqualTo(SIGN_IN);
    }

    @Test
    void an_account_of_another_user_is_not_taken_over_by_the_signed_in_user() {
        assertThat(decide(ANOTHER_USER, true, false, true)).isEqualTo(REFUSE);
    }

    @Test
    void a_new_account_is_linked_to_who_is_signed_in_whatever_its_address() {
        assertThat(decide(NONE, true, false, false)).isEqualTo(LINK_TO_CURRENT);
        assertThat(decide(NONE, true, true, false)).isEqualTo(LINK_TO_CURRENT);
    }

    @Test
    void a_new_account_with_a_new_address_makes_a_user() {
        assertThat(decide(NONE, false, false, true)).isEqualTo(CREATE);
    }

    @Test
    void an_address_that_is_taken_is_not_linked_unless_the_provider_may_vouch_for_it() {
        assertThat(decide(NONE, false, true, false)).isEqualTo(REFUSE);
        assertThat(decide(NONE, false, true, true)).isEqualTo(LINK_BY_EMAIL);
    }

    @Test
    void the_address_is_looked_up_only_where_it_matters() {
        assertThat(LinkRule.decide(ANOTHER_USER, false, LinkRuleTest::unasked, LinkRuleTest::unasked))
                .isEqualTo(SIGN_IN);
        assertThat(LinkRule.decide(NONE, true, LinkRuleTest::unasked, LinkRuleTest::unasked))
                .isEqualTo(LINK_TO_CURRENT);
    }

    private static boolean unasked() {
        throw new AssertionError("the rule must not ask this");
    }

    private static LinkRule decide(LinkRule.Owner owner, boolean signedIn, boolean taken, boolean trusted) {
        return LinkRule.decide(owner, signedIn, () -> taken, () -> trusted);
    }
}
