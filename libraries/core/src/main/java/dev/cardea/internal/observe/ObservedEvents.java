package dev.cardea.internal.observe;

import dev.cardea.hook.Events;
import dev.cardea.observe.Event;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import java.time.Duration;

/** Adds a step for each event that the application receives. */
public final class ObservedEvents implements Events {
    private final Events events;

    private ObservedEvents(Events events) {
        this.events = events;
    }

    /** Adds the steps to the events of the application. */
    public static Events of(Events events) {
        return new ObservedEvents(events);
    }

    @Override
    public void createUser(CreateUser event) {
        publish(Event.CREATE_USER, () -> events.createUser(event));
    }

    @Override
    public void updateUser(UpdateUser event) {
        publish(Event.UPDATE_USER, () -> events.updateUser(event));
    }

    @Override
    public void linkAccount(LinkAccount event) {
        publish(Event.LINK_ACCOUNT, () -> events.linkAccount(event));
    }

    @Override
    public void session(Session event) {
        publish(Event.SESSION, () -> events.session(event));
    }

    @Override
    public void signIn(SignIn event) {
        publish(Event.SIGN_IN, () -> events.signIn(event));
    }

    @Override
    public void signOut(SignOut event) {
        publish(Event.SIGN_OUT, () -> events.signOut(event));
    }

    @Override
    public void signInFailed(SignInFailed event) {
        publish(Event.SIGN_IN_FAILED, () -> events.signInFailed(event));
    }

    @Override
    public void sessionEnded(SessionEnded event) {
        publish(Event.SESSION_ENDED, () -> events.sessionEnded(event));
    }

    @Override
    public void accountChanged(AccountChanged event) {
        publish(Event.ACCOUNT_CHANGED, () -> events.accountChanged(event));
    }

    private static void publish(Event name, Runnable event) {
        var observation = Observation.current();
        if (!observation.isObserved()) {
            event.run();
            return;
        }
        long start = System.nanoTime();
        boolean isOk = false;
        try {
            event.run();
            isOk = true;
        } finally {
            observation.add(new Step.EventCall(name, isOk, Duration.ofNanos(System.nanoTime() - start)));
        }
    }
}
