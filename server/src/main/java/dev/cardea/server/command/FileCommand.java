package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command about one configuration file. */
abstract class FileCommand implements Callable<Integer> {
    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file. Default: CARDEA_CONFIG, or cardea.yml in this folder.")
    private @Nullable Path config;

    FileCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() {
        var file = ConfigPath.of(config, env);
        if (file.isEmpty()) return ConfigPath.missing(spec);
        config = file.get();
        return Console.withFile(() -> read(config()), this::errors, this::run);
    }

    /** Reads the file; only a command that serves uses its log. */
    ServerSettings read(Path file) throws ConfigException {
        return Console.quietly(() -> ConfigFile.read(file, env));
    }

    /** Prints the errors of a file that cannot be used. */
    void errors(List<String> lines) {
        lines.forEach(this::complain);
    }

    /** Returns the exit code. */
    abstract int run(ServerSettings settings);

    /** Returns whether the command line names a file. */
    final boolean isFileGiven() {
        return config != null;
    }

    final Path config() {
        return Objects.requireNonNull(config, "config");
    }

    final Env env() {
        return env;
    }

    final void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    final void complain(String line) {
        spec.commandLine().getErr().println(line);
    }
}
