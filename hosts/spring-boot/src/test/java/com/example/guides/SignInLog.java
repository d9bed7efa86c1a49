package com.example.guides;

import dev.cardea.hook.Events;
import java.util.function.Consumer;

/** Writes a line for each sign-in, failed sign-in and sign-out. */
public record SignInLog(Consumer<String> lines) implements Events {
    @Override
    public void signIn(SignIn event) {
        var provider = event.account() == null ? "none" : event.account().provider();
        lines.accept("sign-in user=" + event.user().id() + " provider=" + provider);
    }

    @Override
    public void signInFailed(SignInFailed event) {
        lines.accept(
                "failed reason=" + event.reason().code() + " provider=" + event.provider() + " id=" + event.errorId());
    }

    @Override
    public void signOut(SignOut event) {
        if (event.session() != null)
            lines.accept("sign-out user=" + event.session().userId());
        else if (event.token() != null)
            lines.accept("sign-out user=" + event.token().text("sub"));
    }
}
