package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresAdapterTest extends JdbcAdapterTest {
    PostgresAdapterTest() {
        super(PostgresDatabase.create());
    }

    @Override
    Database another() {
        return PostgresDatabase.create();
    }

    @Override
    void addColumns() {
        database.execute(
                "create type \"role\" as enum ('guest', 'admin')",
                "alter table \"user\" add \"role\" \"role\" default 'guest', add \"logins\" integer,"
                        + " add \"score\" decimal(10, 2), add \"active\" boolean, add \"createdAt\" timestamp(3),"
                        + " add \"seenAt\" timestamptz(3), add \"tags\" text");
    }
}
