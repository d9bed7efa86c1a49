package dev.cardea.internal.session;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.internal.observe.ObservedEvents;
import dev.cardea.internal.observe.RequestObservation;
import java.util.function.Consumer;

/** Publishes events and writes the log. An exception of a handler is only logged, and one of the logger is ignored. */
public final class EventPublisher {
    private final Events events;
    private final AuthLogger logger;

    public EventPublisher(Events events, AuthLogger logger) {
        this.events = ObservedEvents.of(events);
        this.logger = logger;
    }

    public void publish(Consumer<Events> event) {
        try {
            event.accept(events);
        } catch (RuntimeException e) {
            log(new AuthException(ErrorType.EVENT_ERROR, "an event handler threw", e));
        }
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
