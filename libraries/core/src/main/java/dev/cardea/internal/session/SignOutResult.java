package dev.cardea.internal.session;

import dev.cardea.error.AuthException;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a sign-out went: the event to publish, or why the store could not end the session.
 */
public record SignOutResult(
        @Nullable Function<EventRequest, Events.SignOut> event,
        @Nullable AuthException failure) {}
