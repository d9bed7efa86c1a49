package dev.cardea.host.vertx;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Converts between Vert.x's objects and Cardea's values. */
final class Exchange {
    private Exchange() {}

    /** @throws IllegalArgumentException if the target is not a path of this site */
    static Request request(HttpServerRequest http) {
        if (!http.uri().startsWith("/")) throw new IllegalArgumentException("not a path of this site");
        List<Headers.Field> fields = new ArrayList<>();
        for (var header : http.headers().entries()) fields.add(new Headers.Field(header.getKey(), header.getValue()));
        // HTTP/2 has no such header.
        if (!http.headers().contains("Host") && http.authority() != null) {
            fields.add(new Headers.Field("Host", http.authority().toString()));
        }
        var remote = http.remoteAddress() == null ? null : http.remoteAddress().hostAddress();
        return Request.of(
                http.method().name(),
                http.isSSL() ? "https" : "http",
                http.uri(),
                Headers.of(fields),
                new byte[0],
                remote);
    }

    /** Reads the body, up to the given length. */
    static Future<Buffer> body(RoutingContext ctx, int longest) {
        var http = ctx.request();
        // The framework's own body handler may have run first.
        if (http.isEnded())
            return Future.succeededFuture(
                    Objects.requireNonNullElseGet(ctx.body().buffer(), Buffer::buffer));
        Promise<Buffer> whole = Promise.promise();
        var body = Buffer.buffer();
        http.handler(part -> body.appendBuffer(part.slice(0, Math.min(part.length(), longest - body.length()))));
        http.exceptionHandler(whole::tryFail);
        http.endHandler(end -> whole.tryComplete(body));
        return whole.future();
    }

    static ResponseHeaders headers(RoutingContext ctx) {
        return new VertxHeaders(ctx.response().headers());
    }

    static void write(Response answer, RoutingContext ctx) {
        var response = ctx.response().setStatusCode(answer.status());
        for (var field : answer.headers().fields()) {
            // A CORS filter that ran before has set them for every path, and browsers reject them twice.
            boolean isOfCors = field.name().startsWith("Access-Control-");
            if (isOfCors) response.headers().set(field.name(), field.value());
            else response.headers().add(field.name(), field.value());
        }
        if (ctx.request().method().name().equals("HEAD")) response.end();
        else response.end(Buffer.buffer(answer.body()));
    }

    private record VertxHeaders(MultiMap headers) implements ResponseHeaders {
        @Override
        public Collection<String> names() {
            return headers.names();
        }

        @Override
        public Collection<String> values(String name) {
            return headers.getAll(name);
        }

        @Override
        public void set(String name, List<String> values) {
            headers.set(name, values);
        }
    }
}
