package dev.cardea.server.command;

import dev.cardea.accounts.ImportReport;
import dev.cardea.accounts.UserImport;
import dev.cardea.accounts.UserImportException;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea users import}. */
@Command(
        name = "import",
        description = "Imports users with password hashes and accounts from a file. Users who exist don't change.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersImportCommand extends StoreCommand {
    @Option(
            names = "--file",
            paramLabel = "FILE",
            required = true,
            description = "The users, a JSON object in each line.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Checks and counts, and writes nothing.")
    private boolean dryRun;

    @Option(
            names = "--skip-unreadable",
            description = "Leaves out lines that can't be imported. By default they stop the import before it begins.")
    private boolean skipUnreadable;

    @Option(names = "--json", description = "Prints what was counted, as JSON.")
    private boolean json;

    UsersImportCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var users = UserImport.of(settings.auth(), adapter);
        if (skipUnreadable) users = users.skipUnreadable();
        try {
            var report = dryRun ? users.check(file) : users.run(file);
            print(report);
            if (report.unreadable() > 0 && !skipUnreadable)
                throw StoppedException.broken("an import would stop; correct these lines, or use --skip-unreadable");
        } catch (UserImportException e) {
            print(e.report());
            throw StoppedException.broken(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw StoppedException.wrong("the file " + file + " can't be read");
        }
    }

    private void print(ImportReport report) {
        for (var problem : report.problems()) complain(Printable.of(problem));
        long unlisted = report.unreadable() - report.problems().size();
        if (unlisted > 0) complain("and " + unlisted + " more lines");
        print(json ? Printable.json(json(report)) : text(report));
    }

    private Claims json(ImportReport report) {
        var problems = report.problems().stream()
                .map(it -> Claims.of("line", it.line()).with("reason", it.reason()))
                .toList();
        return Claims.of("dryRun", dryRun)
                .with("created", report.created())
                .with("completed", report.completed())
                .with("existing", report.existing())
                .with("hashes", report.hashes())
                .with("withoutPassword", report.withoutPassword())
                .with("unreadable", report.unreadable())
                .with("problems", problems);
    }

    private String text(ImportReport report) {
        var text = new StringBuilder(count(report.created(), "user ", "users "))
                .append(dryRun ? "would be created, " : report.created() == 1 ? "was created, " : "were created, ")
                .append(report.completed())
                .append(" completed; ")
                .append(count(report.existing(), "already exists; ", "already exist; "))
                .append(count(report.unreadable(), "line can't be read", "lines can't be read"))
                .append("\npassword hashes:");
        if (report.hashes().isEmpty()) text.append(" none");
        report.hashes()
                .forEach((kind, count) ->
                        text.append(' ').append(kind).append(' ').append(count));
        return text.append("; ")
                .append(report.withoutPassword())
                .append(" left out, because the address isn't verified or the user had no password")
                .toString();
    }

    private static String count(long number, String one, String several) {
        return number + " " + (number == 1 ? one : several);
    }
}
