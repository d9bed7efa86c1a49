package dev.cardea.server;

import java.io.IOException;

/** A thread of a server in a test, which ends when one side closes the connection. */
public final class SocketThread {
    private SocketThread() {}

    /** What reads and writes. */
    public interface Work {
        void run() throws IOException;
    }

    public static void start(Work work) {
        var thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // One side has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
