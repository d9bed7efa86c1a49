package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.ADAPTER_ERROR;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** What databases do to a sign-in. */
final class StoreFaultCases {
    private static final String PASSWORD = "Bt64cUkz-password-of-the-database";

    static final List<FaultCase> ALL = List.of(
            new FaultCase("R43", ADAPTER_ERROR, "the database refuses the connection", StoreFaultCases::refused),
            new FaultCase("R44", ADAPTER_ERROR, "the pool has no connection left", StoreFaultCases::exhausted),
            new FaultCase("R45", ADAPTER_ERROR, "the tables were not created", StoreFaultCases::tables),
            new FaultCase("R46", ADAPTER_ERROR, "the address is taken at each try", StoreFaultCases::taken),
            new FaultCase("R47", ADAPTER_ERROR, "the database is read-only", StoreFaultCases::readOnly),
            new FaultCase("R48", ADAPTER_ERROR, "the user is removed during the sign-in", StoreFaultCases::removed));

    private StoreFaultCases() {}

    private static Trace fail(Watch watch, DataSource database) {
        watch.secret(PASSWORD);
        var site = new FaultSite.Setup().adapter(JdbcAdapter.of(database)).open(watch);
        site.begin();
        return site.failure();
    }

    private static JdbcDataSource database(String url) {
        var database = new JdbcDataSource();
        database.setURL(url);
        database.setUser("cardea");
        database.setPassword(PASSWORD);
        return database;
    }

    private static JdbcDataSource inMemory() {
        return database("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    private static Trace refused(Watch watch) {
        return fail(watch, database("jdbc:h2:tcp://127.0.0.1:" + FreePorts.one() + "/cardea"));
    }

    private static Trace exhausted(Watch watch) throws SQLException {
        var config = new HikariConfig();
        config.setDataSource(inMemory());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(250);
        try (var pool = new HikariDataSource(config);
                Connection held = pool.getConnection()) {
            held.setReadOnly(false);
            return fail(watch, pool);
        }
    }

    private static Trace tables(Watch watch) {
        return fail(watch, inMemory());
    }

    /** Another process is faster each time. */
    private static Trace taken(Watch watch) {
        return refuse(watch, new DuplicateKeyException("taken", null));
    }

    /** Another process deletes the user between two statements of the unit. */
    private static Trace removed(Watch watch) {
        return refuse(watch, new RowNotFoundException("no such user", null));
    }

    private static Trace refuse(Watch watch, StoreException failure) {
        var memory = new InMemoryAdapter();
        var store = (Adapter) Proxy.newProxyInstance(
                StoreFaultCases.class.getClassLoader(),
                InMemoryAdapter.class.getInterfaces(),
                (self, method, given) -> {
                    if (method.getName().equals("inUnit")) throw failure;
                    try {
                        return method.invoke(memory, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        var site = new FaultSite.Setup().adapter(store).open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace readOnly(Watch watch) throws IOException {
        var directory = Files.createTempDirectory("cardea-fault");
        var url = "jdbc:h2:file:" + directory.resolve("store");
        JdbcAdapter.of(database(url)).createSchema(line -> {});
        try {
            return fail(watch, database(url + ";ACCESS_MODE_DATA=r"));
        } finally {
            Files.deleteIfExists(directory.resolve("store.mv.db"));
            Files.deleteIfExists(directory.resolve("store.trace.db"));
            Files.deleteIfExists(directory);
        }
    }
}
