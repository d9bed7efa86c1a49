package dev.cardea.server.command;

import dev.cardea.accounts.UserAdmin;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users invite}. */
@Command(
        name = "invite",
        description = "Sends an email that invites someone to become a user; needs accounts with signUp: invited.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersInviteCommand extends UserChangeCommand {
    @Parameters(index = "0", paramLabel = "EMAIL", description = "The email address that the new user has to prove.")
    private String address = "";

    @Parameters(index = "1..*", paramLabel = "FIELD=VALUE", description = "Fields, such as name=Ada and role=admin.")
    private List<String> fields = List.of();

    @Option(names = "--withdraw", description = "Withdraws the invitation instead, such as one to a wrong address.")
    private boolean withdraw;

    @Option(names = "--json", description = "Prints the address as JSON.")
    private boolean json;

    UsersInviteCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var email = address(address);
        var done = withdraw ? "withdrawn" : "invited";
        try {
            if (withdraw) withdraw(admin(settings), email);
            else if (!admin(settings).invite(email, fields(fields)))
                throw StoppedException.broken("a user already has this email address");
        } catch (IllegalArgumentException e) {
            throw StoppedException.wrong(String.valueOf(e.getMessage()));
        }
        print(json ? Printable.json(Claims.of(done, email)) : done + " " + Printable.of(email));
    }

    private void withdraw(UserAdmin admin, String email) {
        if (!fields.isEmpty()) throw StoppedException.wrong("--withdraw takes no fields");
        if (!admin.withdrawInvitation(email))
            throw StoppedException.broken("this email address has no invitation; it may have been accepted");
    }
}
