package dev.cardea.server.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cardea users}. */
@Command(
        name = "users",
        description =
                "Lists, shows, exports, creates, imports, invites, changes, blocks and deletes users, and signs them out.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UsersListCommand.class,
            UsersShowCommand.class,
            UsersExportCommand.class,
            UsersCreateCommand.class,
            UsersImportCommand.class,
            UsersInviteCommand.class,
            UsersSetCommand.class,
            UsersDeleteCommand.class,
            UsersSignOutCommand.class,
            UsersBlockCommand.class,
            UsersUnblockCommand.class,
            UsersResetFactorsCommand.class,
            UsersResealCommand.class
        })
final class UsersCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
