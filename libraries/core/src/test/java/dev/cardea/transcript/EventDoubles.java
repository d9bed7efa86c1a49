package dev.cardea.transcript;

import dev.cardea.hook.Events;
import dev.cardea.json.Claims;

/** Notes every event with its message. */
record EventDoubles(RecordedCalls tape) implements Events {
    @Override
    public void createUser(CreateUser event) {
        tape.play("event.createUser", Claims.of("user", event.user().claims()));
    }

    @Override
    public void updateUser(UpdateUser event) {
        tape.play("event.updateUser", Claims.of("user", event.user().claims()));
    }

    @Override
    public void linkAccount(LinkAccount event) {
        tape.play(
                "event.linkAccount",
                Claims.of("user", event.user().claims())
                        .with("account", event.account().claims())
                        .with("profile", event.profile().claims()));
    }

    @Override
    public void session(Session event) {
        var message = Claims.of(
                "session", event.session() == null ? null : event.session().json());
        tape.play("event.session", event.token() == null ? message : message.with("token", event.token()));
    }

    @Override
    public void signIn(SignIn event) {
        var message = Claims.of("user", event.user().claims());
        if (event.account() != null)
            message = message.with("account", event.account().claims());
        if (event.profile() != null)
            message = message.with("profile", event.profile().claims());
        tape.play("event.signIn", message.withPresent("isNewUser", event.isNewUser()));
    }

    @Override
    public void signOut(SignOut event) {
        var session = event.session();
        var message = event.databaseSessions()
                ? Claims.NONE.withPresent("session", session == null ? null : session.claims())
                : Claims.of("token", event.token());
        tape.play("event.signOut", message);
    }
}
