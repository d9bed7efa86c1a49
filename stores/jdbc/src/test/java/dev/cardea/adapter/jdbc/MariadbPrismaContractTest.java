package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
@Tag("part")
@Tag("rotation-6")
@Tag("store")
class MariadbPrismaContractTest extends NarrowLayoutContractTest {
    MariadbPrismaContractTest() {
        super(MariadbDatabase.create("collate utf8mb4_nopad_bin"), Layout.PRISMA, "prisma-mysql.sql");
    }

    /** Prisma's texts end at 191 characters. */
    @Test
    @Override
    public void long_text_is_stored_completely() {
        assertThatThrownBy(super::long_text_is_stored_completely).isInstanceOf(JdbcException.class);
    }
}
