package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users unblock}. */
@Command(
        name = "unblock",
        description = "Lets a blocked user sign in again; needs accounts.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersUnblockCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--json", description = "Prints the id as JSON.")
    private boolean json;

    UsersUnblockCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var id = id(find(adapter, who));
        if (!admin(settings).unblock(id)) throw StoppedException.broken(id + " is not blocked");
        print(json ? Printable.json(Claims.of("unblocked", id)) : "unblocked " + id);
    }
}
