package dev.cardea.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Semaphore;

/**
 * Lets so many calls to one provider wait at once and fails the next at once: a provider that hangs holds no more of the
 * application's threads than these.
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
            throw new UncheckedIOException(new IOException(CALLS + " calls to the provider wait for it already"));
        }
        try {
            return http.handle(request);
        } finally {
            free.release();
        }
    }
}
