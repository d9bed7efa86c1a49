package dev.cardea.server.http;

import dev.cardea.action.AuthRequest;
import java.time.Duration;

/**
 * Limits on what clients may send and on what is in progress at a time. Immutable; each method that sets returns a
 * changed copy.
 *
 * @param bodyBytes of a request
 * @param headBytes of a request; a response may have twice as many
 * @param headFields of a request
 * @param headTimeout in which the head of a request has to arrive
 * @param bodyTimeout in which the body has to arrive
 * @param idleTimeout after which a connection without a request is closed
 * @param connections at a time; more wait until one of them ends
 * @param requests that are answered at a time; more get 503
 */
public record HttpLimits(
        int bodyBytes,
        int headBytes,
        int headFields,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration idleTimeout,
        int connections,
        int requests) {
    private static final int BODY_BYTES = AuthRequest.MAX_BODY;
    private static final int HEAD_BYTES = 96 * 1024;

    public static final HttpLimits DEFAULT = new HttpLimits(
            BODY_BYTES,
            HEAD_BYTES,
            200,
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            affordable(heapPerConnection(HEAD_BYTES, BODY_BYTES)),
            256);

    /** For a listener that only probes and monitoring reach. */
    static final HttpLimits MANAGEMENT =
            DEFAULT.bodyBytes(1_024).headBytes(16 * 1024).connections(100);

    public HttpLimits bodyBytes(int most) {
        return new HttpLimits(
                most, headBytes, headFields, headTimeout, bodyTimeout, idleTimeout, connections, requests);
    }

    public HttpLimits headBytes(int most) {
        return new HttpLimits(
                bodyBytes, most, headFields, headTimeout, bodyTimeout, idleTimeout, connections, requests);
    }

    public HttpLimits headFields(int most) {
        return new HttpLimits(bodyBytes, headBytes, most, headTimeout, bodyTimeout, idleTimeout, connections, requests);
    }

    public HttpLimits headTimeout(Duration most) {
        return new HttpLimits(bodyBytes, headBytes, headFields, most, bodyTimeout, idleTimeout, connections, requests);
    }

    public HttpLimits bodyTimeout(Duration most) {
        return new HttpLimits(bodyBytes, headBytes, headFields, headTimeout, most, idleTimeout, connections, requests);
    }

    public HttpLimits idleTimeout(Duration most) {
        return new HttpLimits(bodyBytes, headBytes, headFields, headTimeout, bodyTimeout, most, connections, requests);
    }

    public HttpLimits connections(int most) {
        return new HttpLimits(bodyBytes, headBytes, headFields, headTimeout, bodyTimeout, idleTimeout, most, requests);
    }

    public HttpLimits requests(int most) {
        return new HttpLimits(
                bodyBytes, headBytes, headFields, headTimeout, bodyTimeout, idleTimeout, connections, most);
    }

    /** Sets as many connections as fit in three quarters of the heap if each sends the largest head and body. */
    public HttpLimits affordableConnections() {
        return connections(affordable(heapPerConnection(headBytes, bodyBytes)));
    }

    /** Returns the bytes of heap that all connections occupy if each sends the largest head and body. */
    public long heap() {
        return connections * heapPerConnection(headBytes, bodyBytes);
    }

    Duration idleWhenFull() {
        return Duration.ofSeconds(1);
    }

    private static int affordable(long each) {
        long room = Runtime.getRuntime().maxMemory() / 4 * 3;
        return (int) Math.min(Math.max(room / each, 100), 20_000);
    }

    private static long heapPerConnection(int head, int body) {
        // Measured: a request occupies its size twice while it is answered.
        return 2L * (head + body);
    }
}
