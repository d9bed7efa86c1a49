package dev.cardea.server.command;

import dev.cardea.adapter.StoreException;
import dev.cardea.config.Env;
import dev.cardea.server.file.ServerSettings;
import java.time.Duration;
import picocli.CommandLine.Command;

/** {@code cardea clean}. */
@Command(
        name = "clean",
        description = "Removes expired sessions, sign-in links and used keys from the store, 1000 rows at a time.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CleanCommand extends FileCommand {
    /** A visitor is answered after three seconds; a scheduler would rather have the work done. */
    private static final Duration WAIT = Duration.ofSeconds(30);

    CleanCommand(Env env) {
        super(env);
    }

    @Override
    int run(ServerSettings settings) {
        var store = settings.store();
        if (store == null) {
            complain(config() + ": key \"store\" is missing, so there's nothing to clean");
            return ExitCode.WRONG;
        }
        try (store) {
            if (store.cleaning().isEmpty()) {
                print("this store removes expired rows by itself");
                return ExitCode.DONE;
            }
            store.connections().ifPresent(connections -> connections.waitAtLeast(WAIT));
            var rows = store.cleaning().get().get();
            print(rows.total() + " expired rows removed: " + rows.sessions() + " sessions, " + rows.verificationTokens()
                    + " links, " + rows.usedTokens() + " used keys"
                    + (rows.records() == 0 ? "" : ", " + rows.records() + " records of modules"));
            return ExitCode.DONE;
        } catch (StoreException e) {
            complain("couldn't clean the store: " + e.getMessage());
            return ExitCode.BROKEN;
        }
    }
}
