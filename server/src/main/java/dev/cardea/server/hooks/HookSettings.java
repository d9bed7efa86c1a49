package dev.cardea.server.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Where the application listens, and for what.
 *
 * @param url without a slash at its end
 * @param callbacks names that are asked; others are decided by default
 * @param events names that are sent
 * @param awaited names of events that are delivered before the answer
 * @param timeout of one call
 */
public record HookSettings(
        String url, Set<String> callbacks, Set<String> events, Set<String> awaited, Duration timeout) {
    public static final List<String> CALLBACKS = List.of("signIn", "redirect", "jwt", "session", "authorize");
    public static final List<String> EVENTS =
            List.of("createUser", "updateUser", "linkAccount", "session", "signIn", "signOut", "signInFailed");
    /** They happen once for each account, and what their handlers prepare is read by the first page. */
    public static final Set<String> AWAITED = Set.of("createUser", "linkAccount");

    public HookSettings {
        callbacks = Set.copyOf(callbacks);
        events = Set.copyOf(events);
        awaited = Set.copyOf(awaited);
    }

    public HookSettings(String url, Set<String> callbacks, Set<String> events, Duration timeout) {
        this(url, callbacks, events, AWAITED, timeout);
    }
}
