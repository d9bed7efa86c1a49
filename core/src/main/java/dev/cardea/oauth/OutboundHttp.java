package dev.cardea.oauth;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The client for calls to providers: https only but for this machine, no redirects, no cookies, three seconds to connect
 * and ten in all however slowly the other side answers, one megabyte at most.
 */
public final class OutboundHttp implements HttpHandler {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration TOTAL = Duration.ofSeconds(10);
    private static final Set<String> SET_BY_CLIENT = Set.of("host", "content-length", "connection");

    private final boolean allowHttp;
    private final boolean refusePrivate;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * @param allowHttp plain http beyond this machine
     * @param refusePrivate addresses that are not public are refused, this machine's too: for addresses that no operator
     *     chose
     */
    public OutboundHttp(boolean allowHttp, boolean refusePrivate) {
        this.allowHttp = allowHttp;
        this.refusePrivate = refusePrivate;
    }

    @Override
    public Response handle(Request request) {
        var url = WebUrl.parse(request.url()).orElseThrow(() -> new OAuthException("not an http address"));
        if (!url.isHttps() && !allowHttp && (refusePrivate || !url.isLoopback())) {
            throw new OAuthException("plain http is refused");
        }
        if (refusePrivate) requirePublic(url.host());
        var call = client.sendAsync(toJdk(request), info -> new LimitedBody(JsonAnswer.MOST_BYTES));
        try {
            return fromJdk(call.get(TOTAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            call.cancel(true);
            throw new UncheckedIOException(new IOException("no answer within " + TOTAL.toSeconds() + " s"));
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

    private static void requirePublic(String host) {
        try {
            for (var address : InetAddress.getAllByName(host.replaceAll("[\\[\\]]", ""))) {
                if (isPrivate(address)) throw new OAuthException("the address is not public");
            }
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean sharedSpace = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        return uniqueLocal
                || sharedSpace
                || address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
    }

    private static HttpRequest toJdk(Request request) {
        byte[] body = request.body();
        var publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        var jdk = HttpRequest.newBuilder(URI.create(request.url().replace("|", "%7C")))
                .timeout(TOTAL)
                .method(request.method(), publisher)
                .setHeader("user-agent", "cardea");
        for (var field : request.headers().fields()) {
            if (!SET_BY_CLIENT.contains(field.name().toLowerCase(Locale.ROOT))) {
                jdk.setHeader(field.name(), field.value());
            }
        }
        return jdk.build();
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
