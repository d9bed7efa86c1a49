package dev.cardea.server;

import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** MariaDB without grant tables. */
final class SharedMariadb extends SharedDatabase {
    private final Path folder;
    private final int port;
    private Process process;

    SharedMariadb(Path folder) throws Exception {
        this.folder = Files.createDirectory(folder.resolve("mariadb"));
        port = FreePorts.one();
        open();
        awaitAnswer();
    }

    @Override
    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/people?user=root&sslMode=disable&createDatabaseIfNotExist=true";
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url() + "&sessionVariables=sql_mode='ANSI_QUOTES'");
    }

    @Override
    void open() throws IOException {
        process = new ProcessBuilder(List.of(
                        Require.program("mariadbd").toString(),
                        "--no-defaults",
                        "--skip-grant-tables",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + folder,
                        "--socket=" + folder.resolve("socket"),
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--innodb-log-file-size=8M"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    @Override
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
    }

    @Override
    String numbers(int count) {
        return "(select seq as x from seq_1_to_" + count + ") as numbers";
    }

    @Override
    String later(String time, String milliseconds) {
        return "date_add(" + time + ", interval (" + milliseconds + ") * 1000 microsecond)";
    }
}
