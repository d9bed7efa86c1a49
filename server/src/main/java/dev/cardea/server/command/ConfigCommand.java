package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigSchema;
import dev.cardea.server.file.EffectiveConfig;
import dev.cardea.server.file.KeyReference;
import dev.cardea.server.tracing.Collector;
import dev.cardea.server.tracing.TracerException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea config}. */
@Command(
        name = "config",
        description = "Shows the effective configuration, explains a key, or prints the schema for editors.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ConfigCommand implements Callable<Integer> {
    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private Choice choice;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file. Default: CARDEA_CONFIG, or cardea.yml in this folder.")
    private @Nullable Path config;

    ConfigCommand(Env env) {
        this.env = env;
    }

    /** One of these. */
    static final class Choice {
        @Option(names = "--schema", description = "Prints the JSON schema of the file (draft 07).")
        private boolean schema;

        @Option(
                names = "--show",
                description = "Prints every value and where it comes from; for secrets, only the length.")
        @SuppressWarnings("UnusedVariable") // what neither of the others asks for
        private boolean show;

        @Option(names = "--explain", paramLabel = "KEY", description = "Prints the documentation of a key.")
        private @Nullable String key;
    }

    @Override
    public Integer call() {
        if (choice.schema) {
            print(ConfigSchema.text().stripTrailing());
            return ExitCode.DONE;
        }
        return choice.key == null ? show() : explain(choice.key);
    }

    private int failed(ConfigException e) {
        e.lines().forEach(this::complain);
        return e.isUnreadable() ? ExitCode.NOT_STARTED : ExitCode.WRONG;
    }

    private int explain(String key) {
        var lines = KeyReference.explain(key);
        if (lines.isEmpty()) {
            complain("cardea: " + KeyReference.unknown(key));
            return ExitCode.WRONG;
        }
        lines.get().forEach(this::print);
        return ExitCode.DONE;
    }

    private int show() {
        var file = ConfigPath.of(config, env);
        if (file.isEmpty()) return ConfigPath.missing(spec);
        try {
            EffectiveConfig.of(file.get(), env).forEach(this::print);
            Collector.of(env)
                    .ifPresent(it -> print("# traces are exported to " + it.origin() + ", as the variable "
                            + it.variable() + " says"));
            return ExitCode.DONE;
        } catch (ConfigException e) {
            return failed(e);
        } catch (TracerException e) {
            complain(String.valueOf(e.getMessage()));
            return ExitCode.WRONG;
        }
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    private void complain(String line) {
        spec.commandLine().getErr().println(line);
    }
}
