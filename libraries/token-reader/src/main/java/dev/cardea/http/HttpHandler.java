package dev.cardea.http;

/**
 * A function from a request to a response. {@code Auth} is one, and so is each client that it calls. Safe for
 * concurrent use.
 */
@FunctionalInterface
public interface HttpHandler {
    /**
     * Handles a request.
     *
     * @throws java.io.UncheckedIOException if the handler is a client and the remote server cannot be reached
     */
    Response handle(Request request);
}
