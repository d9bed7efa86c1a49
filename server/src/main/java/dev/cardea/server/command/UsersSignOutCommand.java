package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.Settings;
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
    void run(Settings settings, Adapter adapter) {
        if (!settings.auth().strategy().canEnd()) {
            throw StoppedException.broken(
                    "this site keeps sessions in cookies (session.strategy: jwt), which end when they expire; a "
                            + "new secret ends the sessions of all users");
        }
        var stored = new AllSessions(adapter);
        if (!stored.canList()) {
            throw StoppedException.broken("this store can't list a user's sessions");
        }
        var user = find(adapter, who);
        int sessions = stored.list(id(user)).size();
        stored.endAll(id(user), null);
        print(
                json
                        ? Printable.json(Claims.of("id", id(user)).with("sessions", sessions))
                        : "ended " + sessions + (sessions == 1 ? " session of " : " sessions of ") + id(user));
    }
}
