package dev.cardea.server.command;

import dev.cardea.accounts.UserReport;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users delete}. */
@Command(
        name = "delete",
        description = "Deletes a user with all accounts, sessions and passkeys.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersDeleteCommand extends StoreCommand {
    private final BufferedReader in;

    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--yes", description = "Doesn't ask for confirmation.")
    private boolean yes;

    @Option(names = "--json", description = "Prints the id as JSON.")
    private boolean json;

    UsersDeleteCommand(Env env, BufferedReader in) {
        super(env);
        this.in = in;
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var user = find(adapter, who);
        var report = UserReport.of(store(adapter), user);
        if (!yes && !isConfirmed(report)) throw StoppedException.wrong("nothing was deleted; type yes, or use --yes");
        boolean canEnd = settings.auth().strategy().canEnd();
        if (hasAccounts(settings)) admin(settings).delete(id(user));
        else if (canEnd) sessions(settings).deleteUser(id(user));
        else users(adapter).deleteUser(id(user));
        boolean isGone = users(adapter).getUser(id(user)).isEmpty()
                && UserReport.of(store(adapter), user).isEmpty();
        if (!isGone)
            throw StoppedException.broken(
                    "new records of this user were written in the meantime; delete the user again");
        if (!canEnd) {
            complain("note: this site keeps sessions in cookies; this user's sessions end when they expire");
        }
        print(json ? Printable.json(Claims.of("deleted", id(user))) : "deleted " + id(user));
    }

    private boolean isConfirmed(UserReport report) {
        var user = report.user();
        complain(String.format(
                Locale.ROOT,
                "Delete %s (id %s) with %d accounts, %d sessions and %d passkeys? Type yes:",
                Printable.of(user.displayName()),
                Printable.of(user.id()),
                report.accounts().size(),
                report.sessions().size(),
                report.passkeys().size()));
        try {
            var answer = in.readLine();
            return answer != null && answer.strip().equalsIgnoreCase("yes");
        } catch (IOException e) {
            return false;
        }
    }
}
