package dev.cardea.http;

/** A function from a request to a response: what {@code Auth} is, and what it talks to. Safe for concurrent use. */
@FunctionalInterface
public interface HttpHandler {
    /**
     * Answers a request.
     *
     * @throws java.io.UncheckedIOException where the handler is a client and the other side could not be reached
     */
    Response handle(Request request);
}
