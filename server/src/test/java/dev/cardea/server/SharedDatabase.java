package dev.cardea.server;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.model.User;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.h2.tools.Server;

/** A database that several processes reach over the network, and that can be stopped and started again. */
final class SharedDatabase implements AutoCloseable {
    private final Path folder;
    private Server server;

    private SharedDatabase(Path folder, Server server) {
        this.folder = folder;
        this.server = server;
    }

    /** Starts one with the tables in it. */
    static SharedDatabase start(Path folder) throws Exception {
        var database = new SharedDatabase(folder, open(folder, 0));
        try (var store = Stores.open(StoreSettings.of(database.url()))) {
            SchemaCheck.prepare(store, true, true, line -> {});
        }
        return database;
    }

    private static Server open(Path folder, int port) throws SQLException {
        return Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists", "-baseDir", folder.toString())
                .start();
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./people";
    }

    /** Ends all connections and takes no more. */
    void stop() {
        server.stop();
    }

    /** Starts it on the same port, with the same rows, and waits until it answers: H2 opens its file at the first call. */
    void again() throws SQLException {
        server = open(folder, server.getPort());
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Signs users in, and returns the tokens of their sessions. */
    List<String> sessions(int count) {
        try (var store = Stores.open(StoreSettings.of(url()))) {
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

    @Override
    public void close() {
        server.stop();
    }
}
