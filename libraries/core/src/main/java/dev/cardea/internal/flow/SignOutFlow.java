package dev.cardea.internal.flow;

import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;

/** The steps of every sign-out: the end of the session, its event, and what becomes of a failure. */
public final class SignOutFlow {
    private final SessionStrategy sessions;
    private final EventPublisher publisher;

    public SignOutFlow(SessionStrategy sessions, EventPublisher publisher) {
        this.sessions = sessions;
        this.publisher = publisher;
    }

    /**
     * Ends a session and publishes the event. A failure is logged.
     *
     * @param byCode the application's code asks, not a visitor's request: it gets the failure of a store as an exception
     */
    public void end(SessionCookie cookie, boolean byCode) {
        var end = sessions.end(cookie);
        if (end.failure() != null) {
            if (byCode && sessions.traits().canEnd()) throw end.failure();
            publisher.log(end.failure());
        }
        var event = end.event();
        if (event == null) return;
        Observation.current().add(new Step.SignOut(sessions.traits().observed()));
        publisher.publish((events, cause) -> events.signOut(event.apply(cause)));
    }
}
