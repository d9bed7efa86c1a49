package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("part")
@Tag("store")
class MariadbAdapterTest extends JdbcAdapterTest {
    MariadbAdapterTest() {
        super(MariadbDatabase.create());
    }

    @Override
    Database another() {
        return MariadbDatabase.create();
    }

    @Override
    void addColumns() {
        database.execute(
                "alter table \"user\" add \"role\" enum('guest', 'admin') default 'guest', add \"logins\" integer,"
                        + " add \"score\" decimal(10, 2), add \"active\" boolean, add \"createdAt\" datetime(3),"
                        + " add \"seenAt\" timestamp(3) null, add \"tags\" text");
    }
}
