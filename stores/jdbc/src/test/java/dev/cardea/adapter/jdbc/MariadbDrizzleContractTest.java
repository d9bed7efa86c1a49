package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

/** With times that hold what is promised; for those of the defaults see {@link MariadbDrizzleTest}. */
@Tag("nightly")
@Tag("part")
@Tag("rotation-9")
@Tag("store")
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
