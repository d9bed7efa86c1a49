package dev.cardea.server.http;

import dev.cardea.http.Headers;
import dev.cardea.http.Response;
import dev.cardea.server.log.RequestContext;
import dev.cardea.server.log.RequestLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;

/** Carries requests from Jetty to the site, as they were sent, and answers back. */
final class SiteHandler extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    private final Supplier<Deployment> current;
    private final HttpLimits limits;

    /** @param current the deployment that answers the next request */
    SiteHandler(Supplier<Deployment> current, HttpLimits limits) {
        this.current = current;
        this.limits = limits;
    }

    @Override
    public boolean handle(Request request, org.eclipse.jetty.server.Response response, Callback callback) {
        new Exchange(request, response, callback).begin();
        return true;
    }

    /** One request and its answer. */
    private final class Exchange {
        private final Request request;
        private final org.eclipse.jetty.server.Response response;
        private final Callback callback;
        private final Deployment deployment = current.get();
        private final dev.cardea.http.@Nullable Request head;
        private final RequestContext context;

        Exchange(Request request, org.eclipse.jetty.server.Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            head = read(new byte[0]);
            var known = head == null ? dev.cardea.http.Request.of("?", "http://invalid/") : head;
            context = deployment.requests().begin(known, System.nanoTime());
        }

        void begin() {
            if (request.getLength() > limits.bodyBytes()) {
                write(tooLarge(), () -> {});
                return;
            }
            var body = hasBody(request)
                    ? BodyReader.read(request, limits.bodyBytes())
                    : CompletableFuture.completedFuture(new byte[0]);
            if (body.isDone()) {
                context.run(() -> answer(body));
                return;
            }
            var deadline = request.getComponents()
                    .getScheduler()
                    .schedule(() -> giveUp(body), limits.bodyTimeout().toMillis(), TimeUnit.MILLISECONDS);
            var unused = body.whenComplete((bytes, failure) -> {
                deadline.cancel();
                blocking().execute(() -> context.run(() -> answer(body)));
            });
        }

        private Executor blocking() {
            var threads = request.getComponents().getExecutor();
            var virtual = VirtualThreads.getVirtualThreadsExecutor(threads);
            return virtual == null ? threads : virtual;
        }

        /** @param body that was read, or could not be */
        private void answer(CompletableFuture<byte[]> body) {
            byte[] bytes;
            try {
                bytes = body.join();
            } catch (CompletionException e) {
                write(unread(e.getCause()), () -> {});
                return;
            }
            var hooks = deployment.hooks();
            // Events wait for this thread, pooled or virtual, which answers the request from here to release.
            if (hooks != null) hooks.hold();
            Runnable after = () -> {};
            Response answer;
            try {
                answer = answer(bytes);
            } finally {
                if (hooks != null) after = hooks.release();
            }
            write(answer, after);
        }

        private Response answer(byte[] body) {
            var whole = body.length == 0 ? head : read(body);
            if (whole == null) return error(400, "bad request");
            try {
                return deployment.routes().handle(whole);
            } catch (RuntimeException | StackOverflowError e) {
                LOG.log(System.Logger.Level.ERROR, "no answer to " + whole.method(), e);
                return error(500, "internal error");
            }
        }

        /** {@code null} for a request that cannot be passed on. */
        private dev.cardea.http.@Nullable Request read(byte[] body) {
            try {
                return dev.cardea.http.Request.of(
                        request.getMethod(),
                        request.isSecure() ? "https" : "http",
                        request.getHttpURI().getPathQuery(),
                        headers(request),
                        body,
                        Request.getRemoteAddr(request));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private void write(Response answer, Runnable after) {
            response.setStatus(answer.status());
            for (var field : answer.headers().fields()) response.getHeaders().add(field.name(), field.value());
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            response.getHeaders().put(RequestLog.HEADER, context.id());
            Runnable ended = () -> {
                after.run();
                deployment.requests().end(context, answer.status(), answer.body().length);
            };
            response.write(true, ByteBuffer.wrap(answer.body()), Callback.from(callback, ended));
        }
    }

    /**
     * Returns whether a request has a body (RFC 9112 §6.3). Where it has none, nothing is read: Jetty fails a read if the
     * idle timeout of the connection ended at the moment in which the request arrived. While Jetty stops, that timeout is
     * a second.
     */
    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private static void giveUp(CompletableFuture<byte[]> body) {
        body.completeExceptionally(new TimeoutException("the body didn't arrive in time"));
    }

    private static Headers headers(Request request) {
        List<Headers.Field> fields = new ArrayList<>();
        for (HttpField field : request.getHeaders()) {
            fields.add(new Headers.Field(field.getName(), field.getValue() == null ? "" : field.getValue()));
        }
        return Headers.of(fields);
    }

    private Response unread(@Nullable Throwable reason) {
        if (reason instanceof BodyReader.BodyTooLargeException) return tooLarge();
        if (reason instanceof TimeoutException) return closing(error(408, "the body didn't arrive in time"));
        return closing(error(400, "bad request"));
    }

    private Response tooLarge() {
        return closing(error(413, "the body is larger than " + limits.bodyBytes() / 1024 + " KB"));
    }

    /** What is left of the body is not waited for. */
    private static Response closing(Response answer) {
        return answer.header("Connection", "close");
    }

    private static Response error(int status, String words) {
        return Response.json(status, "{\"error\":\"" + words + "\"}");
    }
}
