package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users reset-factors}. */
@Command(
        name = "reset-factors",
        description = "Removes the second factors and recovery codes of a user who has lost them; needs accounts.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersResetFactorsCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--json", description = "Prints the id as JSON.")
    private boolean json;

    UsersResetFactorsCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var id = id(find(adapter, who));
        if (!admin(settings).resetFactors(id)) throw StoppedException.broken("the user was deleted meanwhile");
        print(json ? Printable.json(Claims.of("reset", id)) : "reset the factors of " + id);
    }
}
