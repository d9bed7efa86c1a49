package dev.cardea.host.micronaut;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.netty.NettyHttpRequestBuilder;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Converts between Micronaut's objects and Cardea's values. */
final class Exchange {
    private Exchange() {}

    /**
     * Converts a request without its body, which the application may read. Target and headers come from Netty, because
     * those of Micronaut are decoded.
     *
     * @throws IllegalArgumentException if the target is not a path of this site
     */
    static Request request(HttpRequest<?> http) {
        var sent = NettyHttpRequestBuilder.asBuilder(http).toHttpRequestWithoutBody();
        if (!sent.uri().startsWith("/")) throw new IllegalArgumentException("not a path of this site");
        List<Headers.Field> fields = new ArrayList<>();
        for (var header : sent.headers()) fields.add(new Headers.Field(header.getKey(), header.getValue()));
        var peer = http.getRemoteAddress().getAddress();
        return Request.of(
                http.getMethodName(),
                http.isSecure() ? "https" : "http",
                sent.uri(),
                Headers.of(fields),
                new byte[0],
                peer == null ? null : peer.getHostAddress());
    }

    /**
     * Adds the body, up to the maximum length; a longer one is rejected.
     *
     * @throws IllegalArgumentException if the body is incomplete
     */
    static Request withBody(Request request, HttpRequest<?> http) {
        var body = NettyHttpRequestBuilder.asBuilder(http).byteBodyDirect();
        if (body == null) return request;
        try (var in = body.toInputStream()) {
            return request.body(in.readNBytes(AuthRequest.MAX_BODY + 1));
        } catch (IOException e) {
            throw new IllegalArgumentException("the body broke off", e);
        }
    }

    static MutableHttpResponse<?> response(Response answer) {
        var reason = HttpResponseStatus.valueOf(answer.status()).reasonPhrase();
        var http = HttpResponse.<byte[]>status(answer.status(), reason);
        for (var field : answer.headers().fields()) http.getHeaders().add(field.name(), field.value());
        byte[] body = answer.body();
        return body.length == 0 ? http : http.body(body);
    }
}
