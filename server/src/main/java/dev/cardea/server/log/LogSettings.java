package dev.cardea.server.log;

import java.util.Map;
import java.util.logging.Level;

/**
 * What is logged, and how.
 *
 * @param level of all loggers that {@code levels} does not name
 * @param levels by the name of a logger, such as {@code dev.cardea.hooks}
 */
public record LogSettings(
        Format format, Level level, Map<String, Level> levels, Access access, ClientAddress clientAddress) {
    public static final LogSettings DEFAULT =
            new LogSettings(Format.TEXT, Level.INFO, Map.of(), Access.OFF, ClientAddress.PREFIX);

    public LogSettings {
        levels = Map.copyOf(levels);
    }

    /** The format of a line. */
    public enum Format {
        TEXT,
        JSON
    }

    /** The requests that get a line of their own. */
    public enum Access {
        OFF,
        /** Those that are rejected with 400 or above. */
        ERRORS,
        ALL;

        boolean takes(int status) {
            return this == ALL || (this == ERRORS && status >= 400);
        }
    }

    /** How much of a client's address is logged. */
    public enum ClientAddress {
        /** 24 bits of an IPv4 address, 48 bits of an IPv6 address. */
        PREFIX,
        FULL,
        NONE
    }
}
