package dev.cardea.server.file;

import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.LogSettings.Access;
import dev.cardea.server.log.LogSettings.ClientAddress;
import dev.cardea.server.log.LogSettings.Format;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;

/** The group {@code log}. */
final class LogKeys {
    static final Map<String, Format> FORMATS = new LinkedHashMap<>();
    static final Map<String, Level> LEVELS = new LinkedHashMap<>();
    static final Map<String, Access> ACCESS = new LinkedHashMap<>();
    static final Map<String, ClientAddress> ADDRESSES = new LinkedHashMap<>();

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
