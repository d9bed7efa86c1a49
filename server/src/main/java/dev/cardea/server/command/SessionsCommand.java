package dev.cardea.server.command;

import dev.cardea.Sessions;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cardea sessions}. */
@Command(
        name = "sessions",
        description = "Lists and ends the sessions of a user.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SessionsListCommand.class, SessionsEndCommand.class})
final class SessionsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Ends all sessions of a user, also what the store has from another strategy; returns how many there were. */
    static int endAll(Sessions sessions, Adapter adapter, String userId) {
        int ended = sessions.endAll(userId);
        var all = new AllSessions(adapter);
        if (!all.canList()) return ended;
        int left = all.list(userId).size();
        if (left > 0) all.endAll(userId, null);
        return ended + left;
    }

    static String report(int ended, String userId) {
        return "ended " + ended + (ended == 1 ? " session of " : " sessions of ") + userId;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
