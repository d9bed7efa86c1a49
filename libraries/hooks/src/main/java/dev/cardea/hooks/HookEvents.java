package dev.cardea.hooks;

import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.observe.Observation;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The library's events, sent to the application. Those that are awaited are delivered before the request goes on; the
 * others are kept while it is answered, and sent after it.
 */
final class HookEvents implements Events {
    /**
     * Those of the request that this thread answers. An event names no request: {@link Events} is a public interface of
     * values, so a parameter cannot carry the list. The library answers a request on one thread from its beginning to its
     * end: reactive hosts call it on a worker, and each virtual thread has its own value. The caller of {@link #hold}
     * calls {@link #release} on the same thread, also after an exception.
     */
    private static final ThreadLocal<HeldEvents> HELD = new ThreadLocal<>();

    private final Supplier<HookedApplication> application;
    private final Set<String> awaited;
    private final EventQueue queue;
    private final Randomness randomness = Randomness.secure();

    /** @param application that takes part in this thread's request */
    HookEvents(Supplier<HookedApplication> application, Set<String> awaited, EventQueue queue) {
        this.application = application;
        this.awaited = awaited;
        this.queue = queue;
    }

    /** Whether this thread's events wait. */
    boolean isHolding() {
        return HELD.get() != null;
    }

    /** From now on this thread's events wait. */
    void hold() {
        HELD.set(new HeldEvents());
    }

    /** What was held; run it when the answer has left. */
    Runnable release() {
        var held = HELD.get();
        HELD.remove();
        return held == null ? () -> {} : () -> held.events.forEach(queue::add);
    }

    @Override
    public void createUser(CreateUser event) {
        tell("createUser", HookParams.of(event), event.request());
    }

    @Override
    public void updateUser(UpdateUser event) {
        tell("updateUser", HookParams.of(event), event.request());
    }

    @Override
    public void linkAccount(LinkAccount event) {
        tell("linkAccount", HookParams.of(event), event.request());
    }

    @Override
    public void session(Session event) {
        tell("session", HookParams.of(event), event.request());
    }

    @Override
    public void signIn(SignIn event) {
        tell("signIn", HookParams.of(event), event.request());
    }

    @Override
    public void signOut(SignOut event) {
        tell("signOut", HookParams.of(event), event.request());
    }

    @Override
    public void signInFailed(SignInFailed event) {
        tell("signInFailed", HookParams.of(event), event.request());
    }

    @Override
    public void sessionEnded(SessionEnded event) {
        tell("sessionEnded", HookParams.of(event), event.request());
    }

    @Override
    public void accountChanged(AccountChanged event) {
        tell("accountChanged", HookParams.of(event), event.request());
    }

    private void tell(String name, Claims message, EventRequest request) {
        var to = application.get();
        if (!to.hears(name)) return;
        var body = HookParams.ofEvent(message, request).toJson().getBytes(StandardCharsets.UTF_8);
        var event = new EventQueue.Event(
                to,
                "events/" + name,
                to.headersOfEvent("events/" + name, randomness.uuid()),
                body,
                Observation.current());
        var held = HELD.get();
        if (awaited.contains(name)) await(event, held);
        else if (held == null) queue.add(event);
        else held.events.add(event);
    }

    /** A request waits for one failure at most: what follows it is queued behind it. */
    private void await(EventQueue.Event event, @Nullable HeldEvents held) {
        if (held != null && held.hasFailed) queue.add(event);
        else if (!queue.deliver(event) && held != null) held.hasFailed = true;
    }

    /** The events of one request. */
    private static final class HeldEvents {
        private final List<EventQueue.Event> events = new ArrayList<>();
        private boolean hasFailed;
    }
}
