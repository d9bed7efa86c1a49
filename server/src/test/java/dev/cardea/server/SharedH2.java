package dev.cardea.server;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.h2.tools.Server;

/** H2 over TCP. It opens its file at the first call. */
final class SharedH2 extends SharedDatabase {
    private final Path folder;
    private Server server;

    SharedH2(Path folder) throws SQLException {
        this.folder = folder;
        // While it is stopped, an outgoing connection could take a port that the system gave away.
        server = server(FreePorts.one());
    }

    private Server server(int port) throws SQLException {
        return Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists", "-baseDir", folder.toString())
                .start();
    }

    @Override
    public String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./people";
    }

    @Override
    void stop() {
        server.stop();
    }

    @Override
    void open() {
        int port = server.getPort();
        // A process that another thread has just started may still have the old socket, for a moment.
        server = Eventually.present("H2 listens again", () -> Optional.of(server(port)));
    }

    @Override
    String numbers(int count) {
        return "(select x from system_range(1, " + count + ")) as numbers";
    }

    @Override
    String later(String time, String milliseconds) {
        return "dateadd(millisecond, " + milliseconds + ", cast(" + time + " as timestamp))";
    }
}
