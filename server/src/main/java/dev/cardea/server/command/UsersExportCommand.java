package dev.cardea.server.command;

import dev.cardea.accounts.UserReport;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users export}. */
@Command(
        name = "export",
        description = "Prints everything the store has about a user, as JSON, for example for a data access request.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersExportCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--with-tokens", description = "Includes the providers' tokens. They give access to the accounts.")
    private boolean withTokens;

    /** For scripts that give it to each command: this one has no other output. */
    @Option(names = "--json", description = "Has no effect: this command always prints JSON.")
    void json(boolean isGiven) {}

    UsersExportCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var report = UserReport.of(store(adapter), find(adapter, who));
        if (!report.isListed()) throw StoppedException.broken("this store can't list a user's accounts and sessions");
        print(Printable.json(report.export(Instant.now(), withTokens)));
    }
}
