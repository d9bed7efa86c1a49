package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Writes a row for each login, failed login, logout and linked account. */
public record AuditLog(DataSource database, Clock clock) implements Events {
    private static final String INSERT =
            "insert into login_log (at, what, user_id, provider, detail, request_id, client, user_agent)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?)";

    @Override
    public void signIn(SignIn event) {
        var provider = event.account() == null ? null : event.account().provider();
        write("sign-in", event.user().id(), provider, null, event.request());
    }

    @Override
    public void signInFailed(SignInFailed event) {
        var detail = event.reason().code() + " " + event.errorId();
        write("failed", null, event.provider(), detail, event.request());
    }

    @Override
    public void signOut(SignOut event) {
        var user = event.session() != null
                ? event.session().userId()
                : event.token() == null ? null : event.token().text("sub");
        write("sign-out", user, null, null, event.request());
    }

    @Override
    public void linkAccount(LinkAccount event) {
        write("linked", event.user().id(), event.account().provider(), null, event.request());
    }

    private void write(
            String what,
            @Nullable String user,
            @Nullable String provider,
            @Nullable String detail,
            EventRequest request) {
        var client = request.clientAddress();
        try (var connection = database.getConnection();
                var insert = connection.prepareStatement(INSERT)) {
            insert.setTimestamp(1, Timestamp.from(clock.instant()));
            insert.setString(2, what);
            insert.setString(3, user);
            insert.setString(4, provider);
            insert.setString(5, detail);
            insert.setString(6, request.id());
            insert.setString(7, client == null ? null : client.getHostAddress());
            insert.setString(8, request.userAgent());
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the audit log isn't responding", e);
        }
    }
}
// end
