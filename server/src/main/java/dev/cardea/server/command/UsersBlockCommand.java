package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users block}. */
@Command(
        name = "block",
        description = "Signs a user out everywhere, and refuses every sign-in; needs accounts.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersBlockCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            required = true,
            description = "Why, for events and other administrators. Put no email address into it.")
    private String reason = "";

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When the block ends, such as 2027-01-31T12:00:00Z. Default: when you unblock the user.")
    private @Nullable String until;

    @Option(names = "--json", description = "Prints the id as JSON.")
    private boolean json;

    UsersBlockCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var end = end();
        var id = id(find(adapter, who));
        try {
            if (!admin(settings).block(id, reason, end))
                throw StoppedException.broken("the user was deleted meanwhile");
        } catch (IllegalArgumentException e) {
            throw StoppedException.wrong(String.valueOf(e.getMessage()));
        }
        print(json ? Printable.json(Claims.of("blocked", id)) : "blocked " + id);
    }

    private @Nullable Instant end() {
        try {
            return until == null ? null : Instant.parse(until);
        } catch (DateTimeParseException e) {
            throw StoppedException.wrong("--until must be a time such as 2027-01-31T12:00:00Z");
        }
    }
}
