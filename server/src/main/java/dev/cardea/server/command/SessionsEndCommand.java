package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea sessions end}. */
@Command(
        name = "end",
        description = "Ends one session of a user, or all of them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class SessionsEndCommand extends SessionOwnerCommand {
    @Option(names = "--session", paramLabel = "ID", description = "Ends this session only.")
    private @Nullable String session;

    @Option(names = "--json", description = "Prints the user's ID and the number of sessions as JSON.")
    private boolean json;

    SessionsEndCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var sessions = sessions(settings);
        var id = userId(adapter);
        if (session != null && !sessions.end(id, session)) {
            throw StoppedException.broken(id + " has no session " + session + "; cardea sessions list --user " + id
                    + " shows the user's sessions");
        }
        int ended = session == null ? endAll(sessions, adapter, id) : 1;
        print(json ? Printable.json(Claims.of("user", id).with("ended", ended)) : report(ended, Printable.of(id)));
    }
}
