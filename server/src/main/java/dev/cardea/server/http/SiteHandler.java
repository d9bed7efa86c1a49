package dev.cardea.server.http;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.server.hooks.Hooks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Carries requests from Jetty to the site, as they were sent, and answers back. */
final class SiteHandler extends Handler.Abstract {
    static final int LARGEST_BODY = 64 * 1024;

    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    private final HttpHandler site;
    private final @Nullable Hooks hooks;

    SiteHandler(HttpHandler site, @Nullable Hooks hooks) {
        this.site = site;
        this.hooks = hooks;
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request request, org.eclipse.jetty.server.Response response, Callback callback)
            throws IOException {
        if (hooks != null) hooks.hold();
        Runnable after = () -> {};
        Response answer;
        try {
            answer = answer(request);
        } finally {
            if (hooks != null) after = hooks.release();
        }
        write(answer, response, Callback.from(callback, after));
        return true;
    }

    private Response answer(org.eclipse.jetty.server.Request request) throws IOException {
        if (request.getLength() > LARGEST_BODY) return tooLarge();
        byte[] body;
        try (var in = Content.Source.asInputStream(request)) {
            body = in.readNBytes(LARGEST_BODY + 1);
        }
        if (body.length > LARGEST_BODY) return tooLarge();
        Headers headers;
        try {
            headers = headers(request);
        } catch (IllegalArgumentException e) {
            return error(400, "bad request");
        }
        return judged(Request.of(
                request.getMethod(),
                request.isSecure() ? "https" : "http",
                request.getHttpURI().getPathQuery(),
                headers,
                body,
                org.eclipse.jetty.server.Request.getRemoteAddr(request)));
    }

    private Response judged(Request request) {
        try {
            return site.handle(request);
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
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }

    private static Response tooLarge() {
        return error(413, "the body is larger than 64 KB").header("Connection", "close");
    }

    private static Response error(int status, String words) {
        return Response.json(status, "{\"error\":\"" + words + "\"}");
    }
}
