package dev.cardea.dev;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserPage;
import dev.cardea.http.Response;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows the users with their accounts and sessions, deletes them, and signs them out. */
final class UsersPage implements DevPage {
    private static final int PAGE = 50;

    private final @Nullable Adapter store;
    /** {@code null} if the store can't list them. */
    private final @Nullable StoredSessions sessions;

    private final Clock clock;

    /** @param clock that of the site */
    UsersPage(@Nullable Adapter store, Clock clock) {
        this.store = store;
        var stored = store == null ? null : new AllSessions(store);
        sessions = stored != null && stored.canList() ? stored : null;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "users";
    }

    @Override
    public String title() {
        return "Users";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var html = new StringBuilder("<h1>Users and sessions</h1>");
        try {
            rows(html, query.getOrDefault("after", ""));
        } catch (StoreException e) {
            html.append("<p role=\"alert\">The store isn't responding: ")
                    .append(DevPages.escape(String.valueOf(e.getMessage())))
                    .append("</p>");
        }
        return DevPages.page(home, this, html);
    }

    private void rows(StringBuilder html, String after) {
        if (store == null) {
            html.append("<p>This site has no store. Sessions are tokens in cookies, so there's nothing to list.</p>");
            return;
        }
        if (!(store instanceof UserIndex index)) {
            html.append("<p>This store can't list its users because it doesn't implement <code>UserIndex</code>.</p>");
            return;
        }
        var users = index.listUsers(new UserPage(after, PAGE));
        if (users.isEmpty())
            html.append("<p>")
                    .append(after.isEmpty() ? "No users" : "No more users")
                    .append(".</p>");
        html.append("<ul class=\"rows\">");
        for (var user : users) user(html, user);
        html.append("</ul>");
        if (users.size() == PAGE) {
            html.append("<p><a href=\"?after=")
                    .append(java.net.URLEncoder.encode(id(users.get(PAGE - 1)), StandardCharsets.UTF_8))
                    .append("\">More users</a></p>");
        }
    }

    private void user(StringBuilder html, User user) {
        var id = id(user);
        var shown = user.displayName();
        html.append("<li class=\"tall\"><div><strong>")
                .append(DevPages.escape(shown))
                .append("</strong><small>")
                .append(user.email() == null ? "no email address" : DevPages.escape(String.valueOf(user.email())))
                .append(user.emailVerified() == null ? "" : ", verified")
                .append(" · id ")
                .append(DevPages.escape(id))
                .append(accounts(id))
                .append("</small></div><div class=\"actions\">");
        if (sessions != null) button(html, "sign-out", id, "", "Sign out everywhere", shown);
        button(html, "delete", id, "", "Delete", shown);
        html.append("</div>");
        if (sessions != null) sessions(html, id, sessions.list(id));
        html.append("</li>");
    }

    private String accounts(String id) {
        if (!(store instanceof AccountIndex index)) return "";
        var accounts = index.listAccountsByUserId(id).stream()
                .map(Account::provider)
                .sorted()
                .collect(Collectors.joining(", "));
        return accounts.isEmpty() ? "" : " · " + DevPages.escape(accounts);
    }

    private void sessions(StringBuilder html, String user, List<StoredSession> rows) {
        if (rows.isEmpty()) return;
        html.append("<ul class=\"inner\">");
        for (var session : rows) {
            boolean expired = !session.expires().isAfter(clock.instant());
            html.append("<li><small>Session, ")
                    .append(expired ? "expired " : "expires ")
                    .append(ClockPage.show(session.expires()))
                    .append("</small>");
            button(html, "end", user, session.id(), "End", "the session");
            html.append("</li>");
        }
        html.append("</ul>");
    }

    private static void button(
            StringBuilder html, String action, String user, String session, String label, String what) {
        html.append("<form method=\"post\">")
                .append(DevPages.hidden("user", user))
                .append(session.isEmpty() ? "" : DevPages.hidden("session", session))
                .append("<button name=\"action\" value=\"")
                .append(action)
                .append("\" aria-label=\"")
                .append(DevPages.escape(label + ": " + what))
                .append("\">")
                .append(label)
                .append("</button></form>");
    }

    @Override
    public Response act(String home, Map<String, String> form) {
        var user = form.getOrDefault("user", "");
        switch (form.getOrDefault("action", "")) {
            case "delete" -> {
                if (store instanceof UserAdapter users) users.deleteUser(user);
            }
            case "sign-out" -> {
                if (sessions != null) sessions.endAll(user, null);
            }
            case "end" -> end(user, form.getOrDefault("session", ""));
            default -> {
                // A form of an earlier version: nothing to do.
            }
        }
        return DevPages.seeOther(path(home));
    }

    private void end(String user, String id) {
        if (sessions == null) return;
        for (var session : sessions.list(user)) {
            if (session.id().equals(id)) sessions.end(session);
        }
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
