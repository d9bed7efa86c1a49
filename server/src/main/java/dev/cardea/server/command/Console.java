package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.Settings;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.outbound.Outbound;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;

/** Runs the commands that need a configuration file. */
final class Console {
    private Console() {}

    /** Reads the file and runs the command, or prints all errors of the file. */
    static int withFile(
            CommandSpec spec, Path file, Env env, Consumer<LogSettings> log, ToIntFunction<Settings> command) {
        Settings settings;
        Outbound.install();
        try {
            settings = ConfigFile.read(file, env, log);
        } catch (ConfigException e) {
            var err = spec.commandLine().getErr();
            e.lines().forEach(err::println);
            return e.isUnreadable() ? Cardea.NOT_STARTED : Cardea.WRONG;
        }
        settings.operation().outbound().use();
        return command.applyAsInt(settings);
    }
}
