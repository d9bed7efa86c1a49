package dev.cardea.server.command;

import dev.cardea.accounts.Redaction;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users set}. */
@Command(
        name = "set",
        description = "Changes fields of a user: cardea users set ada@example.com role=admin",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersSetCommand extends UserChangeCommand {
    @Parameters(index = "0", paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FIELD=VALUE",
            description = "A text; use := for a number, true, false or other JSON; emailVerified=now.")
    private List<String> fields = List.of();

    @Option(names = "--clear", paramLabel = "FIELD", description = "Clears a field. Can be repeated.")
    private List<String> cleared = List.of();

    @Option(names = "--json", description = "Prints the user as JSON.")
    private boolean json;

    UsersSetCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        if (fields.isEmpty() && cleared.isEmpty())
            throw StoppedException.wrong("say what to change, such as role=admin");
        var wanted = wantedFields();
        var before = find(adapter, who);
        boolean isMoved = wanted.has("email") && !Objects.equals(wanted.value("email"), before.email());
        var change = isMoved && !wanted.has("emailVerified") ? wanted.with("emailVerified", (Object) null) : wanted;
        var user = kept(adapter, change, unit -> users(unit).updateUser(new UserChange(id(before), change)));
        if (user.emailVerified() == null) {
            complain("note: this user's email address isn't verified, so it may belong to someone else");
        }
        print(json ? Printable.json(Redaction.of(user.claims())) : "changed " + id(user));
    }

    private Claims wantedFields() {
        var wanted = fields(fields);
        for (var name : cleared) {
            if (name.equals("id") || name.equals("email")) throw StoppedException.wrong(name + " cannot be empty");
            if (wanted.has(name)) throw StoppedException.wrong("the field " + name + " is given twice");
            wanted = wanted.with(name, (Object) null);
        }
        return wanted;
    }
}
