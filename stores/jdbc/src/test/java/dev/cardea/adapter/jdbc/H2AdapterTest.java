package dev.cardea.adapter.jdbc;

class H2AdapterTest extends JdbcAdapterTest {
    H2AdapterTest() {
        super(H2Database.inMemory());
    }

    @Override
    Database another() {
        return H2Database.inMemory();
    }

    @Override
    void addColumns() {
        database.execute(
                "alter table \"user\" add (\"role\" varchar default 'guest', \"logins\" integer, \"score\" decimal(10, 2),"
                        + " \"active\" boolean, \"createdAt\" timestamp(3), \"seenAt\" timestamp(3) with time zone, \"tags\" varchar)");
    }
}
