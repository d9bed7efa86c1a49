package dev.cardea.internal.session;

import dev.cardea.error.AuthException;
import dev.cardea.hook.Events;
import org.jspecify.annotations.Nullable;

/**
 * How a sign-out went: the event to tell, or why the store could not end the session.
 */
public record SignOutResult(
        Events.@Nullable SignOut event, @Nullable AuthException failure) {}
