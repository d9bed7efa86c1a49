package dev.cardea.accounts;

import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import java.lang.System.Logger.Level;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line of JSON to the logger {@code dev.cardea.audit} for each event about who signs in and what they change. Has a
 * closed list of fields, and no address, name or token. Safe for concurrent use.
 */
record AuditLog(Clock clock) implements Events {
    private static final System.Logger LOG = System.getLogger("dev.cardea.audit");
    private static final int MAX_TEXT = 200;

    @Override
    public void signIn(SignIn event) {
        write(
                Entry.of("signIn")
                        .user(event.user().id())
                        .with(
                                "provider",
                                event.account() == null ? null : event.account().provider()),
                event.request());
    }

    @Override
    public void signInFailed(SignInFailed event) {
        write(
                Entry.of("signInFailed")
                        .with("provider", event.provider())
                        .with("reason", event.reason().code())
                        .with("error_id", event.errorId()),
                event.request());
    }

    @Override
    public void signOut(SignOut event) {
        var row = event.session();
        var token = event.token();
        write(
                Entry.of("signOut").user(row != null ? row.userId() : token == null ? null : token.text("sub")),
                event.request());
    }

    @Override
    public void sessionEnded(SessionEnded event) {
        write(
                Entry.of("sessionEnded")
                        .user(event.userId())
                        .with("reason", event.reason().label()),
                event.request());
    }

    @Override
    public void linkAccount(LinkAccount event) {
        write(
                Entry.of("linkAccount")
                        .user(event.user().id())
                        .with("provider", event.account().provider()),
                event.request());
    }

    @Override
    public void accountChanged(AccountChanged event) {
        write(
                Entry.of("accountChanged")
                        .user(event.userId())
                        .with("kind", event.kind())
                        .with("actor", event.details().text("actor"))
                        .with("reason", event.details().text("reason"))
                        .with("provider", event.details().text("provider")),
                event.request());
    }

    private void write(Entry entry, EventRequest request) {
        if (!LOG.isLoggable(Level.INFO)) return;
        LOG.log(Level.INFO, ascii(entry.by(request).at(clock).toJson()));
    }

    /** Escapes what a terminal or a reader of lines could take for more than text; in JSON, it occurs in texts alone. */
    private static String ascii(String json) {
        var line = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c >= ' ' && c <= '~') line.append(c);
            else line.append(String.format("\\u%04x", (int) c));
        }
        return line.toString();
    }

    /** The fields of a line. Immutable. */
    private record Entry(Claims fields) {
        static Entry of(String event) {
            return new Entry(Claims.of("event", event));
        }

        Entry with(String name, @Nullable String text) {
            return new Entry(fields.withPresent(name, text == null ? null : cut(text)));
        }

        private static String cut(String text) {
            return text.substring(0, Math.min(text.length(), MAX_TEXT));
        }

        Entry user(@Nullable String id) {
            return with("user_id", id);
        }

        Entry by(EventRequest request) {
            var client = request.clientAddress();
            var agent = request.userAgent();
            return with("request_id", request.id())
                    .with(
                            "network",
                            client == null ? null : ClientNetwork.of(client).toString())
                    .with(
                            "browser",
                            agent == null ? null : Browser.of(agent).family().label());
        }

        Claims at(Clock clock) {
            return Claims.of("time", clock.instant()).withAll(fields);
        }
    }
}
