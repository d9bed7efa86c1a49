package dev.cardea.server.command;

import dev.cardea.config.Env;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the configuration file of a command. */
final class ConfigPath {
    static final String NAME = "cardea.yml";
    static final String VARIABLE = "CARDEA_CONFIG";

    private ConfigPath() {}

    /** The option, else the variable, else {@code ./cardea.yml} if it exists. */
    static Optional<Path> of(@Nullable Path option, Env env) {
        if (option != null) return Optional.of(option);
        var named = env.get(VARIABLE).map(Path::of);
        return named.isPresent() ? named : Optional.of(Path.of(NAME)).filter(Files::exists);
    }

    /** Says how to name a file. */
    static int missing(CommandSpec spec) {
        spec.commandLine()
                .getErr()
                .println("cardea: no configuration; create one with: cardea init. Or use --config FILE, or set "
                        + VARIABLE);
        return ExitCode.WRONG;
    }
}
