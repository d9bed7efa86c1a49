package dev.cardea.accounts;

import dev.cardea.model.Login;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who makes a change in the name of the site, for the events and the audit log. Immutable. */
public final class Actor {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    private final String text;

    private Actor(String text) {
        this.text = text;
    }

    /** Returns the user who is signed in, such as {@code auth.login(request)} says. */
    public static Actor of(Login login) {
        return user(login.user().id());
    }

    /**
     * Returns a user by ID, such as {@code session.user().id()} of an administrator who is signed in.
     *
     * @throws IllegalArgumentException if the ID is {@code null} or blank, as where the session callback has removed it
     */
    public static Actor user(@Nullable String id) {
        if (id == null || id.isBlank()) throw new IllegalArgumentException("an actor who is a user has an ID");
        return new Actor("user:" + id);
    }

    /**
     * Returns a program, such as a job.
     *
     * @throws IllegalArgumentException unless the name has 1 to 40 lowercase letters, digits and hyphens
     */
    public static Actor system(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of an actor has 1 to 40 lowercase letters, digits and hyphens; this is \"" + name + "\"");
        }
        return new Actor("system:" + name);
    }

    /** Returns {@code user:} with the user's ID, or {@code system:} with the name. */
    @Override
    public String toString() {
        return text;
    }
}
