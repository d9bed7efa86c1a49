package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users sign-out}. */
@Command(
        name = "sign-out",
        description = "Signs a user out everywhere.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersSignOutCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--json", description = "Prints the id and the number of sessions as JSON.")
    private boolean json;

    UsersSignOutCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var sessions = sessions(settings);
        var id = id(find(adapter, who));
        int ended = endAll(sessions, adapter, id);
        print(json ? Printable.json(Claims.of("id", id).with("sessions", ended)) : report(ended, id));
    }
}
