package dev.cardea.server.command;

import dev.cardea.accounts.Redaction;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users create}. */
@Command(
        name = "create",
        description = "Creates a user, who first signs in with a link sent to the email address.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersCreateCommand extends UserChangeCommand {
    @Parameters(index = "0", paramLabel = "EMAIL", description = "The user's email address.")
    private String address = "";

    @Parameters(index = "1..*", paramLabel = "FIELD=VALUE", description = "Fields, such as name=Ada and role=admin.")
    private List<String> fields = List.of();

    @Option(
            names = "--verified",
            description = "Marks the email address as verified. Use it only if you're sure that it's the user's.")
    private boolean verified;

    @Option(names = "--json", description = "Prints the user as JSON.")
    private boolean json;

    UsersCreateCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var given = Claims.of("email", address(address)).withAll(fields(fields));
        if (!address(address).equals(given.text("email")))
            throw StoppedException.wrong("the field email differs from EMAIL");
        var wanted = verified ? given.with("emailVerified", now()) : given;
        var user = kept(adapter, wanted, unit -> users(unit).createUser(User.of(wanted)));
        print(json ? Printable.json(Redaction.of(user.claims())) : "created " + id(user));
    }
}
