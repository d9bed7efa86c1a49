package dev.cardea.server.command;

import dev.cardea.accounts.Redaction;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea users list}. */
@Command(
        name = "list",
        description = "Lists users by ID, one page at a time.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersListCommand extends StoreCommand {
    /** The length of {@code email}. */
    private static final int HEADING = 5;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Starts after this user, the last one on the previous page.")
    private String after = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many users, from 1 to 1000. Default: ${DEFAULT-VALUE}")
    private int limit;

    @Option(names = "--json", description = "Prints every field as JSON, and the ID to continue with.")
    private boolean json;

    UsersListCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        if (limit < 1 || limit > UserPage.MAX_LIMIT) throw StoppedException.wrong("--limit must be from 1 to 1000");
        if (!(adapter instanceof UserIndex index)) {
            throw StoppedException.broken(
                    "this store can't list users in order; cardea users show finds one by email address or ID");
        }
        var users = index.listUsers(new UserPage(after, limit));
        var next = users.size() < limit ? null : id(users.get(users.size() - 1));
        if (json) {
            var shown = users.stream().map(user -> Redaction.of(user.claims())).toList();
            print(Printable.json(Claims.of("users", shown).with("next", next)));
        } else {
            table(users, next);
        }
    }

    private void table(List<User> users, @Nullable String next) {
        int ids = width(users.stream().map(User::id).toList());
        int addresses = width(users.stream().map(User::email).toList());
        var row = "%-" + ids + "s  %-" + addresses + "s  %-8s  %s";
        if (!users.isEmpty())
            print(String.format(Locale.ROOT, row, "id", "email", "verified", "name")
                    .strip());
        for (var user : users) {
            var address = user.email() == null ? "-" : Printable.of(user.email());
            var name = user.name() == null ? "" : Printable.of(user.name());
            var verified = user.emailVerified() == null ? "no" : "yes";
            print(String.format(Locale.ROOT, row, Printable.of(user.id()), address, verified, name)
                    .stripTrailing());
        }
        if (next != null) complain("more: cardea users list --limit " + limit + " --after " + Printable.of(next));
    }

    private static int width(List<@Nullable String> texts) {
        int longest = texts.stream()
                .mapToInt(text -> Printable.of(text).length())
                .max()
                .orElse(0);
        return Math.max(longest, HEADING);
    }
}
