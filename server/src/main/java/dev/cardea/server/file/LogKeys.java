package dev.cardea.server.file;

import dev.cardea.server.file.Key.Shape.Choice;
import dev.cardea.server.file.Key.Shape.MapOf;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.LogSettings.Access;
import dev.cardea.server.log.LogSettings.ClientAddress;
import dev.cardea.server.log.LogSettings.Format;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;

/** The group {@code log}. */
final class LogKeys {
    private static final Map<String, Format> FORMATS = new LinkedHashMap<>();
    private static final Map<String, Level> LEVELS = new LinkedHashMap<>();
    private static final Map<String, Access> ACCESS = new LinkedHashMap<>();
    private static final Map<String, ClientAddress> ADDRESSES = new LinkedHashMap<>();

    static {
        FORMATS.put("text", Format.TEXT);
        FORMATS.put("json", Format.JSON);
        LEVELS.put("off", Level.OFF);
        LEVELS.put("error", Level.SEVERE);
        LEVELS.put("warn", Level.WARNING);
        LEVELS.put("info", Level.INFO);
        LEVELS.put("debug", Level.FINE);
        LEVELS.put("trace", Level.FINEST);
        ACCESS.put("off", Access.OFF);
        ACCESS.put("errors", Access.ERRORS);
        ACCESS.put("all", Access.ALL);
        ADDRESSES.put("prefix", ClientAddress.PREFIX);
        ADDRESSES.put("full", ClientAddress.FULL);
        ADDRESSES.put("none", ClientAddress.NONE);
    }

    static final Key KEY = Key.group(
            "log",
            "What to log to standard error, and how.",
            Key.choice("format", "text", "The format of a line.", FORMATS),
            Key.choice("level", "info", "The lowest level to log.", LEVELS),
            Key.of("levels", null, "Levels for single loggers.", new MapOf(Choice.of(LEVELS))),
            Key.choice("access", "off", "Which requests to log; errors are those with status 400 or above.", ACCESS),
            Key.choice("clientAddress", "prefix", "How much of a visitor's IP address to log.", ADDRESSES));

    private LogKeys() {}

    static LogSettings read(Section file) {
        var settings = new LogSettings[] {LogSettings.DEFAULT};
        file.section("log", section -> settings[0] = group(section));
        return settings[0];
    }

    private static LogSettings group(Section section) {
        var normal = LogSettings.DEFAULT;
        var format = section.choice("format", FORMATS).orElse(normal.format());
        var level = section.choice("level", LEVELS).orElse(normal.level());
        var levels = new LinkedHashMap<String, Level>();
        section.section("levels", loggers -> {
            for (var name : loggers.keys()) loggers.choice(name, LEVELS).ifPresent(it -> levels.put(name, it));
        });
        var access = section.choice("access", ACCESS).orElse(normal.access());
        var address = section.choice("clientAddress", ADDRESSES).orElse(normal.clientAddress());
        return new LogSettings(format, level, levels, access, address);
    }
}
