package dev.cardea.server.http;

import java.time.Duration;

/**
 * Limits on time and connections of a client.
 *
 * @param head in which the head of a request has to arrive
 * @param body in which the body has to arrive
 * @param connections at a time; more wait until one of them ends
 */
record Limits(Duration head, Duration body, int connections) {
    static final Limits DEFAULT = new Limits(Duration.ofSeconds(15), Duration.ofSeconds(10), affordable());

    Duration idleWhenFull() {
        return Duration.ofSeconds(1);
    }

    /** Returns how many fit in three quarters of the heap if each sends the largest head and the largest body. */
    private static int affordable() {
        // Measured: a request occupies its size twice while it is answered.
        long each = 2 * (HttpServer.MAX_HEAD + SiteHandler.MAX_BODY);
        long room = Runtime.getRuntime().maxMemory() / 4 * 3;
        return (int) Math.min(Math.max(room / each, 100), 20_000);
    }
}
