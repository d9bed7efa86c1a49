package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Drizzle and Prisma choose integers, which end at 31 bits. What is larger is refused, never cut. */
abstract class NarrowLayoutContractTest extends LayoutContractTest {
    NarrowLayoutContractTest(Database database, Layout layout, String file) {
        super(database, layout, file);
    }

    NarrowLayoutContractTest(Database database, Layout layout) {
        super(database, layout);
    }

    @Test
    @Override
    public void expires_at_may_lie_beyond_2038() {
        assertThatThrownBy(super::expires_at_may_lie_beyond_2038).isInstanceOf(JdbcException.class);
    }

    @Test
    @Override
    public void fresh_tokens_replace_the_old_ones() {
        assertThatThrownBy(super::fresh_tokens_replace_the_old_ones).isInstanceOf(JdbcException.class);
    }

    /** Where passkeys came later, their table is ours, and wide enough. */
    boolean hasOwnPasskeys() {
        return true;
    }

    @Test
    @Override
    public void a_counter_holds_32_bits() {
        if (hasOwnPasskeys()) assertThatThrownBy(super::a_counter_holds_32_bits).isInstanceOf(JdbcException.class);
        else super.a_counter_holds_32_bits();
    }
}
