package dev.cardea.action;

import java.util.Set;

/** What path and method of a request for a further route look like. A module implements {@code dev.cardea.module.Route}. */
public interface RouteSyntax {
    /** Returns whether a second segment may follow, such as an id. It arrives as it was sent. */
    default boolean takesSegment() {
        return false;
    }

    /** Returns the methods that it answers, such as {@code GET}. A request with another method is rejected with 400. */
    Set<String> methods();

    /** Returns whether reverse proxies ask it about other requests, whose method and body they may repeat. */
    default boolean isForProxies() {
        return false;
    }
}
