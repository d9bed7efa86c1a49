package dev.cardea.server;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.model.User;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import dev.cardea.testing.Eventually;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A database that several processes reach over the network, and that can be stopped and started again. */
public abstract class SharedDatabase implements AutoCloseable {
    /** Starts H2 with the tables in it. */
    static SharedDatabase start(Path folder) throws Exception {
        return new SharedH2(folder).withTables();
    }

    final SharedDatabase withTables() throws Exception {
        try (var store = Stores.open(StoreSettings.of(url()))) {
            SchemaCheck.prepare(store, true, true, line -> {});
        }
        return this;
    }

    public abstract String url();

    /** Ends all connections and accepts no more. */
    abstract void stop() throws Exception;

    /** Starts it on the same port, with the same rows. It may not answer at once. */
    abstract void open() throws Exception;

    /** Returns a table {@code numbers} with a column {@code x}, from 1 to {@code count}. */
    abstract String numbers(int count);

    /** Returns an expression for the time that is so many milliseconds after another. */
    abstract String later(String time, String milliseconds);

    /** Starts it again and waits until it answers. */
    final void again() throws Exception {
        open();
        awaitAnswer();
    }

    final void awaitAnswer() {
        Eventually.isTrue("the database answers", () -> {
            try (var connection = connect();
                    var statement = connection.createStatement()) {
                statement.execute("select 1");
                return true;
            }
        });
    }

    /** Returns a connection on which names are in double quotes. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Signs users in, and returns the tokens of their sessions. */
    List<String> sessions(int count) {
        try (var store = Stores.open(patient(StoreSettings.of(url())))) {
            var tokens = new ArrayList<String>();
            for (int i = 0; i < count; i++) {
                var user = ((UserAdapter) store.adapter()).createUser(User.of(null, "u" + i, "u" + i + "@example.com"));
                var session = new AdapterSession(
                        "token-" + i + "-" + user.id(),
                        String.valueOf(user.id()),
                        Instant.now().plus(Duration.ofDays(29)));
                tokens.add(((SessionAdapter) store.adapter())
                        .createSession(session)
                        .sessionToken());
            }
            return tokens;
        }
    }

    /** A busy machine may take long to connect. */
    private static StoreSettings patient(StoreSettings it) {
        return new StoreSettings(
                it.url(), it.user(), it.password(), it.layout(), it.poolSize(), 60_000L, it.names(), it.limits());
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
