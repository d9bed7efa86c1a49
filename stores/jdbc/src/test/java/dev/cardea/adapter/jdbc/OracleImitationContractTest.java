package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import org.junit.jupiter.api.Test;

class OracleImitationContractTest extends ImitationContractTest {
    OracleImitationContractTest() {
        super("Oracle", Dialect.ORACLE);
    }

    /** To Oracle an empty text is none. */
    @Test
    @Override
    public void empty_text_stays_empty_text() {
        var user = adapter().createUser(User.of(null, "", "ada@example.com"));

        assertThat(adapter().getUserByEmail("ada@example.com")).hasValue(user);
        assertThat(user.name()).isNull();
    }
}
