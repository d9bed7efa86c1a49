package dev.cardea.server.http;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.concurrent.Semaphore;

/** Answers so many requests at a time. Further ones get 503 at once, so that a slow store or hook does not pile them up. */
public final class InProgressLimit implements HttpHandler {
    private final HttpHandler handler;
    private final Semaphore free;

    /** @param requests at a time */
    public InProgressLimit(HttpHandler handler, int requests) {
        this.handler = handler;
        free = new Semaphore(requests);
    }

    @Override
    public Response handle(Request request) {
        if (!free.tryAcquire()) {
            return Response.json(503, "{\"error\":\"too many requests in progress\"}")
                    .header("Retry-After", "1")
                    .header("Cache-Control", "private, no-cache, no-store");
        }
        try {
            return handler.handle(request);
        } finally {
            free.release();
        }
    }
}
