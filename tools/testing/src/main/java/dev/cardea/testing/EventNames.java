package dev.cardea.testing;

import dev.cardea.hook.Events;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Records the name of every event of accounts and sign-ins, in order. For a failed sign-in it also records the error
 * type: {@code signInFailed CredentialsSignin}. Events of sessions and changed users are not recorded. Safe for
 * concurrent use.
 */
public final class EventNames implements Events {
    private final List<String> names = new CopyOnWriteArrayList<>();

    /** Starts with no event. */
    public EventNames() {}

    /** Returns the names so far, as a list that grows and can be cleared. */
    public List<String> names() {
        return names;
    }

    @Override
    public void createUser(CreateUser event) {
        names.add("createUser");
    }

    @Override
    public void linkAccount(LinkAccount event) {
        names.add("linkAccount");
    }

    @Override
    public void signIn(SignIn event) {
        names.add("signIn");
    }

    @Override
    public void signOut(SignOut event) {
        names.add("signOut");
    }

    @Override
    public void signInFailed(SignInFailed event) {
        names.add("signInFailed " + event.reason().code());
    }
}
