package dev.cardea.server.command;

import dev.cardea.adapter.Schema;
import dev.cardea.adapter.StoreException;
import dev.cardea.config.Env;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.store.OpenStore;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea migrate}. */
@Command(
        name = "migrate",
        description = "Creates or upgrades the tables or indexes of the store.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class MigrateCommand implements Callable<Integer> {
    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @ArgGroup
    private @Nullable Target target;

    @Option(names = "--dry-run", description = "Prints what it would do, without changing anything.")
    private boolean dryRun;

    /** One of the two. */
    static final class Target {
        @Option(
                names = "--config",
                required = true,
                paramLabel = "FILE",
                description = "The configuration file. Default: CARDEA_CONFIG, or cardea.yml in this folder.")
        private @Nullable Path config;

        @ArgGroup(exclusive = false)
        private @Nullable Address address;
    }

    /** A store without a configuration. */
    static final class Address {
        @Option(names = "--store", required = true, paramLabel = "URL", description = "The URL of the store.")
        @SuppressWarnings("NullAway.Init")
        private String store;

        @Option(names = "--user", paramLabel = "U", description = "The database user.")
        private @Nullable String user;

        @Option(names = "--password-file", paramLabel = "F", description = "A file with the database user's password.")
        private @Nullable Path passwordFile;
    }

    MigrateCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() {
        var address = target == null ? null : target.address;
        if (address == null) return migrateOfFile(target == null ? null : target.config);
        try {
            var password = address.passwordFile == null
                    ? null
                    : Files.readString(address.passwordFile).stripTrailing();
            return migrate(new StoreSettings(address.store, address.user, password, "auto", null, null));
        } catch (IOException e) {
            spec.commandLine().getErr().println("the file " + address.passwordFile + " cannot be read");
            return ExitCode.NOT_STARTED;
        }
    }

    private int migrateOfFile(@Nullable Path option) {
        var file = ConfigPath.of(option, env);
        if (file.isEmpty()) return ConfigPath.missing(spec);
        return Console.withFile(spec, file.get(), env, settings -> migrate(settings, file.get()));
    }

    private int migrate(ServerSettings settings, Path file) {
        var store = settings.store();
        var described = settings.storeSettings();
        if (dryRun && described != null) return migrate(described);
        if (store != null) return migrate(store);
        spec.commandLine().getErr().println(file + ": key \"store\" is missing, so there's nothing to migrate");
        return ExitCode.WRONG;
    }

    private int migrate(StoreSettings settings) {
        var problem = settings.problem();
        if (problem.isPresent()) {
            spec.commandLine().getErr().println("the store " + problem.get());
            return ExitCode.WRONG;
        }
        try (var store = dryRun ? Stores.openToRead(settings) : Stores.open(settings)) {
            return migrate(store);
        }
    }

    private int migrate(OpenStore store) {
        var out = spec.commandLine().getOut();
        try {
            if (store.schema().isEmpty()) out.println("-- this store has no tables");
            else if (dryRun) store.schema().get().schemaDryRun().forEach(out::println);
            else return create(store.schema().get());
            return ExitCode.DONE;
        } catch (StoreException e) {
            spec.commandLine().getErr().println("couldn't migrate the store: " + e.getMessage());
            return ExitCode.BROKEN;
        }
    }

    /** What migrations cannot make is said at once, and not by the next command only. */
    private int create(Schema schema) {
        schema.createSchema(spec.commandLine().getOut()::println);
        var missing = schema.missing();
        missing.forEach(line -> spec.commandLine().getErr().println("still missing: " + line));
        return missing.isEmpty() ? ExitCode.DONE : ExitCode.BROKEN;
    }
}
