package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.json.Claims;
import dev.cardea.server.file.Settings;
import dev.cardea.server.users.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users sign-out}. */
@Command(
        name = "sign-out",
        description = "Ends all sessions of a user.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersSignOutCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An e-mail address or an id.")
    private String who = "";

    @Option(names = "--json", description = "Prints the id and the number of sessions as JSON.")
    private boolean json;

    UsersSignOutCommand(Env env) {
        super(env);
    }

    @Override
    void run(Settings settings, Adapter adapter) {
        if (settings.auth().strategy() == SessionOptions.Strategy.JWT) {
            throw StoppedException.broken(
                    "this site keeps sessions in cookies (session.strategy: jwt), which only expire; replacing"
                            + " the secret ends those of all users");
        }
        if (!(adapter instanceof SessionIndex index)) {
            throw StoppedException.broken("this store cannot list the sessions of a user");
        }
        var user = find(adapter, who);
        int sessions = index.listSessionsByUserId(id(user)).size();
        index.deleteSessionsByUserId(id(user), "");
        print(
                json
                        ? Printable.json(Claims.of("id", id(user)).with("sessions", sessions))
                        : "ended " + sessions + (sessions == 1 ? " session of " : " sessions of ") + id(user));
    }
}
