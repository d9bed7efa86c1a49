package dev.cardea.server.hooks;

import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The library's events, told to the application: kept while the request is answered, sent after it. */
final class HookEvents implements Events {
    private static final ThreadLocal<List<EventQueue.Event>> HELD = new ThreadLocal<>();

    private final Set<String> names;
    private final EventQueue queue;
    private final Randomness randomness = Randomness.secure();

    HookEvents(Set<String> names, EventQueue queue) {
        this.names = names;
        this.queue = queue;
    }

    /** From now on this thread's events wait. */
    void hold() {
        HELD.set(new ArrayList<>());
    }

    /** What was held; run it when the answer has left. */
    Runnable release() {
        var held = HELD.get();
        HELD.remove();
        return held == null ? () -> {} : () -> held.forEach(queue::add);
    }

    @Override
    public void createUser(CreateUser event) {
        tell("createUser", HookParams.of(event));
    }

    @Override
    public void updateUser(UpdateUser event) {
        tell("updateUser", HookParams.of(event));
    }

    @Override
    public void linkAccount(LinkAccount event) {
        tell("linkAccount", HookParams.of(event));
    }

    @Override
    public void session(Session event) {
        tell("session", HookParams.of(event));
    }

    @Override
    public void signIn(SignIn event) {
        tell("signIn", HookParams.of(event));
    }

    @Override
    public void signOut(SignOut event) {
        tell("signOut", HookParams.of(event));
    }

    @Override
    public void signInFailed(SignInFailed event) {
        tell("signInFailed", HookParams.of(event));
    }

    private void tell(String name, Claims params) {
        if (!names.contains(name)) return;
        var body = params.toJson().getBytes(StandardCharsets.UTF_8);
        var event = new EventQueue.Event("events/" + name, randomness.uuid(), body);
        var held = HELD.get();
        if (held == null) queue.add(event);
        else held.add(event);
    }
}
