package dev.cardea.adapter.jdbc;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import javax.sql.DataSource;

/** The samples of the guide. */
final class Sample {
    private Sample() {}

    static AuthConfig config(DataSource dataSource) {
        // sample
        var store = JdbcAdapter.builder(dataSource)
                .migrateOnStart() // makes and upgrades the tables; leave it out where others do
                .build();
        var config = AuthConfig.builder().adapter(store).build();
        // end
        return config;
    }

    static Adapter called(DataSource dataSource) {
        // sample
        var layout = Layout.DRIZZLE.table("user", "app_user").column("emailVerified", "verified_at");
        var store = JdbcAdapter.builder(dataSource).layout(layout).build();
        // end
        return store;
    }
}
