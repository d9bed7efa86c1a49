package dev.cardea.server;

import dev.cardea.server.command.CardeaCommand;
import dev.cardea.server.log.ServerLogManager;

/** The command line's beginning. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Before the first log entry.
        preset("java.util.logging.manager", ServerLogManager.class.getName());
        // One line an entry until the settings are known, and connections to the application that are dropped before it
        // drops them.
        preset("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT %4$s %5$s%6$s%n");
        preset("jdk.httpclient.keepalive.timeout", "2");
        int code = CardeaCommand.run(args);
        System.out.flush();
        System.err.flush();
        if (code != CardeaCommand.SERVING) System.exit(code);
    }

    private static void preset(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }
}
