package dev.cardea.server.command;

import dev.cardea.Env;
import dev.cardea.adapter.jdbc.JdbcException;
import dev.cardea.server.file.Settings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea clean}. */
@Command(
        name = "clean",
        description = "Removes expired sessions, links and used keys from the store, a thousand rows at a time.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CleanCommand implements Callable<Integer> {
    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    CleanCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() {
        return Console.withFile(spec, config, env, this::clean);
    }

    private int clean(Settings settings) {
        var store = settings.store();
        if (store == null) {
            spec.commandLine().getErr().println(config + ": key \"store\" is missing, so there is nothing to clean");
            return Cardea.WRONG;
        }
        try (store) {
            if (store.cleaning().isEmpty()) {
                spec.commandLine().getOut().println("this store removes expired rows by itself");
                return Cardea.DONE;
            }
            long rows = store.cleaning().get().getAsLong();
            spec.commandLine().getOut().println(rows + " expired rows removed");
            return Cardea.DONE;
        } catch (JdbcException e) {
            spec.commandLine().getErr().println("the store cannot be cleaned: " + e.getMessage());
            return Cardea.BROKEN;
        }
    }
}
