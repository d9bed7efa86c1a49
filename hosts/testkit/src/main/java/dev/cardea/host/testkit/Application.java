package dev.cardea.host.testkit;

import dev.cardea.Accounts;
import dev.cardea.Auth;
import dev.cardea.Passkeys;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import java.util.List;
import java.util.Optional;

/** The application to serve: what its pages show and do. {@link HostContract} lists the paths. */
public final class Application {
    /** Paths that only visitors may see whom {@code authorized} allows. */
    public static final List<String> PROTECTED = List.of("/admin/*", "/account");

    static final String DOWN = "DOWN";
    static final String INSIDE = "inside for ";

    /** The {@code Cache-Control} of the page {@code /cached}. */
    public static final String PUBLIC = "public, max-age=60";

    private final Auth auth;
    private final Runnable delay;

    /** @param delay what the slow page waits for */
    Application(Auth auth, Runnable delay) {
        this.auth = auth;
        this.delay = delay;
    }

    /** Answers below its base path; the configuration changes from test to test. */
    public Auth auth() {
        return auth;
    }

    /** Returns the text of the page that does not read the session. */
    public String open() {
        return "open to every visitor";
    }

    /** Returns the text of the slow page, which blocks. */
    public String slow() {
        delay.run();
        return "at last";
    }

    /** Returns the text of the page for health checks; it asks the store, and blocks. */
    public String health() {
        return auth.isHealthy() ? "UP" : DOWN;
    }

    /** Returns the JSON of the page that reads the session. */
    public String me(Optional<Session> session) {
        return session.map(Session::toJson).orElse("null");
    }

    /** Returns the text of the page that reads the accounts and passkeys of the visitor. */
    public String settings(Optional<Accounts> accounts, Optional<Passkeys> passkeys) {
        if (accounts.isEmpty()) return "no user";
        return accounts.get().sessions().size() + " sessions, "
                + passkeys.orElseThrow().list().size() + " passkeys";
    }

    /** Returns the text of the protected pages. */
    public String inside(Optional<Session> session) {
        return INSIDE + session.map(s -> s.user().name()).orElse("anonymous");
    }

    /** Returns the sign-in to perform. */
    public SignIn signIn(String rawQuery) {
        var signIn = SignIn.page();
        for (var parameter : Form.decode(rawQuery).entrySet()) {
            var value = String.valueOf(parameter.getValue());
            signIn = switch (parameter.getKey()) {
                case "provider" -> new SignIn(value, signIn.redirectTo(), signIn.fields(), signIn.params());
                case "to" -> signIn.redirectTo(value);
                case "prompt" -> signIn.param("prompt", value);
                default -> signIn.field(parameter.getKey(), value);
            };
        }
        return signIn;
    }

    public SignOut signOut(String rawQuery) {
        return Form.first(rawQuery, "to").map(SignOut::to).orElse(SignOut.DEFAULT);
    }

    /** Returns the change to the session. */
    public Session update(String rawQuery) {
        return Session.of(Claims.of("name", Form.first(rawQuery, "name").orElse("")));
    }
}
