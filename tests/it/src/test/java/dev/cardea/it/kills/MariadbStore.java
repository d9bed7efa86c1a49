package dev.cardea.it.kills;

import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** MariaDB, each commit on disk when it returns. */
final class MariadbStore extends Store {
    private final int port = FreePorts.one();
    private Process process;

    MariadbStore() {
        super("mariadb");
        restart();
        try (var connection = DriverManager.getConnection(url(""));
                var statement = connection.createStatement()) {
            statement.execute("create database if not exists people");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        // Files that were just made are whole after the first ordinary end only.
        process.destroy();
        process.onExit().join();
        restart();
    }

    @Override
    String url() {
        return url("people");
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root&sslMode=disable";
    }

    @Override
    ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    void restart() {
        process = Processes.start(
                folder.resolve("log"),
                List.of(
                        Require.program("mariadbd").toString(),
                        "--no-defaults",
                        "--skip-grant-tables",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + folder,
                        "--socket=" + folder.resolve("socket"),
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--innodb-log-file-size=8M",
                        "--innodb-flush-log-at-trx-commit=1"));
        Processes.awaitStart("MariaDB", folder.resolve("log"), () -> isReached(url("")));
    }

    @Override
    List<String> faults() {
        return faults(url(), "`");
    }
}
