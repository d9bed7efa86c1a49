package dev.cardea.server.http;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
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
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;

/** Carries requests from Jetty to the site, as they were sent, and answers back. */
final class SiteHandler extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    private final Supplier<Deployment> current;
    private final Limits limits;

    /** @param current the deployment that answers the next request */
    SiteHandler(Supplier<Deployment> current, Limits limits) {
        this.current = current;
        this.limits = limits;
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request request, org.eclipse.jetty.server.Response response, Callback callback) {
        if (request.getLength() > limits.bodyBytes()) {
            write(tooLarge(), response, callback);
            return true;
        }
        var body = BodyReader.read(request, limits.bodyBytes());
        if (body.isDone()) {
            answer(request, body, response, callback);
            return true;
        }
        var deadline = request.getComponents()
                .getScheduler()
                .schedule(() -> giveUp(body), limits.bodyTimeout().toMillis(), TimeUnit.MILLISECONDS);
        body.whenComplete((bytes, failure) -> {
            deadline.cancel();
            blocking(request).execute(() -> answer(request, body, response, callback));
        });
        return true;
    }

    private static void giveUp(CompletableFuture<byte[]> body) {
        body.completeExceptionally(new TimeoutException("the body did not arrive in time"));
    }

    private static Executor blocking(org.eclipse.jetty.server.Request request) {
        var threads = request.getComponents().getExecutor();
        var virtual = VirtualThreads.getVirtualThreadsExecutor(threads);
        return virtual == null ? threads : virtual;
    }

    /** @param body that was read, or could not be */
    private void answer(
            org.eclipse.jetty.server.Request request,
            CompletableFuture<byte[]> body,
            org.eclipse.jetty.server.Response response,
            Callback callback) {
        byte[] bytes;
        try {
            bytes = body.join();
        } catch (CompletionException e) {
            write(unread(e.getCause()), response, callback);
            return;
        }
        var deployment = current.get();
        var hooks = deployment.hooks();
        if (hooks != null) hooks.hold();
        Runnable after = () -> {};
        Response answer;
        try {
            answer = answer(deployment.routes(), request, bytes);
        } finally {
            if (hooks != null) after = hooks.release();
        }
        write(answer, response, Callback.from(callback, after));
    }

    private Response unread(@Nullable Throwable reason) {
        if (reason instanceof BodyReader.BodyTooLargeException) return tooLarge();
        if (reason instanceof TimeoutException) return closing(error(408, "the body did not arrive in time"));
        return closing(error(400, "bad request"));
    }

    private static Response answer(HttpHandler routes, org.eclipse.jetty.server.Request request, byte[] body) {
        Headers headers;
        try {
            headers = headers(request);
        } catch (IllegalArgumentException e) {
            return error(400, "bad request");
        }
        return answer(
                routes,
                Request.of(
                        request.getMethod(),
                        request.isSecure() ? "https" : "http",
                        request.getHttpURI().getPathQuery(),
                        headers,
                        body,
                        org.eclipse.jetty.server.Request.getRemoteAddr(request)));
    }

    private static Response answer(HttpHandler routes, Request request) {
        try {
            return routes.handle(request);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.ERROR, "no answer to " + request.method(), e);
            return error(500, "internal error");
        }
    }

    private static Headers headers(org.eclipse.jetty.server.Request request) {
        List<Headers.Field> fields = new ArrayList<>();
        for (HttpField field : request.getHeaders()) {
            fields.add(new Headers.Field(field.getName(), field.getValue() == null ? "" : field.getValue()));
        }
        return Headers.of(fields);
    }

    private static void write(Response answer, org.eclipse.jetty.server.Response response, Callback callback) {
        response.setStatus(answer.status());
        for (var field : answer.headers().fields()) response.getHeaders().add(field.name(), field.value());
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
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
