package dev.cardea.internal.session;

import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.internal.observe.ObservedEvents;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.json.Claims;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step.SessionEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Publishes events and writes the log. An exception of a handler is only logged, and one of the logger is ignored. */
public final class EventPublisher {
    private static final Pattern KIND = Pattern.compile("[a-z][a-z-]{1,39}");
    private static final EventRequest NO_REQUEST = new EventRequest("none", null, null);

    /** Those of modules first: an audit log has its line whatever the application does. */
    private final List<Events> receivers;

    private final AuthLogger logger;

    public EventPublisher(Events events, AuthLogger logger) {
        this(events, List.of(), logger);
    }

    public EventPublisher(Events events, List<Events> ofModules, AuthLogger logger) {
        var all = new ArrayList<>(ofModules);
        if (events != Events.NONE) all.add(ObservedEvents.of(events));
        receivers = List.copyOf(all);
        this.logger = logger;
    }

    /** @param event receives the events of each module and of the application, and the request of this thread */
    public void publish(BiConsumer<Events, EventRequest> event) {
        if (receivers.isEmpty()) return;
        var request = request();
        for (var each : receivers) publish(each, event, request);
    }

    private void publish(Events events, BiConsumer<Events, EventRequest> event, EventRequest request) {
        try {
            event.accept(events, request);
        } catch (RuntimeException e) {
            log(new AuthException(ErrorType.EVENT_ERROR, "an event handler threw", e));
        }
    }

    /** Publishes that a session with a record ended otherwise than by its own sign-out or its age. */
    void sessionEnded(SessionRecord session, Reason reason) {
        Observation.current().add(new SessionEnd(SessionEnd.Reason.valueOf(reason.name())));
        publish((handlers, cause) ->
                handlers.sessionEnded(new Events.SessionEnded(session.id(), session.userId(), reason, cause)));
    }

    /** Publishes that a row was deleted: handlers written for Auth.js expect it. Sessions with a record have their own event. */
    public void rowEnded(StoredSession session) {
        var row = session.row();
        if (row == null) return;
        publish((handlers, cause) -> handlers.signOut(new Events.SignOut(row, null, true, cause)));
    }

    /** Publishes what a module changed. */
    public void accountChanged(String kind, @Nullable String userId, Claims details) {
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException(
                    "the kind of a change has 2 to 40 lowercase letters and hyphens; this is \"" + kind + "\"");
        }
        publish((handlers, cause) -> handlers.accountChanged(new Events.AccountChanged(kind, userId, details, cause)));
    }

    private static EventRequest request() {
        var observation = RequestObservation.current();
        return observation == null ? NO_REQUEST : observation.eventRequest();
    }

    public void log(AuthException error) {
        var observation = RequestObservation.current();
        if (observation != null) observation.report(error);
        try {
            logger.error(error);
        } catch (RuntimeException e) {
            AuthLogger.DEFAULT.error(error);
        }
    }

    public void warn(String code) {
        logger.warn(code);
    }
}
