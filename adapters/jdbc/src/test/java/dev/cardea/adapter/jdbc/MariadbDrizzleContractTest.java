package dev.cardea.adapter.jdbc;

/** With times that hold what is promised; for those of the defaults see {@link MariadbDrizzleTest}. */
class MariadbDrizzleContractTest extends NarrowLayoutContractTest {
    MariadbDrizzleContractTest() {
        super(tables(), Layout.DRIZZLE);
    }

    private static Database tables() {
        var database = MariadbDatabase.create("collate utf8mb4_nopad_bin");
        database.executeFile("drizzle-mysql.sql");
        database.execute(
                "alter table \"user\" modify \"emailVerified\" datetime(3)",
                "alter table \"session\" modify \"expires\" datetime(3) not null",
                "alter table \"verificationToken\" modify \"expires\" datetime(3) not null",
                "alter table \"authenticator\" modify \"credentialPublicKey\" text not null");
        return database;
    }

    @Override
    public int longestText() {
        return 255;
    }
}
