package dev.cardea.internal.oauth;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.net.PublicAddresses;
import dev.cardea.provider.OAuthException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * The client for providers that no operator chose: https to public addresses only, otherwise like {@link OutboundHttp}.
 * The address is validated when it is connected to, so a host name that resolves differently on each lookup (DNS
 * rebinding) gains nothing. {@code java.net.http} does not expose that address, so this class uses the older client of
 * the JDK.
 */
public final class PublicOnlyHttpClient implements HttpHandler {
    private final Predicate<IpAddress> allowed;
    private final SSLSocketFactory tls;
    private final Duration total;

    public PublicOnlyHttpClient() {
        this(PublicAddresses::contain, HttpsURLConnection.getDefaultSSLSocketFactory(), OutboundHttp.TOTAL);
    }

    PublicOnlyHttpClient(Predicate<IpAddress> allowed, SSLSocketFactory tls, Duration total) {
        this.allowed = allowed;
        this.tls = tls;
        this.total = total;
    }

    @Override
    public Response handle(Request request) {
        var url = WebUrl.parse(request.url()).orElseThrow(() -> new OAuthException("not an http address"));
        if (!url.isHttps()) throw new OAuthException("plain http is rejected");
        var connection = new PinnedConnection(tls, allowed);
        // The deadline for the whole call, not for each read.
        var deadline = CompletableFuture.delayedExecutor(total.toMillis(), TimeUnit.MILLISECONDS);
        var late = CompletableFuture.runAsync(connection::hangUp, deadline);
        try {
            return exchange(request, connection);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    connection.isHungUp() ? new IOException("no response within " + total.toSeconds() + " s", e) : e);
        } finally {
            late.cancel(false);
        }
    }

    private Response exchange(Request request, PinnedConnection connection) throws IOException {
        var call = (HttpsURLConnection)
                URI.create(OutboundHttp.address(request)).toURL().openConnection(Proxy.NO_PROXY);
        call.setSSLSocketFactory(connection);
        call.setConnectTimeout((int) OutboundHttp.CONNECT.toMillis());
        call.setInstanceFollowRedirects(false);
        call.setUseCaches(false);
        call.setRequestMethod(request.method());
        call.setRequestProperty("user-agent", OutboundHttp.USER_AGENT);
        call.setRequestProperty("accept", "*/*");
        for (var field : OutboundHttp.sendable(request)) call.setRequestProperty(field.name(), field.value());
        call.setRequestProperty("connection", "close");
        if (!request.method().equals("GET")) send(call, request.body());
        int status = call.getResponseCode();
        return Response.of(status, headers(call), body(call, status));
    }

    /** A known length also keeps the JDK from sending a post twice. */
    private static void send(HttpsURLConnection call, byte[] body) throws IOException {
        call.setDoOutput(true);
        call.setFixedLengthStreamingMode(body.length);
        try (var out = call.getOutputStream()) {
            out.write(body);
        }
    }

    private static Headers headers(HttpsURLConnection call) {
        var fields = new ArrayList<Headers.Field>();
        call.getHeaderFields().forEach((name, values) -> {
            // The status line has no name.
            if (name != null) values.forEach(value -> fields.add(new Headers.Field(name, value)));
        });
        return Headers.of(fields);
    }

    private static byte[] body(HttpsURLConnection call, int status) throws IOException {
        try (var in = status >= 400 ? call.getErrorStream() : call.getInputStream()) {
            return in == null ? new byte[0] : limited(in);
        }
    }

    private static byte[] limited(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(JsonAnswer.MAX_BYTES + 1);
        if (bytes.length > JsonAnswer.MAX_BYTES) throw BoundedBodySubscriber.tooLong(JsonAnswer.MAX_BYTES);
        return bytes;
    }
}
