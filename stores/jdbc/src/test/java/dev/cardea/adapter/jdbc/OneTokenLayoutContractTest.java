package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.DuplicateKeyException;
import org.junit.jupiter.api.Test;

/** These tables have a unique key on the token alone, so they reject one token for two addresses. Tokens are random. */
abstract class OneTokenLayoutContractTest extends LayoutContractTest {
    OneTokenLayoutContractTest(Database database, Layout layout, String file) {
        super(database, layout, file);
    }

    @Test
    @Override
    public void one_token_for_several_addresses_is_one_for_each() {
        assertThatThrownBy(super::one_token_for_several_addresses_is_one_for_each)
                .isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    @Override
    public void without_an_identifier_an_ambiguous_token_is_not_used() {
        assertThatThrownBy(super::without_an_identifier_an_ambiguous_token_is_not_used)
                .isInstanceOf(DuplicateKeyException.class);
    }
}
