package dev.cardea.internal.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.UncheckedIOException;
import java.util.concurrent.Semaphore;

/**
 * Limits how many calls to one provider may wait at the same time, and fails further calls immediately. A provider that
 * hangs therefore blocks no more than this number of application threads.
 */
public final class Bulkhead implements HttpHandler {
    private static final int CALLS = 64;

    private final HttpHandler http;
    private final Semaphore free = new Semaphore(CALLS);

    public Bulkhead(HttpHandler http) {
        this.http = http;
    }

    @Override
    public Response handle(Request request) {
        if (!free.tryAcquire()) {
            throw new UncheckedIOException(
                    new TooManyCallsException(CALLS + " calls are already waiting for the provider"));
        }
        try {
            return http.handle(request);
        } finally {
            free.release();
        }
    }
}
