package dev.cardea.hooks;

import dev.cardea.http.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;

/** The HTTP connections of all hooks: the thread that calls also sends and reads. Safe for concurrent use. */
final class HookTransport {
    private static final int MAX_BODY = 256 * 1024;
    private static final int MAX_IDLE_CONNECTIONS = 64;
    /** Many servers close a connection after five seconds without a request. */
    private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(4);

    private final SSLSocketFactory tls;
    private final Map<HookAddress, Deque<HookConnection>> idle = new ConcurrentHashMap<>();
    private final Semaphore free;

    /** @param maxCalls in progress at a time */
    HookTransport(int maxCalls) {
        this((SSLSocketFactory) SSLSocketFactory.getDefault(), maxCalls);
    }

    HookTransport(SSLSocketFactory tls) {
        this(tls, MAX_IDLE_CONNECTIONS);
    }

    private HookTransport(SSLSocketFactory tls, int maxCalls) {
        this.tls = tls;
        free = new Semaphore(maxCalls);
    }

    /**
     * @param name for messages, such as {@code callbacks/signIn}
     * @param timeout from here to the last byte of the answer
     * @throws HookException where there is no whole answer in time
     */
    HookAnswerReader.Answer post(String name, URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        byte[] request = request(address, headers, body);
        long begin = System.nanoTime();
        reserve(name, timeout);
        try (var call = HookCall.begin(timeout.minusNanos(System.nanoTime() - begin))) {
            try {
                return exchange(address(address), request, call);
            } catch (IOException e) {
                var kind = call.isOver() ? HookException.Kind.TIMEOUT : HookException.Kind.OTHER;
                throw new HookException(name, reason(e, call, timeout), e, kind);
            }
        } finally {
            free.release();
        }
    }

    /** Waits until fewer calls than the limit are in progress. */
    private void reserve(String name, Duration timeout) {
        try {
            if (free.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HookException(name, "was interrupted", e);
        }
        throw new HookException(
                name,
                "was not sent within " + timeout.toMillis() + " ms: too many calls of hooks are in progress",
                null);
    }

    private HookAnswerReader.Answer exchange(HookAddress to, byte[] request, HookCall call) throws IOException {
        var kept = idle.computeIfAbsent(to, it -> new ConcurrentLinkedDeque<>());
        var connection = connection(to, kept, call);
        boolean isKept = false;
        try {
            var answer = connection.exchange(request);
            isKept = call.finish() && connection.isReusable() && kept.size() < MAX_IDLE_CONNECTIONS;
            if (isKept) {
                connection.rest(System.nanoTime());
                kept.push(connection);
            }
            return answer;
        } finally {
            if (!isKept) connection.close();
        }
    }

    /** One that is there, or a new one. */
    private HookConnection connection(HookAddress to, Deque<HookConnection> idle, HookCall call) throws IOException {
        for (var kept = idle.poll(); kept != null; kept = idle.poll()) {
            boolean isOld = System.nanoTime() - kept.restsSince() > MAX_IDLE_TIME.toNanos();
            if (!isOld && !kept.isStale()) {
                call.uses(kept.channel());
                return kept;
            }
            kept.close();
        }
        return HookConnection.open(to, tls, MAX_BODY, call);
    }

    private static HookAddress address(URI uri) {
        boolean isTls = uri.getScheme().toLowerCase(Locale.ROOT).equals("https");
        return new HookAddress(uri.getHost(), uri.getPort() >= 0 ? uri.getPort() : isTls ? 443 : 80, isTls);
    }

    /** In one piece, so that it leaves in as few packets as possible. */
    private static byte[] request(URI uri, Map<String, String> headers, byte[] body) {
        var path = uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
        var head = new StringBuilder(512).append("POST ").append(path).append(" HTTP/1.1\r\n");
        field(head, "Host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        field(head, "User-Agent", "cardea");
        field(head, "Content-Length", String.valueOf(body.length));
        headers.forEach((name, value) -> field(head, name, value));
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        return request;
    }

    private static void field(StringBuilder head, String name, String value) {
        // Checks both for line breaks.
        var field = new Headers.Field(name, value);
        head.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }

    private static String reason(IOException e, HookCall call, Duration timeout) {
        if (call.isOver()) return "didn't respond within " + timeout.toMillis() + " ms";
        if (Thread.currentThread().isInterrupted()) return "was interrupted";
        var message = e.getMessage();
        return message != null && message.startsWith("more than") ? "responded with " + message : "couldn't be reached";
    }
}
