package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.outbound.Outbound;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Model.CommandSpec;

/** Runs the commands that need a configuration file. */
final class Console {
    private Console() {}

    /** Reads the file and runs the command, or prints all errors of the file. */
    static int withFile(CommandSpec spec, Path file, Env env, ToIntFunction<ServerSettings> command) {
        var err = spec.commandLine().getErr();
        return withFile(() -> quietly(() -> ConfigFile.read(file, env)), lines -> lines.forEach(err::println), command);
    }

    /**
     * Reads the file and runs the command.
     *
     * @param errors receives all errors of a file that cannot be used
     */
    static int withFile(SettingsSource file, Consumer<List<String>> errors, ToIntFunction<ServerSettings> command) {
        ServerSettings settings;
        Outbound.install();
        try {
            settings = file.read();
        } catch (ConfigException e) {
            errors.accept(e.lines());
            return e.isUnreadable() ? ExitCode.NOT_STARTED : ExitCode.WRONG;
        }
        settings.operation().outbound().use();
        return command.applyAsInt(settings);
    }

    /** Reads a file without its warnings in the log: they are for the process that serves, and doctor explains them. */
    static ServerSettings quietly(SettingsSource file) throws ConfigException {
        var logger = Logger.getLogger("dev.cardea");
        var before = logger.getLevel();
        logger.setLevel(Level.SEVERE);
        try {
            return file.read();
        } finally {
            logger.setLevel(before);
        }
    }

    /** Reads the file of a command. */
    interface SettingsSource {
        ServerSettings read() throws ConfigException;
    }
}
