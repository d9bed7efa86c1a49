package dev.cardea.server.command;

import dev.cardea.Accounts.OpenSession;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea sessions list}. */
@Command(
        name = "list",
        description = "Lists the sessions of a user.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class SessionsListCommand extends SessionOwnerCommand {
    @Option(names = "--json", description = "Prints every field as JSON.")
    private boolean json;

    SessionsListCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var sessions = sessions(settings);
        var id = userId(adapter);
        var all = sessions.list(id);
        if (json) {
            print(Printable.json(Claims.of("user", id)
                    .with(
                            "sessions",
                            all.stream().map(SessionsListCommand::claims).toList())));
        } else if (all.isEmpty()) {
            complain("note: " + Printable.of(id) + " has no sessions");
        } else {
            table(all);
        }
    }

    private static Claims claims(OpenSession session) {
        return Claims.of("id", session.id())
                .with("begun", session.begun())
                .with("seen", session.seen())
                .with("expires", session.expires())
                .with("provider", session.provider())
                .with("client", session.client())
                .with("userAgent", session.userAgent());
    }

    private void table(List<OpenSession> sessions) {
        line("id", "begun", "seen", "expires", "provider", "client", "browser");
        for (var session : sessions) {
            line(
                    session.id(),
                    time(session.begun()),
                    time(session.seen()),
                    time(session.expires()),
                    text(session.provider()),
                    text(session.client()),
                    text(session.userAgent()));
        }
    }

    private void line(Object... cells) {
        print(String.format(Locale.ROOT, "%-64s  %-24s  %-24s  %-24s  %-12s  %-20s  %s", cells)
                .stripTrailing());
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "-" : IsoTime.print(time);
    }

    private static String text(@Nullable String text) {
        return text == null || text.isEmpty() ? "-" : Printable.of(text);
    }
}
