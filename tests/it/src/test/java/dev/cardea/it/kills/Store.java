package dev.cardea.it.kills;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that the server keeps users in, and that can be stopped and killed where it is a process. */
abstract class Store implements AutoCloseable {
    final String name;
    final Path folder;

    Store(String name) {
        this.name = name;
        folder = Processes.folder(name);
    }

    static Store open(String name) {
        return switch (name) {
            case "postgresql" -> new PostgresStore();
            case "mariadb" -> new MariadbStore();
            case "redis" -> new RedisStore();
            case "sqlite", "h2" -> new FileStore(name);
            default -> throw new IllegalArgumentException(name + " is none of postgresql, mariadb, redis, sqlite, h2");
        };
    }

    /** Server processes that share it. */
    int servers() {
        return 2;
    }

    abstract String url();

    /** The value of {@code store} in the server's file. */
    String setting() {
        return '"' + url() + '"';
    }

    /** The process that answers; {@code null} where the store is a file. */
    abstract @Nullable ProcessHandle process();

    /** Starts the process again on the same files, after a kill. */
    void restart() {}

    /** Rows that must not be there: duplicates and orphans, in words. The servers may run meanwhile, or not. */
    abstract List<String> faults();

    @Override
    public void close() {
        var process = process();
        if (process != null) Processes.kill(process);
        Processes.delete(folder);
    }

    /** Whether a relational database takes connections. */
    static boolean isReached(String url) {
        try (var connection = DriverManager.getConnection(url)) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** The same questions on every relational database. */
    static List<String> faults(String url, String quote) {
        String user = quote + "user" + quote;
        String account = quote + "account" + quote;
        String session = quote + "session" + quote;
        String userId = quote + "userId" + quote;
        String passwords =
                " from " + quote + "cardea_record" + quote + " where " + quote + "kind" + quote + " = 'password'";
        var questions = List.of(
                List.of("an address of two users", "select email from " + user + " group by email having count(*) > 1"),
                List.of(
                        "an account of a user that is not there",
                        "select " + userId + " from " + account + " where " + userId + " not in (select id from " + user
                                + ")"),
                List.of(
                        "a session of a user that is not there",
                        "select " + userId + " from " + session + " where " + userId + " not in (select id from " + user
                                + ")"),
                List.of(
                        "a password of a user that is not there",
                        "select " + userId + passwords + " and " + userId + " not in (select id from " + user + ")"),
                List.of(
                        "a user who signed up without proof of the address",
                        "select email from " + user + " where email like 's-%' and " + quote + "emailVerified" + quote
                                + " is null"),
                List.of(
                        "a user who signed up without a password",
                        "select email from " + user + " where email like 's-%' and id not in (select " + userId
                                + passwords + ")"),
                List.of(
                        "a user of a provider without the account",
                        "select email from " + user + " where email like 'o-%' and id not in (select " + userId
                                + " from " + account + ")"));
        var faults = new ArrayList<String>();
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            for (var question : questions) {
                String sql = url.contains(":h2:")
                        ? question.get(1).replaceAll("\\b(email|id)\\b", "\"$1\"")
                        : question.get(1);
                try (var rows = statement.executeQuery(sql)) {
                    while (rows.next()) faults.add(question.get(0) + ": " + rows.getString(1));
                }
            }
            return faults;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
