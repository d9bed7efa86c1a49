package dev.cardea.internal.oauth;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.provider.OAuthException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The client for calls to providers: https only (except to this machine), no redirects, no cookies. It allows three
 * seconds to connect, ten seconds in total however slowly the server responds, and one megabyte. Safe for concurrent
 * use.
 */
public final class OutboundHttp implements HttpHandler {
    static final Duration CONNECT = Duration.ofSeconds(3);
    static final Duration TOTAL = Duration.ofSeconds(10);
    static final String USER_AGENT = "cardea";
    private static final Set<String> SET_BY_CLIENT = Set.of("host", "content-length", "connection");

    private final boolean allowHttp;
    private final Duration total;
    private final HttpClient.Builder builder;
    private @Nullable HttpClient client;

    /** @param allowHttp permits plain http to other machines */
    public OutboundHttp(boolean allowHttp) {
        this(allowHttp, null, TOTAL);
    }

    /** @param tls decides which certificates are trusted; {@code null} means those that the JVM trusts */
    OutboundHttp(boolean allowHttp, @Nullable SSLContext tls, Duration total) {
        this.allowHttp = allowHttp;
        this.total = total;
        builder = HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        if (tls != null) builder.sslContext(tls);
    }

    /** Made at the first call: its thread and its part of TLS would make each start longer. */
    private synchronized HttpClient client() {
        if (client == null) client = builder.build();
        return client;
    }

    @Override
    public Response handle(Request request) {
        var url = WebUrl.parse(request.url()).orElseThrow(() -> new OAuthException("not an http address"));
        if (!url.isHttps() && !allowHttp && !url.isLoopback()) throw new OAuthException("plain http is rejected");
        var call = client().sendAsync(toJdk(request), info -> new BoundedBodySubscriber(JsonAnswer.MAX_BYTES));
        try {
            return fromJdk(call.get(total.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            call.cancel(true);
            throw new UncheckedIOException(new HttpTimeoutException("no response within " + total.toSeconds() + " s"));
        } catch (ExecutionException e) {
            throw new UncheckedIOException(asIo(e.getCause()));
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted"));
        }
    }

    private static IOException asIo(@Nullable Throwable cause) {
        return cause instanceof IOException io ? io : new IOException("the call failed", cause);
    }

    private static HttpRequest toJdk(Request request) {
        byte[] body = request.body();
        var publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        var jdk = HttpRequest.newBuilder(URI.create(address(request)))
                .timeout(TOTAL)
                .method(request.method(), publisher)
                .setHeader("user-agent", USER_AGENT);
        for (var field : sendable(request)) jdk.setHeader(field.name(), field.value());
        return jdk.build();
    }

    /** Some tenants have a bar in their addresses, which browsers send unchanged and {@link URI} rejects. */
    static String address(Request request) {
        return request.url().replace("|", "%7C");
    }

    static List<Headers.Field> sendable(Request request) {
        return request.headers().fields().stream()
                .filter(field -> !SET_BY_CLIENT.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static Response fromJdk(HttpResponse<byte[]> answer) {
        var fields = new ArrayList<Headers.Field>();
        answer.headers()
                .map()
                .forEach((name, values) -> values.forEach(value -> {
                    if (!name.startsWith(":")) fields.add(new Headers.Field(name, value));
                }));
        return Response.of(answer.statusCode(), Headers.of(fields), answer.body());
    }
}
