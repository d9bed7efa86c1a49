package dev.cardea.server.hooks;

import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.provider.CredentialsProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The application's callbacks and events over HTTP. Safe for concurrent use. */
public final class Hooks {
    private final HookSettings settings;
    private final HookCallbacks callbacks;
    private final EventQueue queue;
    private final HookEvents events;

    private Hooks(HookSettings settings, HookClient client, List<Duration> pauses) {
        this.settings = settings;
        callbacks = new HookCallbacks(client);
        queue = new EventQueue(client, pauses);
        events = new HookEvents(settings.events(), settings.awaited(), queue);
    }

    /** @param secret the newest of the configuration's */
    public static Hooks of(HookSettings settings, String secret) {
        return of(settings, secret, EventQueue.PAUSES);
    }

    /** With other pauses between the tries of an event. */
    static Hooks of(HookSettings settings, String secret, List<Duration> pauses) {
        var client = new HookClient(settings.url(), settings.timeout(), new HookSigner(secret), Clock.systemUTC());
        return new Hooks(settings, client, pauses);
    }

    public HookSettings settings() {
        return settings;
    }

    public Callbacks callbacks() {
        return callbacks.of(settings.callbacks());
    }

    /** Checks credentials; empty where the application is not asked to. */
    public Optional<CredentialsProvider.Authorize> authorize(String provider) {
        return settings.callbacks().contains("authorize")
                ? Optional.of(callbacks.authorize(provider))
                : Optional.empty();
    }

    public Events events() {
        return events;
    }

    /** From now on the events of this thread's request wait. */
    public void hold() {
        events.hold();
    }

    /** What was held; run it when the answer has left. */
    public Runnable release() {
        return events.release();
    }

    /** Sends what waits, as far as the time allows. */
    public void drain(Duration most) {
        queue.drain(most);
    }
}
