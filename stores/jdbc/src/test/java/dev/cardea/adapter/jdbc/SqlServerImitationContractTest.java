package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.StoreException;
import org.junit.jupiter.api.Test;

class SqlServerImitationContractTest extends ImitationContractTest {
    SqlServerImitationContractTest() {
        super("MSSQLServer", Dialect.SQLSERVER);
    }

    /** The imitation has no index with a condition, which leaves rows without an address out. */
    @Test
    @Override
    public void users_without_an_address_do_not_collide() {
        assertThatThrownBy(super::users_without_an_address_do_not_collide).isInstanceOf(StoreException.class);
    }

    /** The imitation reads the hint for a lock and takes none. */
    @Override
    String imitated(String sql) {
        if (sql.contains(" with (updlock)")) return sql.replace(" with (updlock)", "") + " for update";
        return sql.replace(" collate Latin1_General_100_BIN2", "").replace(" where \"email\" is not null", "");
    }
}
