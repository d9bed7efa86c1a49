package dev.cardea.server.command;

import dev.cardea.accounts.Block;
import dev.cardea.accounts.Redaction;
import dev.cardea.accounts.UserReport;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.StoredSession;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cardea users show}. */
@Command(
        name = "show",
        description = "Shows a user with accounts, sessions and passkeys, and without tokens.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersShowCommand extends StoreCommand {
    @Parameters(paramLabel = "USER", description = "An email address or an ID.")
    private String who = "";

    @Option(names = "--json", description = "Prints the user as JSON.")
    private boolean json;

    UsersShowCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        var report = UserReport.of(store(adapter), find(adapter, who));
        if (json) print(Printable.json(report.export(Instant.now(), false).without("exportedAt")));
        else show(report);
    }

    private void show(UserReport report) {
        Redaction.of(report.user().claims()).asMap().forEach(this::line);
        for (var account : report.accounts()) {
            line("account", account.provider() + " " + account.providerAccountId() + " (" + account.type() + ")");
        }
        for (var session : report.sessions()) line("session", session(session));
        for (var passkey : report.passkeys()) line("passkey", passkey(passkey));
        for (var record : report.records()) line("record", record.kind());
        report.block().ifPresent(block -> line("blocked", block(block)));
    }

    private static String block(Block block) {
        var until = block.until();
        return (until == null ? "" : "until " + IsoTime.print(until) + ", ") + "because: " + block.reason();
    }

    private static String session(StoredSession session) {
        var expires = "expires " + IsoTime.print(session.expires());
        var record = session.record();
        if (record == null) return expires;
        var device = record.userAgent() == null ? "" : ", " + record.userAgent();
        return expires + ", begun " + IsoTime.print(record.begun()) + device;
    }

    private static String passkey(Claims passkey) {
        var name = passkey.text("name");
        return (name == null ? "without a name" : name) + ", created " + time(passkey, "createdAt") + ", last used "
                + time(passkey, "lastUsedAt");
    }

    private static String time(Claims passkey, String field) {
        return passkey.value(field) instanceof Instant it ? IsoTime.print(it) : "unknown";
    }

    private void line(String name, @Nullable Object value) {
        var text = value instanceof Instant time ? IsoTime.print(time) : value == null ? "-" : Printable.of(value);
        print(String.format(Locale.ROOT, "%-15s %s", Printable.of(name), text));
    }
}
